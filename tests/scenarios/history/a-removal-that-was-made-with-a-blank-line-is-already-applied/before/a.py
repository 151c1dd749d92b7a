import sys

NAME = "a"

DEBUG_LEVEL = "x"

def run():
    return 1
