"""One half of a circle."""

from . import round_two

ONE = 1


def total():
    return ONE + round_two.TWO
