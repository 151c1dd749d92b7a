def f():
    x = "one"
    return x
