class Cart:
    def total(self):
        price = 0
        price += 1
        return price

    def size(self):
        return 0
