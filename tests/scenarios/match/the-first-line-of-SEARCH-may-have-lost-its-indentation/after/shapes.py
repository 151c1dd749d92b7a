import math


def area(width, height):
    """The area of a rectangle."""

    size = width * height
    size = abs(size)
    return size


def circle(radius):
    return math.pi * radius ** 2
