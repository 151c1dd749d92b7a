import os


def home():
    return os.environ["HOME"]


def shell():
    return os.environ["SHELL"]
