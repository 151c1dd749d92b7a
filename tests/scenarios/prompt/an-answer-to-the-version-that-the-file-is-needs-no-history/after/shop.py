def total(cart):
    return 0


def mean(cart):
    return total(cart) / len(cart)
