class Cart:
    def total(self):
        price = 0
        return price


class Order:
    def total(self):
        price = self.cart.total()
        return price
