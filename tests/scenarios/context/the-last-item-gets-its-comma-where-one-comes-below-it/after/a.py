NAMES = [
    "one",
    "two",
    "three",
]

COUNT = 2
