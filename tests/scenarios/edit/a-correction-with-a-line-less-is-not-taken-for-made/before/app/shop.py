import json


def load(path):
    with open(path) as f:
        return json.load(f)


def total(items):
    return sum(i["price"] for i in items)
