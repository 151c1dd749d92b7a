import sys


def area(w, h):
    return abs(w * h)


def edge(w, h):
    return 2 * (w + h)
