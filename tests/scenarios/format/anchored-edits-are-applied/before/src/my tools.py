def total(items):
    return 0

def mean(items):
    return total(items) / len(items)
