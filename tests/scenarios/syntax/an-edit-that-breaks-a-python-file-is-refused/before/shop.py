import os


def total(items):
    return sum(item.price for item in items)


def names(items):
    return [item.name for item in items]
