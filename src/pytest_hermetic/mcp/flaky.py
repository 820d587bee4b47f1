"""What several runs of the same tests tell: a pattern for each test and what it means. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

LETTERS = {
    **{"passed": "P", "failed": "F", "error": "E", "skipped": "S", "xfailed": "x", "xpassed": "X"},
    **{"crashed": "C", "hung": "T"},
}
NOT_RUN = "-"
GOOD = frozenset("PSxX")


@dataclass(frozen=True, kw_only=True)
class Findings:
    """Each test's pattern in its suite, and alone where that was tried."""

    suite: Mapping[str, str]
    alone: Mapping[str, str]


def patterns(tests: Sequence[str], rounds: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """Write one letter per round: P passed, F failed, E error, S skipped, x xfailed, X xpassed, C crashed, T hung, - not run."""
    return {test: "".join(LETTERS.get(each.get(test, ""), NOT_RUN) for each in rounds) for test in tests}


def suspects(suite: Mapping[str, str]) -> list[str]:
    """The tests whose outcome varied, then those that always failed: both may change when run alone."""
    varied = [test for test, pattern in suite.items() if len(set(pattern)) > 1]
    return varied + [test for test, pattern in suite.items() if len(set(pattern)) == 1 and pattern[0] not in GOOD]


def meaning(suite: str, alone: str) -> str:
    """Say in a few words what a test's two patterns mean; `alone` may be empty."""
    if _varies(suite) and not alone:
        return "flaky"
    if _varies(suite):
        return "flaky in the suite and alone" if _varies(alone) else f"flaky in the suite, {_steady(alone)} alone: neighbours or order"
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
