class A:
    def f(self):
        y = 0
        x = 1
        return x
