"""A violation becomes one JSON text that says what happened, and holds nothing that JSON cannot."""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from pytest_hermetic.report.records import SIZE, VIOLATION, record_of
from pytest_hermetic.resources import RESOURCES
from pytest_hermetic.sizes import TestSize
from pytest_hermetic.violations import Attempt, Site, Violation
from requirements import requirement

pytestmark = pytest.mark.small


@dataclass(frozen=True, kw_only=True)
class Phoned(Attempt):
    """An attempt with a field of every kind."""

    number: int = 112
    path: Path = Path("/x")
    words: tuple[str, ...] = ("a", "b")
    nested: tuple[tuple[str, int | None], ...] = (("h", 1), ("g", None))
    name: str = "Jürgen"
    nobody: None = None
    ready: bool = True


def violation(**changes: Any) -> Violation:
    made = Violation(
        resource="phone",
        title="Phone call attempted",
        details="Attempted call of Jürgen",
        rule="Small tests do not phone.",
        advice=("Mock the phone", "Write a letter"),
        attempt=Phoned(test_nodeid="t.py::test_x"),
        test_nodeid="t.py::test_x",
        test_size=TestSize.SMALL,
        test_location="t.py:3",
        phase="call",
        site=Site(file="src/app.py", line=17, function="fetch", through="phone.dial"),
    )
    return replace(made, **changes)


def facts(made: Violation, count: int = 3, mode: str = "warn") -> dict[str, Any]:
    name, text = record_of(made, count, mode)
    assert name == VIOLATION
    told = json.loads(text)
    assert isinstance(told, dict)
    return told


@requirement("ADR-002-28")
def test_a_record_says_everything_that_a_report_needs() -> None:
    assert facts(violation()) == {
        "resource": "phone",
        "details": "Attempted call of Jürgen",
        "size": "small",
        "mode": "warn",
        "phase": "call",
        "count": 3,
        "advice": "Mock the phone",
        "at": "src/app.py:17",
        "function": "fetch",
        "through": "phone.dial",
        "target": {
            "number": 112,
            "path": str(Path("/x")),
            "words": ["a", "b"],
            "nested": [["h", 1], ["g", None]],
            "name": "Jürgen",
            "nobody": None,
            "ready": True,
        },
    }


def test_a_record_leaves_out_a_place_that_is_not_known() -> None:
    assert facts(violation(site=None)).keys().isdisjoint({"at", "function", "through"})


def test_a_record_without_advice_has_an_empty_one() -> None:
    assert facts(violation(advice=()))["advice"] == ""


def test_a_record_is_text_on_one_line() -> None:
    _, text = record_of(violation(details="two\nlines"), 1, "strict")
    assert isinstance(text, str)
    assert "\n" not in text
    assert "Jürgen" in record_of(violation(), 1, "strict")[1]


def test_what_cannot_be_encoded_does_not_break_a_record() -> None:
    text = record_of(violation(attempt=Phoned(path=Path("/\udcff"))), 1, "warn")[1]
    assert json.loads(text)["target"]["path"] == str(Path("/\udcff"))
    text.encode("utf-8")


def test_the_names_of_the_properties_are_those_that_others_read() -> None:
    assert (SIZE, VIOLATION) == ("test_size", "hermetic.violation")


def test_every_resource_has_an_attempt_that_becomes_a_record() -> None:
    samples = {
        "network": ("socket.getaddrinfo", ("api.example", 443, 0, 0, 0)),
        "filesystem": ("open", ("/x", "w", 0)),
        "process": ("os.system", (b"ls",)),
        "database": ("sqlite3.connect", (":memory:",)),
    }
    for resource in RESOURCES:
        event, args = samples[resource.name]
        attempt = resource.events[event](event, args)
        assert attempt is not None
        assert facts(violation(resource=resource.name, attempt=attempt))["target"]
