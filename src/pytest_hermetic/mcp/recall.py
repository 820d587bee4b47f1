"""Reads a run's folder into the evidence it is judged by: the same just after a run and a week later."""

from pytest_hermetic.mcp import fallback
from pytest_hermetic.mcp.evidence import Evidence
from pytest_hermetic.mcp.outcome import ExitFacts, Source
from pytest_hermetic.mcp.runs import Folder
from pytest_hermetic.mcp.tally import Tally, tally


def evidence(folder: Folder, *, exit_facts: ExitFacts | None = None, seen: Tally | None = None) -> Evidence:
    """Collect what is known of a run; what the caller has at hand already need not be read again."""
    note = folder.note()
    return Evidence(
        run_id=folder.run_id,
        tally=seen if seen is not None and note.source is Source.EVENTS else _told(folder, note.source),
        exit=exit_facts or folder.exit(),
        python=note.python,
        why=note.why,
        stdout=folder.end_of("stdout"),
        stderr=folder.end_of("stderr"),
        timeout=note.timeout,
        test_timeout=note.test_timeout,
        source=note.source,
    )


def _told(folder: Folder, source: Source) -> Tally:
    if source is Source.EVENTS:
        return tally(folder.events())
    if source is Source.JUNIT:
        return tally(fallback.from_junit(folder.end_of("junit.xml", most=fallback.MOST_XML), folder.note().root))
    return fallback.from_text(folder.end_of("stdout"))
