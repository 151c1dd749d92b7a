def a():
    return 11


def b():
    return 22


def c():
    return 3
