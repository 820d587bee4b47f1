"""A tally and the facts of the exit become an outcome. Pure, and the only place that may say PASSED.

Green only if pytest exited 0, at least one test ran, ran + deselected = collected and none is unfinished.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from pytest_hermetic.mcp import stack
from pytest_hermetic.mcp.outcome import (
    Counts,
    Culprit,
    Discovery,
    ExitFacts,
    RunOutcome,
    Source,
    Surroundings,
    TestOutcome,
    Verdict,
)
from pytest_hermetic.mcp.tally import Tally

_ERROR = re.compile(r"error|Traceback", re.IGNORECASE)
_EXPLAINED = (Verdict.PASSED, Verdict.CANCELLED, Verdict.NO_TESTS)


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """All there is to judge a run by."""

    run_id: str
    tally: Tally
    exit: ExitFacts
    python: str
    why: str
    stdout: str = ""  # the end of it
    stderr: str = ""
    timeout: float = 0.0
    test_timeout: float | None = None
    source: Source = Source.EVENTS

    @property
    def counts(self) -> Counts:
        return self.tally.counts()

    @property
    def surroundings(self) -> Surroundings:
        return self.tally.surroundings(python=self.python, why=self.why)


Judgement = tuple[Verdict, str]


def outcome(evidence: Evidence) -> RunOutcome:
    verdict, reason = judge(evidence)
    tally = evidence.tally
    explained = tally.failures or tally.collect_errors or verdict in _EXPLAINED
    return RunOutcome(
        run_id=evidence.run_id,
        verdict=verdict,
        reason=reason,
        counts=evidence.counts,
        failures=tuple(tally.failures),
        collect_errors=tuple(tally.collect_errors.values()),
        culprits=culprits(evidence)
        if verdict in (Verdict.CRASHED, Verdict.TIMEOUT, Verdict.CANCELLED)
        else (),
        tests=dict(tally.tests),
        surroundings=evidence.surroundings,
        exit=evidence.exit,
        source=evidence.source,
        duration=evidence.exit.duration,
        tail="" if explained else _tail(evidence),
    )


def discovery(evidence: Evidence) -> Discovery:
    tally = evidence.tally
    verdict, reason = judge(evidence, collect_only=True)
    return Discovery(
        run_id=evidence.run_id,
        verdict=verdict,
        reason=reason,
        items=tuple(tally.items),
        deselected=tally.deselected,
        errors=tuple(tally.collect_errors.values()),
        surroundings=evidence.surroundings,
        exit=evidence.exit,
        duration=evidence.exit.duration,
        tail="" if verdict in _EXPLAINED or tally.collect_errors else _tail(evidence),
    )


def judge(evidence: Evidence, *, collect_only: bool = False) -> Judgement:
    """Return the first judgement that applies, from what we did to the run to what pytest says of it."""
    found = _by_us(evidence) or _by_death(evidence) or _by_start(evidence)
    return found or (_by_collection(evidence) if collect_only else _by_code(evidence))


def culprits(evidence: Evidence) -> tuple[Culprit, ...]:
    """Name the tests that were under way when the process ended, with the line where that is known."""
    tally = evidence.tally
    suspects = [(test.id, test.phase) for test in tally.running.values()] + [
        (name, "") for name in tally.died_in
    ]
    alone = len(suspects) == 1 and not evidence.surroundings.workers
    stacks = [_last_stack(evidence) if alone else _stack_of(name, evidence) for name, _ in suspects]
    return tuple(
        Culprit(id=name, phase=phase, line=stack.own_line(lines), stack=lines)
        for (name, phase), lines in zip(suspects, stacks, strict=True)
    )


def _last_stack(evidence: Evidence) -> tuple[str, ...]:
    """Return where a single process was: what we asked for before its end, or what it wrote when it died."""
    dumped = _dumped(evidence)
    if dumped:
        return dumped[0] if evidence.exit.ended_by else dumped[-1]
    said = evidence.tally.interrupt
    return tuple(said["frames"]) if said else ()


def _stack_of(name: str, evidence: Evidence) -> tuple[str, ...]:
    """With several workers, find the stack that passes through the test's own function."""
    function = name.rpartition("::")[2].partition("[")[0]
    return next(
        (one for one in _dumped(evidence) if any(frame.endswith(f" in {function}") for frame in one)), ()
    )


def _dumped(evidence: Evidence) -> tuple[tuple[str, ...], ...]:
    return stack.stacks(evidence.stderr, evidence.surroundings.rootdir)


