class A:
    def e(self):
        return 0

    def f(self):
        return 1

    def g(self):
        return 2
