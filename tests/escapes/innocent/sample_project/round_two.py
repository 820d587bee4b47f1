"""The other half."""

from . import round_one

TWO = 2


def other():
    return round_one.ONE
