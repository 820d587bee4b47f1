"""Patterns of several rounds, and what they mean."""

import pytest

from pytest_hermetic.mcp.flaky import meaning, patterns, suspects
from pytest_hermetic.mcp.outcome import Counts, Culprit, RunOutcome, TestOutcome, TestResult, Verdict

pytestmark = pytest.mark.small


def ran(verdict: Verdict = Verdict.FAILED, culprit: str = "", **outcomes: TestOutcome) -> RunOutcome:
    tests = {name: TestResult(id=name, outcome=outcome, duration=0.1) for name, outcome in outcomes.items()}
    culprits = (Culprit(id=culprit, phase="call"),) if culprit else ()
    return RunOutcome(run_id="r", verdict=verdict, reason="", counts=Counts(), tests=tests, culprits=culprits)


def test_each_round_is_one_letter() -> None:
    good, bad = TestOutcome.PASSED, TestOutcome.FAILED
    rounds = [
        ran(a=good, b=bad),
        ran(a=bad, b=bad),
        ran(Verdict.CRASHED, "a", b=bad),
        ran(Verdict.TIMEOUT, "b", a=good),
    ]

    assert patterns(rounds) == {"a": "PFCP", "b": "FFFT"}
    assert patterns(rounds, ["c"]) == {"c": "----"}


def test_those_that_vary_are_suspected_before_those_that_always_fail() -> None:
    assert suspects({"good": "PPP", "bad": "FFF", "flaky": "PFP"}) == ["flaky", "bad"]


@pytest.mark.parametrize(
    ("suite", "alone", "expected"),
    [
        ("PPFPP", "", "flaky"),
        ("PPFPP", "PFPPP", "flaky in the suite and alone"),
        ("PPFPP", "PPPPP", "flaky in the suite, passes alone: neighbours or order"),
        ("PPPPP", "PFPPP", "passes in the suite, flaky alone"),
        ("FFFFF", "PPPPP", "fails in the suite, passes alone: depends on other tests"),
        ("PPPPP", "FFFFF", "passes in the suite, fails alone: depends on other tests"),
        ("FFFFF", "FFFFF", "fails"),
        ("PPPPP", "", "passes"),
        ("-----", "", "never ran"),
    ],
)
def test_two_patterns_have_a_meaning(suite: str, alone: str, expected: str) -> None:
    assert meaning(suite, alone) == expected