def _by_us(evidence: Evidence) -> Judgement | None:
    facts = evidence.exit
    at = _under_way(evidence)
    said: dict[str, Judgement] = {
        "cancel": (Verdict.CANCELLED, f"Cancelled after {facts.duration:.1f} s{at}."),
        "server_gone": (
            Verdict.CANCELLED,
            f"Ended after {facts.duration:.1f} s because the server went away{at}.",
        ),
        "timeout": (Verdict.TIMEOUT, f"Not finished within {evidence.timeout:g} s{at}."),
        "test_timeout": (Verdict.TIMEOUT, f"One test ran longer than {evidence.test_timeout or 0:g} s{at}."),
        "processes": (Verdict.CRASHED, f"Ended because the run started too many processes{at}."),
    }
    if facts.lost:
        return Verdict.INTERRUPTED, f"The supervisor of this run was killed; how it ended is not known{at}."
    return said.get(facts.ended_by)


def _under_way(evidence: Evidence) -> str:
    found = culprits(evidence)
    if found:
        first = f", in {found[0].id}" + (f" ({found[0].phase})" if found[0].phase else "")
        return first + (f" at {found[0].line}" if found[0].line else "") + _others(len(found) - 1)
    if line := stack.own_line(_last_stack(evidence)):
        return f", outside any test, at {line}"
    if evidence.tally.exit_code is not None:
        return ", after the last test: something kept the process from ending"
    return ", outside any test" if evidence.tally.selected is not None else ", before any test"


def _others(number: int) -> str:
    return f" and {number} other{'s' if number > 1 else ''}" if number else ""


def _by_death(evidence: Evidence) -> Judgement | None:
    facts, tally = evidence.exit, evidence.tally
    if facts.signal:
        hint = " (perhaps out of memory)" if facts.signal == "SIGKILL" else ""
        return Verdict.CRASHED, f"The test process died of {facts.signal}{hint}{_under_way(evidence)}."
    if tally.died_in:
        return Verdict.CRASHED, f"A worker process died{_under_way(evidence)}."
    left_early = tally.exit_code is None and tally.system_exit is None
    at_the_end = (
        tally.session_code is not None and tally.session_code == facts.code
    )  # os._exit in the last hook
    if tally.hello and left_early and not at_the_end:
        return (
            Verdict.CRASHED,
            f"The test process ended with code {facts.code} in mid-run{_under_way(evidence)}.",
        )
    if tally.exit_code == 0 and facts.code:
        return Verdict.CRASHED, f"pytest returned 0, but the process then ended with code {facts.code}."
    return None


def _by_start(evidence: Evidence) -> Judgement | None:
    facts, tally = evidence.exit, evidence.tally
    if not facts.started:
        where = f"{evidence.python} ({evidence.why}) cannot be started: " if evidence.python else ""
        return Verdict.ENV_ERROR, where + facts.error
    if tally.no_pytest:
        return Verdict.ENV_ERROR, _no_pytest(evidence)
    if tally.hello or evidence.source is not Source.EVENTS:
        return None
    return _before_hello(evidence)


def _before_hello(evidence: Evidence) -> Judgement:
    facts, tally = evidence.exit, evidence.tally
    if not tally.boot:
        said = _last_line(evidence.stderr)
        return Verdict.ENV_ERROR, f"{evidence.python} ({evidence.why}) does not work as a Python: {said}"
    if facts.code == _USAGE:
        return Verdict.USAGE_ERROR, f"pytest refused to start: {_complaint(evidence)}"
    if tally.system_exit is not None:
        return (
            Verdict.NOT_STARTED,
            f"Something called sys.exit({tally.system_exit}) while pytest was starting.",
        )
    return (
        Verdict.NOT_STARTED,
        f"pytest ended with code {facts.code} before it started: {_complaint(evidence)}",
    )


def _no_pytest(evidence: Evidence) -> str:
    error = evidence.tally.no_pytest or {}
    python = evidence.surroundings.python
    if error.get("missing") != "pytest":
        return f"pytest in {python} ({evidence.why}) is broken: {error.get('error')}. Reinstall it there."
    return (
        f"No pytest in {python} ({evidence.why}): install it there (`{python} -m pip install pytest`) "
        "or name another interpreter in [tool.pytest-hermetic.mcp] python."
    )


def _by_collection(evidence: Evidence) -> Judgement:
    tally = evidence.tally
    if tally.collect_errors:
        return _collection_error(evidence)
    if evidence.exit.code == 0 and tally.items and len(tally.items) == tally.selected:
        return Verdict.PASSED, ""
    if evidence.exit.code in (0, _NO_TESTS):
        return Verdict.NO_TESTS, _nothing(evidence)
    return _by_code(evidence)


def _by_code(evidence: Evidence) -> Judgement:
    rule = _CODES.get(evidence.exit.code if evidence.exit.code is not None else -1, _strange_code)
    return rule(evidence)


