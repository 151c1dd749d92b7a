import sys


def area(w, h):
    total = abs(w * h)
    return total


def main():
    print(area(2, 4))
