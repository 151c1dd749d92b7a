import math


def total(cart):
    return sum(cart)


def mean(cart):
    return total(cart) / len(cart)
