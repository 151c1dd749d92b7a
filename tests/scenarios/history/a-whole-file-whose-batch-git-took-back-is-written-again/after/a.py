def a():
    return 11


def b():
    return 2


def c():
    return 3
