def total(orders):
    result = 0
    for order in orders:
        result += order.price
    return result
