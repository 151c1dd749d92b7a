"""Kept for Python 2."""

try:
    text = unicode
except NameError:
    text = str
