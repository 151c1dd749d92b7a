print "new"
def f(:
    pass
