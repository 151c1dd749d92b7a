def f(x):
    a = x[0]
    return a
