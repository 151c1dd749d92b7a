def total(cart):
    return sum(cart)
