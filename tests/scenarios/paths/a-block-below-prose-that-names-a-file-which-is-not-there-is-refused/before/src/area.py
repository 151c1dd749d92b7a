import sys


def area(w, h):
    total = w * h
    return total


def main():
    print(area(2, 3))
