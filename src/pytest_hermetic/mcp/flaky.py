"""What several runs of the same tests tell: a pattern for each test and what it means. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pytest_hermetic.mcp import cut
from pytest_hermetic.mcp.outcome import RunOutcome, Verdict

MOST_ALONE = 10
MOST_TOLD = 15

LETTERS = {
    "passed": "P",
    "failed": "F",
    "error": "E",
    "skipped": "S",
    "xfailed": "x",
    "xpassed": "X",
    "crashed": "C",
    "hung": "T",
}
NOT_RUN = "-"
GOOD = frozenset("PSxX")


@dataclass(frozen=True, kw_only=True)
class Findings:
    """Each test's pattern in its suite, and alone where that was tried."""

    suite: Mapping[str, str]
    alone: Mapping[str, str]
    named: bool
    rounds: int
    asked: int


def outcomes(outcome: RunOutcome) -> dict[str, str]:
    """Give each test's outcome in one run; the test in which the process died or hung is named so."""
    fate = "hung" if outcome.verdict is Verdict.TIMEOUT else "crashed"
    return {each.id: str(each.outcome) for each in outcome.tests.values()} | {
        each.id: fate for each in outcome.culprits
    }


def patterns(tests: Sequence[str], rounds: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """Write one letter per round and test, see LETTERS; `-` where it did not run."""
    return {test: "".join(LETTERS.get(each.get(test, ""), NOT_RUN) for each in rounds) for test in tests}


def suspects(suite: Mapping[str, str]) -> list[str]:
    """Name the tests whose outcome varied, then those that always failed: alone, both may differ."""
    varied = [test for test, pattern in suite.items() if len(set(pattern)) > 1]
    return varied + [
        test for test, pattern in suite.items() if len(set(pattern)) == 1 and pattern[0] not in GOOD
    ]


def told(findings: Findings, run: str, where: str) -> str:
    """Say what was found, worst first; what is steady and green is only counted, unless it was named."""
    up = "" if findings.rounds == findings.asked else f", then the time was up (asked for {findings.asked})"
    head = f"{len(findings.suite):,} tests, {findings.rounds} fresh processes{up}, last run {run}{where}"
    wanted = list(findings.suite) if findings.named else suspects(findings.suite)
    lines = [_line(test, findings) for test in wanted[:MOST_TOLD]]
    steady = len(findings.suite) - len(wanted)
    rest = [f"[+{len(wanted) - MOST_TOLD} tests] name ids to see them"] if len(wanted) > MOST_TOLD else []
    return "\n".join(
        [head, *lines, *rest, *([f"{steady:,} others: the same good outcome each time."] if steady else [])]
    )


def _line(test: str, findings: Findings) -> str:
    suite, alone = findings.suite[test], findings.alone.get(test, "")
    in_suite = f"{suite} in its suite, {alone} alone" if alone else f"{suite} in its suite"
    return f"{cut.line(test, 160)}: {in_suite}: {meaning(suite, alone)}"


def facts(findings: Findings) -> dict[str, object]:
    """Give what a program may want: the patterns that are told, and alone where that was tried."""
    wanted = list(findings.suite) if findings.named else suspects(findings.suite)
    return {
        "patterns": {test: findings.suite[test] for test in wanted[:MOST_TOLD]},
        "alone": dict(findings.alone),
    }


def meaning(suite: str, alone: str) -> str:
    """Say in a few words what a test's two patterns mean; `alone` may be empty."""
    if _varies(suite) and not alone:
        return "flaky"
    if _varies(suite):
        return (
            "flaky in the suite and alone"
            if _varies(alone)
            else f"flaky in the suite, {_steady(alone)} alone: neighbours or order"
        )
    if not alone:
        return _steady(suite)
    if _varies(alone):
        return f"{_steady(suite)} in the suite, flaky alone"
    if _steady(suite) == _steady(alone):
        return _steady(suite)
    return f"{_steady(suite)} in the suite, {_steady(alone)} alone: depends on other tests"


def _varies(pattern: str) -> bool:
    return len({letter in GOOD for letter in pattern}) > 1


def _steady(pattern: str) -> str:
    if set(pattern) <= {NOT_RUN}:
        return "never ran"
    return "passes" if set(pattern) <= GOOD else "fails"
