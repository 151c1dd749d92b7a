import os
import sys


def load(path, mode="r"):
    with open(path) as handle:
        return handle.read()


def save(path, text):
    with open(path, "w") as handle:
        handle.write(text)


def remove(path, missing_ok=False):
    unlink(path, missing_ok)


def rename(old, new):
    os.replace(old, new)
