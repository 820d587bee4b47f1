"""Imported by an innocent test."""

ANSWER = 42


def check(value):
    assert value == ANSWER
