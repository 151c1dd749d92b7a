if valid(a):
    keep(a)
if invalid(b):
    drop(b)
if valid(c):
    keep(c)
