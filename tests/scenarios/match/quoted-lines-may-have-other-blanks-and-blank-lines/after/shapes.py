import math


def area(width, height):
    """The area of a rectangle."""

    size = width * height
    return round(abs(size), 2)


def circle(radius):
    return math.pi * radius ** 2
