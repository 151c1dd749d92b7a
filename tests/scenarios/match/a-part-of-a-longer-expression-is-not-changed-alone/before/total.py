def total(price, tax, count):
    return price + tax * count
