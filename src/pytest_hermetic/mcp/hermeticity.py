"""Which tests would not be small and why, from the violations the plugin leaves in `user_properties`. Pure.

Extra keys are left alone and missing ones are borne: the plugin may be older or newer than this reader.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pytest_hermetic.mcp import cut
from pytest_hermetic.mcp.outcome import RunOutcome, TestResult
from pytest_hermetic.mcp.render import named

PROPERTY = "hermetic.violation"
SMALL_SECONDS = 1.0
MOST_REASONS = 12
KEYS = ("resource", "method", "details", "at", "function", "through", "advice")


@dataclass(frozen=True, kw_only=True, order=True)
class Reach:
    """One place where tests reach out of a small test."""

    resource: str
    method: str
    at: str
    through: str = ""
    example: str = field(default="", compare=False)
    advice: str = field(default="", compare=False)


def reaches(tests: Mapping[str, TestResult]) -> dict[Reach, list[str]]:
    """Group what the plugin recorded by place, the place most tests meet first."""
    found: dict[Reach, dict[str, None]] = {}
    for test in tests.values():
        for each in _recorded(test):
            found.setdefault(each, {})[test.id] = None
    return {reach: list(found[reach]) for reach in sorted(found, key=lambda each: (-len(found[each]), each))}


def _recorded(test: TestResult) -> Iterator[Reach]:
    told = [each for each in map(_read, _values(test)) if each]
    yield from told
    if test.duration > SMALL_SECONDS and not any(each.resource in {"time", "timing", "timeout"} for each in told):
        yield Reach(resource="time", method=f"longer than {SMALL_SECONDS:g} s", at="")


def _values(test: TestResult) -> Iterator[object]:
    return (value for name, value in test.properties if name == PROPERTY)


def _read(value: object) -> Reach | None:
    try:
        record = json.loads(value) if isinstance(value, str) else value
    except ValueError:  # not JSON: it is still a violation, and its text is all that is known
        record = {"method": value}
    if not isinstance(record, dict):
        return None
    known = {name: str(record.get(name) or "") for name in KEYS}
    target = record.get("target")
    operation = str(target.get("operation") or "") if isinstance(target, dict) else ""
    in_function = f" in {known['function']}" if known["at"] and known["function"] else ""
    return Reach(
        resource=known["resource"] or "unknown",
        method=known["method"] or operation,
        at=f"{known['at']}{in_function}",
        through=known["through"],
        example=known["details"],
        advice=known["advice"],
    )


def told(outcome: RunOutcome, reasons: Mapping[Reach, Sequence[str]]) -> list[str]:
    """Say how many tests would not be small, then each reason with its tests."""
    guilty = {test for tests in reasons.values() for test in tests}
    ran = outcome.counts.ran
    if not ran:
        return []
    if not guilty:
        return [f"All {ran:,} tests that ran would be small."]
    lines = [f"{len(guilty):,} of {ran:,} tests would not be small:"]
    advised: set[str] = set()
    for reach, tests in list(reasons.items())[:MOST_REASONS]:
        lines += [_place(reach), f"  {named(tests, 3)}"]
        if reach.advice and reach.resource not in advised:
            lines.append(f"  {cut.line(reach.advice, 120)}")
        advised.add(reach.resource)
    rest = len(reasons) - MOST_REASONS
    return [*lines, *([f"[+{rest} places] name paths to see fewer tests at a time"] if rest > 0 else [])]


def _place(reach: Reach) -> str:
    through = f", through {reach.through}" if reach.through and reach.through != reach.method else ""
    what = cut.line(reach.method or reach.example, 80)
    return f"{reach.resource}: {what}{f' at {reach.at}' if reach.at else ''}{through}"


def notice(outcome: RunOutcome) -> list[str]:
    """Tell in one line that a project's own use of the plugin found something, or nothing."""
    found = {name: tests for name, tests in reaches(outcome.tests).items() if name.at}
    if not found:
        return []
    tests = {test for each in found.values() for test in each}
    kinds = sorted({each.resource for each in found})
    return [f"{len(tests)} tests reach out ({', '.join(kinds)}); check_hermetic says where."]


def per_resource(reasons: Mapping[Reach, Sequence[str]]) -> dict[str, int]:
    """Count the tests per resource, for programs."""
    tests: dict[str, set[str]] = {}
    for reach, ids in reasons.items():
        tests.setdefault(reach.resource, set()).update(ids)
    return {resource: len(ids) for resource, ids in sorted(tests.items())}


def impossible(outcome: RunOutcome) -> str:
    """Say why this project's environment cannot be checked, or nothing."""
    around = outcome.surroundings
    if refused := next((each for each in outcome.tail.splitlines() if each.startswith("Not checked: ")), ""):
        return refused
    if outcome.counts.ran and not any("hermetic" in each for each in around.plugins):
        return "Not checked: the plugin could not be loaded into this project's pytest, so nothing was observed."
    python = _numbers(around.python_version)
    pytest = _numbers(around.pytest_version)
    if python and python < (3, 11):
        return f"Not checked: this needs CPython 3.11 or newer, not {around.python_version.split()[0]}."
    if pytest and pytest < (8,):
        return f"Not checked: this needs pytest 8 or newer, not {around.pytest_version}."
    return ""


def _numbers(version: str) -> tuple[int, ...]:
    parts = version.split(maxsplit=1)[0].split(".")[:2] if version.split() else []
    return tuple(int(each) for each in parts if each.isdigit())
