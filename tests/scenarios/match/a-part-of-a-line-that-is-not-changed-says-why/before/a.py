def total(price, tax, count):
    # price plus tax, times count
    return price + tax * count
