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
    """Patterns in the suite, and alone where that was tried; `named` are the tests to tell one by one."""

    suite: Mapping[str, str]
    alone: Mapping[str, str]
    named: Sequence[str]
    rounds: int
    asked: int


def patterns(rounds: Sequence[RunOutcome], tests: Sequence[str] = ()) -> dict[str, str]:
    """Write one letter per round and test, see LETTERS; `-` where it did not run."""
    seen = [_outcomes(each) for each in rounds]
    wanted = tests or dict.fromkeys(test for each in seen for test in each)
    return {test: "".join(LETTERS.get(each.get(test, ""), NOT_RUN) for each in seen) for test in wanted}


def suspects(suite: Mapping[str, str]) -> list[str]:
    """Name the tests whose outcome varied, then those that always failed: alone, both may differ."""
    varied = [test for test, pattern in suite.items() if _varies(pattern)]
    return varied + [test for test, pattern in suite.items() if not set(pattern) & GOOD]


def told(findings: Findings, run: str, where: str) -> str:
    """Say what was found, worst first; what is steady and green is only counted, unless it was named."""
    up = "" if findings.rounds == findings.asked else f", then the time was up (asked for {findings.asked})"
    tests = cut.count(len(findings.suite), "test")
    head = f"{tests}, {findings.rounds} fresh processes{up}, last run {run}{where}"
    lines = [_line(test, findings) for test in findings.named[:MOST_TOLD]]
    if (hidden := len(findings.named) - MOST_TOLD) > 0:
        lines.append(f"[+{hidden} tests] name ids to see them")
    if steady := len(findings.suite) - len(findings.named):
        lines.append(f"{steady:,} others: the same good outcome each time.")
    return "\n".join([head, *lines])


def _line(test: str, findings: Findings) -> str:
    suite, alone = findings.suite[test], findings.alone.get(test, "")
    if alone and set(alone) <= {NOT_RUN}:
        return f"{cut.line(test, 160)}: {suite} in its suite: {meaning(suite, '')}; it could not be run alone"
    in_suite = f"{suite} in its suite, {alone} alone" if alone else f"{suite} in its suite"
    return f"{cut.line(test, 160)}: {in_suite}: {meaning(suite, alone)}"


def facts(findings: Findings) -> dict[str, object]:
    """Give what a program may want: the patterns that are told, and alone where that was tried."""
    return {
        "patterns": {test: findings.suite[test] for test in findings.named[:MOST_TOLD]},
        "alone": dict(findings.alone),
    }


def meaning(suite: str, alone: str) -> str:
    """Say in a few words what a test's two patterns mean; `alone` may be empty."""
    if _varies(suite) and not alone:
        return "flaky"
    if _varies(suite) and _varies(alone):
        return "flaky in the suite and alone"
    if _varies(suite):
        return f"flaky in the suite, {_steady(alone)} alone: neighbours or order"
    if _varies(alone):
        return f"{_steady(suite)} in the suite, flaky alone"
    if not alone or _steady(suite) == _steady(alone):
        return _steady(suite)
    return f"{_steady(suite)} in the suite, {_steady(alone)} alone: depends on other tests"


def _varies(pattern: str) -> bool:
    return len({letter in GOOD for letter in pattern}) > 1


def _steady(pattern: str) -> str:
    if set(pattern) <= {NOT_RUN}:
        return "never ran"
    return "passes" if set(pattern) <= GOOD else "fails"


def _outcomes(outcome: RunOutcome) -> dict[str, str]:
    """Give each test's outcome in one run; the test in which the process died or hung is named so."""
    fate = "hung" if outcome.verdict is Verdict.TIMEOUT else "crashed"
    return {each.id: str(each.outcome) for each in outcome.tests.values()} | {
        each.id: fate for each in outcome.culprits
    }
