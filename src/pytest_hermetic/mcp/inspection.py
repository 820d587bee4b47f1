"""A closer look at a finished run: its failures, one of them in full, a stretch of its output. Pure."""

import re
from collections.abc import Sequence

from pytest_hermetic.mcp import cut, render
from pytest_hermetic.mcp.outcome import Failure, RunOutcome, TestResult
from pytest_hermetic.mcp.refusal import refuse

MOST_BYTES = 16_000
MOST_LINES = 200
SLOWEST = 5
WORTH_TELLING = 0.01
MOST_HITS = 50


def overview(outcome: RunOutcome) -> str:
    """Tell the run again with every failing id, and what took longest."""
    told = render.run(outcome)
    failed = dict.fromkeys(each.id for each in [*outcome.collect_errors, *outcome.failures])
    left = [each for each in failed if each not in told]
    ids = [f"failing too ({len(left)}):", *(f"  {each}" for each in left)] if left else []
    slow = sorted((each for each in outcome.tests.values() if each.duration >= WORTH_TELLING), key=_shortest_last)
    slowest = [f"slowest: {', '.join(f'{each.id} {each.duration:.2f}s' for each in slow[:SLOWEST])}"] if slow else []
    return _within("\n".join([told, *slowest, *ids]), "search finds a line")


def _shortest_last(test: TestResult) -> float:
    return -test.duration


def failures_of(outcome: RunOutcome, test: str) -> list[Failure]:
    """Find a test's failures by its node id, or refuse and say what else is known of it."""
    found = [each for each in [*outcome.collect_errors, *outcome.failures] if each.id == test]
    if found:
        return found
    if test in outcome.tests:
        result = outcome.tests[test]
        why = f": {result.reason}" if result.reason else ""
        refuse(f"{test} has no failure in run {outcome.run_id}: {result.outcome} in {result.duration:.2f}s{why}.")
    failing = cut.names(list(dict.fromkeys(each.id for each in outcome.failures)), 5)
    return refuse(f"{test!r} did not run in run {outcome.run_id}. Failing there: {failing or 'nothing'}.")


def in_full(outcome: RunOutcome, test: str) -> str:
    """Tell each failure of one test as pytest reported it, then what it printed."""
    told = []
    for each in failures_of(outcome, test):
        told.append(f"{each.id} {each.exception} in {each.phase} at {each.location}")
        told.append(each.text.strip() or "\n".join([each.message, *each.frames]))
        told += [_printed(*printed) for printed in _outputs(each)]
    return _within("\n".join(told), f"inspect_run run={outcome.run_id} test=<id> with lines or search has the output")


def _outputs(failure: Failure) -> list[tuple[str, str, int]]:
    return [(each.title, each.text.strip(), each.length) for each in failure.output if each.text.strip()]


def _printed(title: str, text: str, length: int) -> str:
    cut_off = "" if len(text) >= length - 2 else f" of {length:,} characters; lines or search has the rest"
    return f"--- {title}{cut_off} ---\n{text}"


def outputs(outcome: RunOutcome, test: str) -> list[tuple[str, str]]:
    """Name the outputs that a request is about, each with its file: a failure's own, or pytest's."""
    if not test:
        return [("stdout", "stdout")]
    found = [(each.title, each.file) for failure in failures_of(outcome, test) for each in failure.output if each.file]
    return found or refuse(f"{test} printed nothing more than inspect_run run={outcome.run_id} test=... shows.")


def wanted_lines(wanted: str, total: int) -> tuple[int, int]:
    """Read `3-40`, `7`, `100-` or `-40` (the last 40) against the number of lines there are."""
    found = re.fullmatch(r"(\d*)(-?)(\d*)", wanted)
    if not found or not any(found.group(1, 3)):
        refuse(f"lines must be such as 1-80, 7, 100- or -40 for the last 40, not {wanted!r}.")
    start, dash, end = found.groups()
    if not start:
        return max(1, total - int(end) + 1), total
    first = max(1, int(start))
    return first, min(total, int(end) if end else (total if dash else first))


def stretch(source: str, first: int, total: int, lines: Sequence[str]) -> str:
    """Tell lines of an output with their place in the whole."""
    shown = lines[:MOST_LINES]
    head = f"{source}: lines {first}-{first + len(shown) - 1} of {total:,}"
    return _within("\n".join([head, *(cut.line(each, 400) for each in shown)]), "ask for fewer lines")


def hits(source: str, searched: str, found: Sequence[tuple[int, str]]) -> str:
    """Tell the lines that hold a text."""
    number_told = f"the first {MOST_HITS}" if len(found) >= MOST_HITS else f"{len(found)}"
    head = f"{source}: {number_told} lines with {searched!r}"
    return _within(
        "\n".join([head, *(f"{number}: {cut.line(each, 300)}" for number, each in found)]), "search for more"
    )


def _within(text: str, how: str) -> str:
    if cut.size(text) <= MOST_BYTES:
        return text
    kept = text.encode()[: MOST_BYTES - 200].decode(errors="ignore")
    return f"{kept}\n[+{cut.size(text) - cut.size(kept):,} bytes] {how}"
