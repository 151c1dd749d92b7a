def f(x):
    a = 1
    b = "t"
    return a + b
