total = price(a) + price(b)
print(total)

def price(item):
    return item.cost
