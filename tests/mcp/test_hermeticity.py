"""What the plugin records of a test becomes: how many would not be small, where, and through what."""

import json

import pytest

from pytest_hermetic.mcp import hermeticity
from pytest_hermetic.mcp.outcome import Counts, RunOutcome, Surroundings, TestOutcome, TestResult, Verdict

pytestmark = pytest.mark.small

OPEN = {
    "resource": "filesystem",
    "method": "open",
    "target": "/etc/hosts",
    "at": "src/app/io.py:12",
    "function": "load",
    "through": "pathlib.Path.read_text",
    "phase": "call",
    "count": 3,
    "a key of tomorrow": [1],
}


def ran(python: str = "3.12.1", pytest: str = "9.2.0", **recorded: list[object]) -> RunOutcome:
    tests = {
        name: TestResult(
            id=f"tests/test_a.py::{name}",
            outcome=TestOutcome.PASSED,
            duration=2.0 if name == "slow" else 0.1,
            properties=tuple(("hermetic.violation", each) for each in values),
        )
        for name, values in recorded.items()
    }
    around = Surroundings(
        python="/x/bin/python",
        python_version=python,
        pytest_version=pytest,
        rootdir="/x",
        plugins=("hermetic",),
    )
    return RunOutcome(
        run_id="r",
        verdict=Verdict.PASSED,
        reason="",
        counts=Counts(ran=len(tests)),
        tests=tests,
        surroundings=around,
    )


def test_violations_are_grouped_by_place_the_most_met_first() -> None:
    call = json.dumps(OPEN | {"resource": "network", "method": "socket.connect", "at": "x.py:1"})
    outcome = ran(one=[call], two=[json.dumps(OPEN)], three=[json.dumps(OPEN | {"target": "other"})])

    told = hermeticity.told(outcome, hermeticity.reaches(outcome.tests))

    assert told == [
        "3 of 3 tests would not be small:",
        "filesystem: open at src/app/io.py:12 in load, through pathlib.Path.read_text",
        "  tests/test_a.py::two, ::three",
        "network: socket.connect at x.py:1 in load, through pathlib.Path.read_text",
        "  tests/test_a.py::one",
    ]


def test_without_a_method_the_operation_or_an_example_says_what_it_was_and_advice_comes_once() -> None:
    read = {
        "resource": "filesystem",
        "details": "Attempted read on: /a",
        "at": "a.py:1",
        "advice": "Use pyfakefs",
        "target": {"path": "/a", "operation": "read"},
    }
    connect = {
        "resource": "network",
        "details": "Attempted connection to: h:1",
        "at": "a.py:3",
        "target": {"host": "h"},
    }
    outcome = ran(one=[json.dumps(read), json.dumps(read | {"at": "a.py:2"}), json.dumps(connect)])

    told = hermeticity.told(outcome, hermeticity.reaches(outcome.tests))

    assert "filesystem: read at a.py:1" in told
    assert "network: Attempted connection to: h:1 at a.py:3" in told
    assert told.count("  Use pyfakefs") == 1


def test_a_test_over_a_second_would_not_be_small() -> None:
    outcome = ran(slow=[], quick=[])

    assert hermeticity.per_resource(hermeticity.reaches(outcome.tests)) == {"time": 1}


def test_a_record_with_other_keys_is_still_a_violation() -> None:
    outcome = ran(one=['{"what": "new"}'], two=["not json"], three=[{"resource": "network", "method": "m"}])

    assert hermeticity.per_resource(hermeticity.reaches(outcome.tests)) == {"network": 1, "unknown": 2}


def test_a_hermetic_suite_is_said_to_be_so() -> None:
    outcome = ran(one=[], two=[])

    assert hermeticity.told(outcome, hermeticity.reaches(outcome.tests)) == ["All 2 tests that ran would be small."]


def test_an_old_interpreter_or_pytest_is_one_honest_sentence() -> None:
    assert "CPython 3.11" in hermeticity.impossible(ran(python="3.9.2"))
    assert "pytest 8" in hermeticity.impossible(ran(pytest="7.4.4"))
    assert not hermeticity.impossible(ran())
