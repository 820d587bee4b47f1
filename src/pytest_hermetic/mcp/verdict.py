"""A tally and the facts of the exit become an outcome. Pure; `exit_codes.py` alone may say PASSED of a run.

Green only if pytest exited 0, at least one test ran, ran + deselected = collected and none is unfinished.
"""

from pytest_hermetic.mcp.evidence import Evidence, complaint, culprits, last_line, raised, tail, under_way, workers_lost
from pytest_hermetic.mcp.exit_codes import (
    NO_TESTS,
    USAGE,
    Judgement,
    by_code,
    collection_error,
    internal_error,
    interrupted,
    nothing,
)
from pytest_hermetic.mcp.outcome import Discovery, RunOutcome, Source, Verdict

_EXPLAINED = (Verdict.PASSED, Verdict.CANCELLED, Verdict.NO_TESTS)


def outcome(evidence: Evidence) -> RunOutcome:
    verdict, reason = judge(evidence)
    tally = evidence.tally
    explained = tally.failures or tally.collect_errors or tally.interrupt or verdict in _EXPLAINED
    return RunOutcome(
        run_id=evidence.run_id,
        verdict=verdict,
        reason=reason,
        counts=evidence.counts,
        failures=tuple(tally.failures),
        collect_errors=tuple(tally.collect_errors.values()),
        culprits=culprits(evidence) if verdict in (Verdict.CRASHED, Verdict.TIMEOUT, Verdict.CANCELLED) else (),
        tests=dict(tally.tests),
        surroundings=evidence.surroundings,
        exit=evidence.exit,
        source=evidence.source,
        duration=evidence.exit.duration,
        tail="" if explained else tail(evidence),
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
        tail="" if verdict in _EXPLAINED or tally.collect_errors else tail(evidence),
    )


def judge(evidence: Evidence, *, collect_only: bool = False) -> Judgement:
    """Return the first judgement that applies, from what we did to the run to what pytest says of it."""
    found = _by_us(evidence) or _by_death(evidence) or _by_start(evidence)
    return found or (_by_collection(evidence) if collect_only else by_code(evidence))


def _by_us(evidence: Evidence) -> Judgement | None:
    facts = evidence.exit
    at = under_way(evidence)
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
    if facts.unwritten:
        return Verdict.INTERRUPTED, f"What the tests did could not be written down: {facts.unwritten}."
    if facts.lost:
        return Verdict.INTERRUPTED, f"The supervisor of this run was killed; how it ended is not known{at}."
    return said.get(facts.ended_by)


def _by_death(evidence: Evidence) -> Judgement | None:
    facts, tally = evidence.exit, evidence.tally
    if facts.signal and not tally.internal_error:
        hint = " (perhaps out of memory)" if facts.signal == "SIGKILL" else ""
        return Verdict.CRASHED, f"The test process died of {facts.signal}{hint}{under_way(evidence)}."
    if died := f"A worker process died{under_way(evidence)}" if tally.died_in else workers_lost(evidence):
        return Verdict.CRASHED, f"{died}."
    if tally.hello and tally.internal_error:
        return internal_error(evidence)
    left_early = tally.exit_code is None and tally.system_exit is None
    at_the_end = tally.session_code is not None and tally.session_code == facts.code  # os._exit in the last hook
    if tally.hello and left_early and not at_the_end:
        return (
            Verdict.CRASHED,
            f"The test process ended with code {facts.code} in mid-run{under_way(evidence)}.",
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
        said = last_line(evidence.stderr)
        return Verdict.ENV_ERROR, f"{evidence.python} ({evidence.why}) does not work as a Python: {said}"
    if tally.interrupt:
        return interrupted(evidence)
    if facts.code == USAGE:
        return Verdict.USAGE_ERROR, f"pytest refused to start: {_refusal(evidence)}"
    if tally.internal_error:
        return Verdict.NOT_STARTED, f"pytest or a plugin broke at the start: {raised(evidence)}"
    if tally.system_exit is not None:
        return (
            Verdict.NOT_STARTED,
            f"Something called sys.exit({tally.system_exit}) while pytest was starting.",
        )
    return (
        Verdict.NOT_STARTED,
        f"pytest ended with code {facts.code} before it started: {complaint(evidence)}",
    )


def _refusal(evidence: Evidence) -> str:
    said = complaint(evidence)
    if "unrecognized arguments: --numprocesses" not in said:
        return said
    return "workers needs pytest-xdist in the project's environment; leave workers out, or install it there"


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
        return collection_error(evidence)
    if evidence.exit.code == 0 and tally.items and len(tally.items) == tally.selected:
        return Verdict.PASSED, ""
    if evidence.exit.code in (0, NO_TESTS):
        return Verdict.NO_TESTS, nothing(evidence)
    return by_code(evidence)
