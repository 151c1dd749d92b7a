NAMES = [
    "zero",
    "one",
    "two"
]

COUNT = 2
