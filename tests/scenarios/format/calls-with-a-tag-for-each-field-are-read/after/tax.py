"""Tax."""

RATE = 0.2
