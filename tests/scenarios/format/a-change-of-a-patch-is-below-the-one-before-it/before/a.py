def first():
    return None


def second():
    x = 1
    return None


def third():
    x = 1
    return None
