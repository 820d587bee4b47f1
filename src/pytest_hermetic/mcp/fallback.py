"""When our reporter could not report: the same tests as plain pytest, read from JUnit XML, else its text.

Less is known then (no progress, no crash attribution), and the outcome says which source it has.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from pytest_hermetic.mcp.evidence import Evidence
from pytest_hermetic.mcp.outcome import Counts, Failure, Source
from pytest_hermetic.mcp.runs import Folder, Note
from pytest_hermetic.mcp.tally import Tally

MOST_XML = 64 * 1024 * 1024

_COUNT = re.compile(r"(\d+) (passed|failed|errors?|skipped|xfailed|xpassed|deselected|rerun|warnings?)\b")
_SUMMARY = re.compile(r"^(FAILED|ERROR) (\S+)(?: - (.*))?$", re.MULTILINE)
_KINDS = {"failure": "failed", "error": "failed", "skipped": "skipped"}


def is_needed(evidence: Evidence) -> bool:
    """Tell whether pytest ran its course without our learning what happened."""
    tally, facts = evidence.tally, evidence.exit
    if facts.ended_by or facts.signal or not facts.started:
        return False
    if evidence.source is Source.EVENTS:
        silent = tally.session_code is None and tally.exit_code in (0, 1) and not tally.interrupt
        return bool(tally.reporter_errors) or silent
    return evidence.source is Source.JUNIT and tally.selected is None


def ways(note: Note, folder: Folder) -> list[tuple[Source, list[str]]]:
    """Return the command of each source, best first."""
    plain = [note.python, "-m", "pytest", *note.args]
    return [(Source.JUNIT, [*plain, f"--junitxml={folder.junit_file}"]), (Source.TEXT, plain)]


def from_junit(xml: str, root: str) -> Iterator[Mapping[str, Any]]:
    """Yield the events that would have led to this report; none if it is no report."""
    try:
        cases = list(ET.fromstring(xml).iter("testcase"))  # noqa: S314 - pytest wrote it, beside code we run
    except ET.ParseError:
        return
    ids = {_id(case, root) for case in cases}
    yield {"e": "collected", "selected": len(ids), "deselected": 0}
    for case in cases:
        name = _id(case, root)
        yield {"e": "start", "id": name}
        yield from ({"e": "phase", "id": name, **phase} for phase in _phases(case))
        yield {"e": "finish", "id": name}


def _phases(case: ET.Element) -> Iterator[dict[str, Any]]:
    duration = float(case.get("time") or 0)
    bad = [child for child in case if child.tag in _KINDS]
    if not bad:
        yield {"when": "call", "outcome": "passed", "duration": duration}
    for child in bad:
        message, text = child.get("message") or "", child.text or ""
        phase = {
            "when": "setup" if child.tag == "error" else "call",
            "outcome": _KINDS[child.tag],
            "duration": duration,
        }
        if child.tag == "skipped":
            expected = {"xfail": message} if child.get("type") == "pytest.xfail" else {}
            yield {**phase, "reason": message, **expected}
        else:
            diff = [line[1:].strip() for line in text.splitlines() if line.startswith("E ")]
            yield {
                **phase,
                "message": message,
                "exception": message.partition(":")[0],
                "text": text,
                "diff": diff,
            }


def _id(case: ET.Element, root: str) -> str:
    """Turn JUnit's dotted class name back into a node id that pytest takes, where the file can be found."""
    parts = [part for part in (case.get("classname") or "").split(".") if part]
    for number in range(len(parts), 0, -1):
        path = Path(*parts[: number - 1], parts[number - 1] + ".py")
        if (Path(root) / path).is_file():
            return "::".join([path.as_posix(), *parts[number:], case.get("name") or ""])
    return "::".join([*([".".join(parts)] if parts else []), case.get("name") or ""])


def from_text(stdout: str) -> Tally:
    """Read pytest's summary line and its short summary."""
    lines = stdout.rstrip().splitlines()
    if not lines or not _COUNT.search(lines[-1]):
        return Tally()
    found = {kind.rstrip("s"): int(number) for number, kind in _COUNT.findall(lines[-1])}
    ran = sum(found.get(kind, 0) for kind in ("passed", "failed", "error", "skipped", "xfailed", "xpassed"))
    deselected = found.get("deselected", 0)
    counted = Counts(
        collected=ran + deselected,
        deselected=deselected,
        ran=ran,
        **{kind: found.get(kind, 0) for kind in ("passed", "failed", "skipped", "xfailed", "xpassed")},
        errors=found.get("error", 0),
        reruns=found.get("rerun", 0),
        warnings=found.get("warning", 0),
    )
    failures = [_failure(*match) for match in _SUMMARY.findall(stdout)]
    return Tally(counted=counted, selected=ran, deselected=deselected, failures=failures)


def _failure(kind: str, name: str, message: str) -> Failure:
    phase = "call" if kind == "FAILED" else "setup"
    return Failure(id=name, phase=phase, exception=message.partition(":")[0], message=message, location="")
