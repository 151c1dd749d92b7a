def f(x):
    a = 1
    return a


def g(x):
    a = 2
    return x
