"""Imported by an innocent test."""


def check(value):
    assert value == 42
