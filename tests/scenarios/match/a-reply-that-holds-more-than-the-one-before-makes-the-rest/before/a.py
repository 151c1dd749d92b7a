v = 1

n = 2

m = "x"

def f():
    return 1


def g():
    return 2
