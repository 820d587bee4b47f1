"""Preferences: read from the user's home, and nobody minds if that fails."""

import json
from collections.abc import Callable
from pathlib import Path


def read() -> str:
    return Path("~/shop.json").expanduser().read_text(encoding="utf-8")  # violation: filesystem


def preferences(read: Callable[[], str] = read) -> dict[str, str]:
    """Return the user's preferences, or the defaults."""
    try:
        stored: dict[str, str] = json.loads(read())
    except Exception:  # noqa: BLE001 - too wide, as in real code: it swallows violations too
        stored = {}
    return {"currency": "EUR"} | stored
