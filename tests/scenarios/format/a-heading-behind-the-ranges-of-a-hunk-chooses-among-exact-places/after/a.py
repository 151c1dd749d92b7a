def left(a):
    if a < 0:
        raise ValueError(a)
    return a


def right(a):
    if a < 0:
        raise KeyError(a)
    return a


def last(a):
    return -a
