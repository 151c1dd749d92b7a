class Store:
    def load(self):
        if self.path:
            self.read()
        return self
