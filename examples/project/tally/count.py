"""Counting words."""


class Counter:
    def __init__(self):
        self.numbers = {}

    def read(self, lines):
        for line in lines:
            for word in line.split():
                self.numbers[word] = self.numbers.get(word, 0) + 1

    def top(self, limit):
        pairs = sorted(self.numbers.items(), key=lambda pair: pair[1])
        return pairs[:limit]
