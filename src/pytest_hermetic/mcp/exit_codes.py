"""What pytest's exit code means, held against what was seen of the tests. Pure."""

from collections.abc import Callable

from pytest_hermetic.mcp import cut, stack
from pytest_hermetic.mcp.evidence import Evidence, complaint, last_line, raised
from pytest_hermetic.mcp.outcome import TestOutcome, Verdict

Judgement = tuple[Verdict, str]

USAGE, NO_TESTS = 4, 5
STOPPED_ITSELF = "Interrupted"  # the exception with which pytest leaves the rest, as --stepwise wants after a failure


def by_code(evidence: Evidence) -> Judgement:
    rule = _CODES.get(evidence.exit.code if evidence.exit.code is not None else -1, _strange_code)
    return rule(evidence)


def _code_0(evidence: Evidence) -> Judgement:
    counts, tally = evidence.counts, evidence.tally
    if tally.interrupt:
        return interrupted(evidence)
    if counts.failed or counts.errors or tally.failures:
        return Verdict.FAILED, "Tests failed, though pytest exited 0: something changed its exit code."
    if tally.collect_errors:
        return collection_error(evidence)
    if not counts.ran - counts.skipped:
        return Verdict.NO_TESTS, nothing(evidence)
    if tally.selected is None or counts.ran + counts.deselected != counts.collected or counts.unfinished:
        missing = counts.collected - counts.deselected - counts.ran
        return (
            Verdict.INTERRUPTED,
            f"pytest exited 0, but {missing} of {counts.collected} tests did not run to an end.",
        )
    return Verdict.PASSED, ""


def _code_1(evidence: Evidence) -> Judgement:
    counts, tally = evidence.counts, evidence.tally
    if counts.failed or counts.errors or tally.failures:
        return Verdict.FAILED, _how_many(evidence)
    if tally.collect_errors:
        return collection_error(evidence)
    return Verdict.FAILED, f"No test failed, but pytest exited 1: {last_line(evidence.stdout)}"


def _how_many(evidence: Evidence) -> str:
    counts, tally = evidence.counts, evidence.tally
    tests = [test for test in tally.tests.values() if test.outcome in (TestOutcome.FAILED, TestOutcome.ERROR)]
    rest = counts.collected - counts.deselected - counts.ran
    stopped = f"; stopped before {rest} more" if rest > 0 else ""
    uncollected = f"; {len(tally.collect_errors)} not collected" if tally.collect_errors else ""
    return f"{len(tests)} of {counts.ran} tests failed{stopped}{uncollected}."


def _code_2(evidence: Evidence) -> Judgement:
    if evidence.tally.collect_errors:
        return collection_error(evidence)
    if evidence.tally.failures and (evidence.tally.interrupt or {}).get("kind") == STOPPED_ITSELF:
        return Verdict.FAILED, _how_many(evidence)
    return interrupted(evidence)


def interrupted(evidence: Evidence) -> Judgement:
    said = evidence.tally.interrupt
    if not said:
        return Verdict.INTERRUPTED, f"pytest stopped before the end: {last_line(evidence.stdout)}"
    line = stack.own_line(said["frames"])
    message = f"{said['kind']}{': ' + said['message'].rstrip('.') if said['message'] else ''}"
    where = f" at {line}" if line else ""
    running = next(iter(evidence.tally.running), "")
    return Verdict.INTERRUPTED, f"{message}{where}{', in ' + running if running else ''}."


def collection_error(evidence: Evidence) -> Judgement:
    errors = evidence.tally.collect_errors
    first = next(iter(errors.values()))
    return (
        Verdict.COLLECTION_ERROR,
        f"{len(errors)} not collected: {first.id}: {first.message.splitlines()[0]}",
    )


def internal_error(evidence: Evidence) -> Judgement:
    return Verdict.INTERNAL_ERROR, f"pytest or a plugin broke: {raised(evidence) or last_line(evidence.stdout)}"


def _code_4(evidence: Evidence) -> Judgement:
    said = complaint(evidence)
    hint = "; discover_tests tells what there is" if "not found: " in said else ""
    return Verdict.USAGE_ERROR, f"pytest refused: {said}{hint}"


def _code_5(evidence: Evidence) -> Judgement:
    return Verdict.NO_TESTS, nothing(evidence)


def nothing(evidence: Evidence) -> str:
    counts = evidence.counts
    if counts.skipped:
        return f"{_all(counts.skipped)} skipped."
    if counts.deselected:
        return f"{_all(counts.deselected)} deselected."
    if counts.collected:
        return (
            f"{cut.count(counts.collected, 'test')} collected, none run: does addopts hold an option that only looks?"
        )
    return "No tests were found."


def _all(number: int) -> str:
    return f"All {number:,} tests were" if number > 1 else "The only test was"


def _strange_code(evidence: Evidence) -> Judgement:
    if evidence.tally.interrupt:
        return interrupted(evidence)
    if evidence.tally.failures:
        return Verdict.FAILED, _how_many(evidence)
    return (
        Verdict.INTERNAL_ERROR,
        f"pytest ended with the unknown code {evidence.exit.code}: {complaint(evidence)}",
    )


_CODES: dict[int, Callable[[Evidence], Judgement]] = {
    0: _code_0,
    1: _code_1,
    2: _code_2,
    3: internal_error,
    USAGE: _code_4,
    NO_TESTS: _code_5,
}
