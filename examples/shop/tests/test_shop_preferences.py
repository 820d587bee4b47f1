"""Swallowed: `except Exception` hides a missing file, and would hide a violation; it still counts."""

from shop.preferences import preferences


def test_preferences_of_whoever_runs_the_tests() -> None:
    assert preferences()["currency"] == "EUR"


def test_preferences_of_nobody() -> None:
    assert preferences(read=lambda: "{}") == {"currency": "EUR"}


def test_preferences_override_the_defaults() -> None:
    assert preferences(read=lambda: '{"currency": "USD"}') == {"currency": "USD"}
