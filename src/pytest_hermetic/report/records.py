"""Violations as JSON records: they travel in `user_properties`, through xdist and into JUnit XML."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pytest_hermetic.violations import Violation

VIOLATION = "hermetic.violation"
SIZE = "test_size"


def record_of(violation: Violation, count: int, mode: str) -> tuple[str, str]:
    """Return the property that tells of a violation."""
    site = violation.site
    facts: dict[str, Any] = {
        "resource": violation.resource,
        "details": violation.details,
        "size": str(violation.test_size),
        "mode": mode,
        "phase": violation.phase,
        "count": count,
        "advice": violation.advice[0] if violation.advice else "",
    }
    if site is not None:
        facts |= {"at": f"{site.file}:{site.line}", "function": site.function, "through": site.through}
    target = {
        name: _plain(value) for name, value in vars(violation.attempt).items() if name not in ("test_nodeid", "allowed")
    }
    text = json.dumps(facts | {"target": target}, ensure_ascii=False)
    # Half a character, as in a path that is no text, stays an escape: neither xdist nor XML could carry it.
    return VIOLATION, text.encode("utf-8", "backslashreplace").decode("utf-8")


def _plain(value: object) -> object:
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value if isinstance(value, int | bool | None) else str(value)
