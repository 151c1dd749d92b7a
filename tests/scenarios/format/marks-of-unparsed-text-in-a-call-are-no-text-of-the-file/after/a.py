def f(x):
    a = 1 < x[x[0]]>0
    return a
