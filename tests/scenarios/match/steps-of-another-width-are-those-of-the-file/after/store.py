class Store:
    def load(self):
        if self.path:
            with self.lock:
                self.read()
        return self
