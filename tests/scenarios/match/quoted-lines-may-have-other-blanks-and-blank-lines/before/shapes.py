import math


def area(width, height):
    """The area of a rectangle."""

    size = width * height
    return abs(size)


def circle(radius):
    return math.pi * radius ** 2
