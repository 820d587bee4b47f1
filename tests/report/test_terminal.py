"""The summary tells what, how many and where, and is short whatever happened."""

from collections.abc import Sequence

import pytest

from pytest_hermetic.report.records import SIZE, VIOLATION, record_of
from pytest_hermetic.report.terminal import Tally, lines
from pytest_hermetic.sizes import TestSize
from pytest_hermetic.violations import Attempt, Site, Violation
from requirements import requirement

pytestmark = pytest.mark.small


def record(resource: str, line: int | None, count: int = 1) -> tuple[str, str]:
    made = Violation(
        resource=resource,
        title="",
        details=f"Attempted {resource}",
        rule="",
        advice=(),
        attempt=Attempt(),
        test_nodeid="",
        test_size=TestSize.SMALL,
        site=None if line is None else Site(file="src/app.py", line=line, function="fetch"),
    )
    return record_of(made, count, "warn")


def tally(*tests: Sequence[tuple[str, object]]) -> Tally:
    made = Tally()
    for number, properties in enumerate(tests):
        made.add(f"t.py::test_{number}", properties)
    return made


def told(made: Tally, *, everything: bool = False, chosen: bool = True) -> list[str]:
    return list(lines(made, everything=everything, chosen=chosen))


def test_a_run_in_which_all_tests_have_a_size_and_keep_to_it_is_told_in_no_line() -> None:
    assert told(tally([(SIZE, "small")], [(SIZE, "large")])) == []
    assert told(Tally()) == []


def test_tests_without_a_size_are_told_in_one_line() -> None:
    assert told(tally([], [(SIZE, "small")])) == ["1 test without a size: not restricted"]
    assert told(tally(*[[] for _ in range(1234)])) == ["1,234 tests without a size: not restricted"]


def test_a_project_without_settings_and_sizes_is_told_nothing() -> None:
    assert told(tally([], []), chosen=False) == []
    assert told(tally([], [(SIZE, "small")]), chosen=False) == ["1 test without a size: not restricted"]


@requirement("ADR-001-29", "ADR-002-26", "ADR-003-21", "ADR-004-20")
@pytest.mark.parametrize("resource", ["network", "filesystem", "process", "database"])
def test_a_violation_is_told_with_resource_place_and_details(resource: str) -> None:
    assert told(tally([(SIZE, "small"), record(resource, 17)])) == [
        f"1 violation in 1 test: 1 {resource}",
        f"  {resource:<10}  src/app.py:17  Attempted {resource}",
    ]


@requirement("ADR-001-29")
def test_five_violations_are_told_with_their_places_the_busiest_first() -> None:
    made = tally(
        [(SIZE, "small"), record("network", 1), record("filesystem", 2)],
        [(SIZE, "small"), record("filesystem", 2), record("filesystem", 3)],
        [(SIZE, "medium"), record("network", 1)],
    )
    assert told(made) == [
        "5 violations in 3 tests: 3 filesystem, 2 network",
        "  network     src/app.py:1  Attempted network in 2 tests",
        "  filesystem  src/app.py:2  Attempted filesystem in 2 tests",
        "  filesystem  src/app.py:3  Attempted filesystem",
    ]


@requirement("ADR-001-29")
def test_five_thousand_violations_are_told_as_shortly() -> None:
    made = tally(*[[(SIZE, "small"), record("network", number)] for number in range(5000)])
    summary = told(made)
    assert len(summary) == 12
    assert summary[0] == "5,000 violations in 5,000 tests: 5000 network"
    assert summary[-1] == "  … and 4990 more places (-v lists them all)"


def test_everything_is_told_to_who_asks_for_it() -> None:
    made = tally(*[[(SIZE, "small"), record("network", number)] for number in range(50)])
    assert len(told(made, everything=True)) == 51


def test_a_place_tells_how_often_it_was_hit() -> None:
    made = tally([(SIZE, "small"), record("network", 1, count=7)], [(SIZE, "small"), record("network", 1, count=1)])
    assert told(made)[1] == "  network     src/app.py:1  Attempted network, 8 times in 2 tests"


def test_one_test_that_hits_a_place_twice_is_one_test() -> None:
    made = tally([(SIZE, "small"), record("network", 1), record("network", 1)])
    assert told(made) == [
        "2 violations in 1 test: 2 network",
        "  network     src/app.py:1  Attempted network, 2 times",
    ]


def test_a_violation_without_a_place_is_told_under_its_test() -> None:
    assert told(tally([(SIZE, "small"), record("network", None)]))[1] == "  network     t.py::test_0  Attempted network"


def test_the_properties_of_others_are_left_alone() -> None:
    assert told(tally([(SIZE, "small"), ("jira", "ABC-1"), ("jira", object())])) == []


@requirement("ADR-002-28")
def test_what_a_worker_sends_as_lists_counts_as_well() -> None:
    made = Tally()
    name, text = record("network", 1)
    made.add("t.py::test_x", [[SIZE, "small"], [name, text]])  # type: ignore[list-item] # JSON knows no tuples
    assert told(made)[0] == "1 violation in 1 test: 1 network"
    assert name == VIOLATION
