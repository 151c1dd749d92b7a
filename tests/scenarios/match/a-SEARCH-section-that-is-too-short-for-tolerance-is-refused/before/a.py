def f():
    if a:
        x = 1
