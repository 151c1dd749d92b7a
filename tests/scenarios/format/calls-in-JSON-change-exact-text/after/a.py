# prices
total = sum(price(x) for x in items)
print(total)

def price(item):
    return item.price
