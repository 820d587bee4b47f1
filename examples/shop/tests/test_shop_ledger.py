"""Threads: what a test's thread does, the test does. Threads themselves are fine."""

from shop.ledger import book


def test_booking_in_the_background() -> None:
    book(350).join()


def test_booking_in_memory() -> None:
    lines: list[str] = []
    book(350, append=lines.append).join()
    assert lines == ["3.50 EUR"]
