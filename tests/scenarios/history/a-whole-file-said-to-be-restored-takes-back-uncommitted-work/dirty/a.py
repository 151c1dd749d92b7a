def a():
    return 1


def b():
    return 22


def c():
    return 3
