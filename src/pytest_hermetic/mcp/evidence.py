"""All there is to judge a run by, and what it says: who was under way, where, what went wrong. Pure."""

import re
from dataclasses import dataclass

from pytest_hermetic.mcp import stack
from pytest_hermetic.mcp.outcome import Counts, Culprit, ExitFacts, Source, Surroundings
from pytest_hermetic.mcp.tally import Tally

_ERROR = re.compile(r"error|Traceback", re.IGNORECASE)
_WARNING = re.compile(r"^.+:\d+: \w*Warning: .*\n(?:.*\n){0,5}?  \S.*\n?", re.MULTILINE)  # with its source line
_SUMMARY = re.compile(r"=* ?(\d+ \w+(, )?)+ in [\d.]+s\b.*")  # "=== 1 failed, 2 passed in 0.12s ==="


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
    def complaints(self) -> str:
        """Return stderr without warnings: they are no reason to end."""
        return _WARNING.sub("", self.stderr)

    @property
    def counts(self) -> Counts:
        return self.tally.counts()

    @property
    def surroundings(self) -> Surroundings:
        return self.tally.surroundings(python=self.python, why=self.why)


def culprits(evidence: Evidence) -> tuple[Culprit, ...]:
    """Name the tests that were under way when the process ended, with the line where that is known."""
    tally = evidence.tally
    suspects = [*tally.under_way, *((name, "") for name in tally.died_in)]
    alone = len(suspects) == 1 and not evidence.surroundings.workers
    stacks = [last_stack(evidence) if alone else _stack_of(name, evidence) for name, _ in suspects]
    return tuple(
        Culprit(id=name, phase=phase, line=stack.own_line(lines), stack=lines)
        for (name, phase), lines in zip(suspects, stacks, strict=True)
    )


def under_way(evidence: Evidence) -> str:
    found = culprits(evidence)
    if found:
        first = f", in {found[0].id}" + (f" ({found[0].phase})" if found[0].phase else "")
        return first + (f" at {found[0].line}" if found[0].line else "") + _others(len(found) - 1)
    if lost := workers_lost(evidence):
        return f"; {lost[0].lower()}{lost[1:]}"
    if line := stack.own_line(last_stack(evidence)):
        return f", outside any test, at {line}"
    if evidence.tally.exit_code is not None:
        return ", after the last test: something kept the process from ending"
    return ", outside any test" if evidence.tally.selected is not None else ", before any test"


def workers_lost(evidence: Evidence) -> str:
    """Say so if xdist's workers died before they had collected anything."""
    lost = evidence.tally.workers_lost if evidence.tally.selected is None else []
    return f"{len(lost)} worker process{'es' if len(lost) > 1 else ''} died before any test: {lost[0]}" if lost else ""


def complaint(evidence: Evidence) -> str:
    """Return pytest's complaint: the first line of stderr that speaks of an error, and the exception."""
    lines = [line.strip() for line in evidence.complaints.splitlines() if "usage: " not in line]
    first = next((line for line in lines if _ERROR.search(line)), "")
    raised = next((line for line in lines if line.startswith("E  ")), "") if not first.startswith("E  ") else ""
    if first.startswith("Traceback") or not first:
        return last_line(evidence.complaints if lines else evidence.stdout)
    return ": ".join(part.removeprefix("ERROR:").removeprefix("E  ").strip(" :") for part in (first, raised) if part)


def raised(evidence: Evidence) -> str:
    """Return the exception of an internal error: what stands, not indented, below the last frame; its first line."""
    lines = evidence.tally.internal_error.strip().splitlines()
    frames = [number for number, line in enumerate(lines) if line.startswith("  File ")]
    below = lines[frames[-1] + 1 :] if frames else lines
    return next((line for line in below if line and not line.startswith(" ")), "")


def last_line(text: str) -> str:
    """Return the last line that is more than a count of tests."""
    lines = [line.strip("! \t") for line in text.splitlines() if line.strip(" =!\t")]
    return next((line for line in reversed(lines) if not _SUMMARY.fullmatch(line)), (lines or ["it said nothing"])[-1])


def tail(evidence: Evidence, most: int = 20) -> str:
    lines = (evidence.complaints.rstrip() or evidence.stdout.rstrip()).splitlines()
    return "\n".join(lines[-most:])


def last_stack(evidence: Evidence) -> tuple[str, ...]:
    """Return where a single process was: what we asked for before its end, or what it wrote when it died."""
    dumped = _dumped(evidence)
    if evidence.exit.ended_by:
        asked_for = stack.main_stack(evidence.stderr, evidence.surroundings)
        if asked_for or dumped:
            return asked_for or dumped[0]
    elif dumped:
        return dumped[-1]
    said = evidence.tally.interrupt
    return tuple(said["frames"]) if said else ()


def _stack_of(name: str, evidence: Evidence) -> tuple[str, ...]:
    """With several workers, find the stack that passes through the test's own function."""
    function = name.rpartition("::")[2].partition("[")[0]
    return next((one for one in _dumped(evidence) if any(frame.endswith(f" in {function}") for frame in one)), ())


def _dumped(evidence: Evidence) -> tuple[tuple[str, ...], ...]:
    return stack.stacks(evidence.stderr, evidence.surroundings)


def _others(number: int) -> str:
    return f" and {number} other{'s' if number > 1 else ''}" if number else ""
