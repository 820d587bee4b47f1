"""The summary at the end of a run: what, how many, where; as short with 5,000 violations as with 5."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from pytest_hermetic.report.records import SIZE, VIOLATION

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_PLACES = 10


class Place:
    """A line that violations came from."""

    def __init__(self, resource: str, at: str, details: str) -> None:
        self.resource = resource
        self.at = at
        self.details = details
        self.count = 0
        self.tests: set[str] = set()


class Tally:
    """Everything the tests of a run reported about themselves."""

    def __init__(self) -> None:
        self.sized = self.unsized = 0
        self.places: dict[tuple[str, str], Place] = {}

    def add(self, nodeid: str, properties: Iterable[tuple[str, Any]]) -> None:
        """Take in one finished test."""
        sized = False
        for name, value in properties:
            if name == SIZE:
                sized = True
            elif name == VIOLATION:
                self._add_violation(nodeid, json.loads(value))
        self.sized += sized
        self.unsized += not sized

    def _add_violation(self, nodeid: str, record: dict[str, Any]) -> None:
        key = (record["resource"], record.get("at", nodeid))
        place = self.places.setdefault(key, Place(*key, record["details"]))
        place.count += record["count"]
        place.tests.add(nodeid)


def lines(tally: Tally, *, everything: bool, chosen: bool) -> Iterator[str]:
    """Tell a tally, the busiest places first; nothing to a project that has chosen no settings and sizes no test."""
    if tally.places:
        yield _headline(tally)
        places = sorted(tally.places.values(), key=lambda place: (-len(place.tests), -place.count, place.at))
        shown = places if everything else places[:_PLACES]
        for place in shown:
            yield f"  {place.resource:<10}  {place.at}  {place.details}{_times(place)}"
        if len(places) > len(shown):
            yield f"  … and {len(places) - len(shown)} more places (-v lists them all)"
    if tally.unsized and (chosen or tally.sized):
        yield f"{_number(tally.unsized, 'test')} without a size: not restricted"


def _headline(tally: Tally) -> str:
    by_resource = Counter[str]()
    tests = set()
    for place in tally.places.values():
        by_resource[place.resource] += place.count
        tests |= place.tests
    each = ", ".join(f"{count} {resource}" for resource, count in sorted(by_resource.items(), key=_busiest))
    return f"{_number(by_resource.total(), 'violation')} in {_number(len(tests), 'test')}: {each}"


def _busiest(counted: tuple[str, int]) -> tuple[int, str]:
    """Order by count and then by name: workers of xdist report in any order."""
    resource, count = counted
    return -count, resource


def _times(place: Place) -> str:
    tests = f" in {len(place.tests)} tests" if len(place.tests) > 1 else ""
    times = f", {place.count} times" if place.count > len(place.tests) else ""
    return f"{times}{tests}"


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
