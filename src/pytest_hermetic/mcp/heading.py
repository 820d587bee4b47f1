"""The first line of an answer: verdict, counts, time, run id, and what ran it. Pure."""

import posixpath
from dataclasses import asdict

from pytest_hermetic.mcp import cut
from pytest_hermetic.mcp.outcome import RunOutcome, Surroundings, Verdict


def headline(outcome: RunOutcome) -> str:
    """Verdict, counts, time, run id and what ran it, on one line."""
    counts = _counted(outcome)
    reason = "" if _is_told_below(outcome) else f": {cut.line(outcome.reason.rstrip('.'), 400)}"
    counts = f";{counts}" if reason and counts else counts
    around = where(outcome.surroundings)
    return f"{outcome.verdict}{reason}{counts} in {outcome.duration:.1f}s, run {outcome.run_id}{around}"


def _is_told_below(outcome: RunOutcome) -> bool:
    """Tell whether counts and causes say all that the reason would."""
    told = {Verdict.FAILED: outcome.failures, Verdict.COLLECTION_ERROR: outcome.collect_errors}
    return outcome.green or bool(told.get(outcome.verdict))


def facts(outcome: RunOutcome) -> dict[str, object]:
    """Give what a program may want of a run; its failures are told in the text only."""
    known = {
        "counts": {name: count for name, count in asdict(outcome.counts).items() if count},
        "interpreter": outcome.surroundings.python,
        "rootdir": outcome.surroundings.rootdir,
    }
    run_facts = {
        "run": outcome.run_id,
        "verdict": str(outcome.verdict),
        "seconds": round(outcome.duration, 2),
    }
    return run_facts | {name: value for name, value in known.items() if value}


def where(around: Surroundings) -> str:
    """Name interpreter, pytest and rootdir, paths in short: the structured answer has them in full."""
    if not around.python:
        return ""
    environment = _short(_environment(around.python), around.rootdir)
    python = around.python_version.split()[0] if around.python_version else "?"
    folder = posixpath.basename(around.rootdir.rstrip("/"))
    known = [(f"pytest {around.pytest_version}", around.pytest_version), (f"rootdir {folder}", folder)]
    return f" ({', '.join([f'Python {python} {environment}', *(text for text, is_known in known if is_known)])})"


def _environment(python: str) -> str:
    folder = posixpath.dirname(python.replace("\\", "/"))
    return posixpath.dirname(folder) if posixpath.basename(folder) in {"bin", "Scripts"} else python


def _short(path: str, rootdir: str) -> str:
    if rootdir and path.startswith(f"{rootdir.rstrip('/')}/"):
        return path[len(rootdir.rstrip("/")) + 1 :]
    parts = path.split("/")
    return path if len(parts) <= 3 else f".../{parts[-1]}"  # noqa: PLR2004 - "/usr/local" is short enough


def _counted(outcome: RunOutcome) -> str:
    counts = outcome.counts
    bad = [
        (counts.failed, "failed"),
        (counts.errors, "error" if counts.errors == 1 else "errors"),
        (counts.unfinished, "unfinished"),
    ]
    rest = [(counts.skipped, "skipped"), (counts.xfailed, "xfailed"), (counts.xpassed, "xpassed")]
    rest += [(counts.deselected, "deselected"), (counts.reruns, "reruns")]
    left = counts.collected - counts.deselected - counts.ran - counts.unfinished
    rest += [(left, "not run")] if left > 0 and counts.ran else []
    bad = [(len(outcome.collect_errors), "not collected"), *bad]
    told = [f"{number} {name}" for number, name in [*bad, (counts.passed, "passed"), *rest] if number]
    if outcome.verdict is Verdict.COLLECTION_ERROR and not counts.ran:
        told.append("nothing was run")
    return f" {', '.join(told)}" if told else ""
