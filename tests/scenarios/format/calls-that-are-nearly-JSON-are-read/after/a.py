def f(x):
    a = 2
    b = "it's"
    return a + b
