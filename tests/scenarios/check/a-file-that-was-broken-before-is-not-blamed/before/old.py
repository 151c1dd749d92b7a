print "old"
def f(:
    pass
