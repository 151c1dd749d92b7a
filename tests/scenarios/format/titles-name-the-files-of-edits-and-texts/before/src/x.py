LIMIT = 10


def total(items):
    return sum(items)
