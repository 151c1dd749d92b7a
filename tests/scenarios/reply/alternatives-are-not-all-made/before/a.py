def load(path):
    with open(path) as f:
        return f.read()


def total(items):
    return sum(items)
