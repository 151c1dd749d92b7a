import os


def total(items):
    return sum(item.cost for item in items)


def names(items):
    return [item.name for item in items
