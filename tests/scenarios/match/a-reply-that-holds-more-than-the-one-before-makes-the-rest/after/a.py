v = 10

n = 2

def f():
    return 1


def g():
    return 3
