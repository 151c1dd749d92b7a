LIMIT = 20


def total(items):
    return sum(items)
