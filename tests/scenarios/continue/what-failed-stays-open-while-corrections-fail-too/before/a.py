import os


def load(path):
    with open(path) as handle:
        return handle.read()


def save(path, text):
    with open(path, "w") as handle:
        handle.write(text)


def remove(path):
    os.remove(path)


def rename(old, new):
    os.rename(old, new)
