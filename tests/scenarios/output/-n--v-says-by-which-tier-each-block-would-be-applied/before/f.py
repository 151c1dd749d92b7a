def a():
    if x:
        y = 1
        z = 2




def b():
    p
    q
    r
    s
    t
    return 1