def _code_0(evidence: Evidence) -> Judgement:
    counts, tally = evidence.counts, evidence.tally
    if tally.interrupt:
        return _interrupted(evidence)
    if counts.failed or counts.errors or tally.failures:
        return Verdict.FAILED, "Tests failed, though pytest exited 0: something changed its exit code."
    if tally.collect_errors:
        return _collection_error(evidence)
    if not counts.ran - counts.skipped:
        return Verdict.NO_TESTS, _nothing(evidence)
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
        return _collection_error(evidence)
    return Verdict.FAILED, f"No test failed, but pytest exited 1: {_last_line(evidence.stdout)}"


def _how_many(evidence: Evidence) -> str:
    counts, tally = evidence.counts, evidence.tally
    tests = [test for test in tally.tests.values() if test.outcome in (TestOutcome.FAILED, TestOutcome.ERROR)]
    rest = counts.collected - counts.deselected - counts.ran
    stopped = f"; stopped before {rest} more" if rest > 0 else ""
    uncollected = f"; {len(tally.collect_errors)} not collected" if tally.collect_errors else ""
    return f"{len(tests)} of {counts.ran} tests failed{stopped}{uncollected}."


def _code_2(evidence: Evidence) -> Judgement:
    if evidence.tally.collect_errors:
        return _collection_error(evidence)
    return _interrupted(evidence)


def _interrupted(evidence: Evidence) -> Judgement:
    said = evidence.tally.interrupt
    if not said:
        return Verdict.INTERRUPTED, f"pytest stopped before the end: {_last_line(evidence.stdout)}"
    frames = said["frames"]
    message = f"{said['kind']}{': ' + said['message'] if said['message'] else ''}"
    where = f" at {stack.own_line(frames)}" if frames else ""
    running = next(iter(evidence.tally.running), "")
    return Verdict.INTERRUPTED, f"{message}{where}{', in ' + running if running else ''}."


def _collection_error(evidence: Evidence) -> Judgement:
    errors = evidence.tally.collect_errors
    first = next(iter(errors.values()))
    return (
        Verdict.COLLECTION_ERROR,
        f"{len(errors)} not collected: {first.id}: {first.message.splitlines()[0]}",
    )


def _code_3(evidence: Evidence) -> Judgement:
    said = evidence.tally.internal_error.strip().splitlines()
    return (
        Verdict.INTERNAL_ERROR,
        f"pytest or a plugin broke: {said[-1] if said else _last_line(evidence.stdout)}",
    )


def _code_4(evidence: Evidence) -> Judgement:
    return Verdict.USAGE_ERROR, f"pytest refused: {_complaint(evidence)}"


def _code_5(evidence: Evidence) -> Judgement:
    return Verdict.NO_TESTS, _nothing(evidence)


def _nothing(evidence: Evidence) -> str:
    counts = evidence.counts
    if counts.skipped:
        return f"All {counts.skipped} tests were skipped."
    if counts.deselected:
        return f"All {counts.deselected} collected tests were deselected."
    return "No tests were found."


def _strange_code(evidence: Evidence) -> Judgement:
    if evidence.tally.interrupt:
        return _interrupted(evidence)
    if evidence.tally.failures:
        return Verdict.FAILED, _how_many(evidence)
    return (
        Verdict.INTERNAL_ERROR,
        f"pytest ended with the unknown code {evidence.exit.code}: {_complaint(evidence)}",
    )


_USAGE, _NO_TESTS = 4, 5
_CODES: dict[int, Callable[[Evidence], Judgement]] = {
    0: _code_0,
    1: _code_1,
    2: _code_2,
    3: _code_3,
    _USAGE: _code_4,
    _NO_TESTS: _code_5,
}


def _complaint(evidence: Evidence) -> str:
    """Return pytest's complaint: the first line of stderr that speaks of an error, and the exception."""
    lines = [line.strip() for line in evidence.stderr.splitlines() if "usage: " not in line]
    first = next((line for line in lines if _ERROR.search(line)), "")
    raised = (
        next((line for line in lines if line.startswith("E  ")), "") if not first.startswith("E  ") else ""
    )
    if first.startswith("Traceback") or not first:
        return _last_line(evidence.stderr if lines else evidence.stdout)
    return ": ".join(
        part.removeprefix("ERROR:").removeprefix("E  ").strip(" :") for part in (first, raised) if part
    )


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip(" =\t")]
    return lines[-1] if lines else "it said nothing"


def _tail(evidence: Evidence, most: int = 20) -> str:
    lines = (evidence.stderr.rstrip() or evidence.stdout.rstrip()).splitlines()
    return "\n".join(lines[-most:])
