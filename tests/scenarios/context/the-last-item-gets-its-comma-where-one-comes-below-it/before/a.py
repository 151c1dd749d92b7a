NAMES = [
    "one",
    "two"
]

COUNT = 2
