import sys


def area(w, h):
    return w * h


def edge(w, h):
    return w + h
