"""What a failed or otherwise noteworthy pytest report says, as plain data. Injected beside `reporter.py`.

Standard library only, CPython 3.8 and later. Under xdist a report has travelled: only its attributes are
read.
"""

from __future__ import annotations

import os
import re
from os import O_CREAT, O_TRUNC, O_WRONLY, close, write
from os import open as open_fd
from textwrap import dedent
from typing import Any

MOST_TEXT = 20_000  # characters of one whole report
MOST_OUTPUT = 1_500  # characters of each end of a captured section that travel in the event
MOST_SPILLED = 16_000_000  # characters of a captured section that are kept at all
MOST_LINES = 60  # of an assertion's explanation
MOST_FRAMES = 15

_EXCEPTION = re.compile(r"[A-Za-z_][\w.]*")
_FRAME = re.compile(r'^[ |]*File "(.+)", line (\d+)|^(\S.*?):(\d+): in ', re.MULTILINE)
_SUB_EXCEPTIONS = "\n  +-+---"  # where the tree of an exception group begins
_TRACEBACKS = ("Traceback (most recent", "Exception Group Traceback (most recent")
_DOCTEST = re.compile(r"^(?P<path>.+):(?P<line>\d+): (?P<kind>DocTestFailure|UnexpectedException)$", re.MULTILINE)
_PYTESTS_OWN = re.compile(r"[\\/](_pytest|pluggy)[\\/]")
_FOREIGN = re.compile(r"(^|[\\/])(site-packages|dist-packages|lib[\\/]python\d[.\d]*|importlib)[\\/]|^<|bootstrap\.py$")


class Particulars:
    """Reads reports; captured output too long for an event is written beside the events, in `folder`."""

    def __init__(self, folder: str) -> None:
        self.root = ""
        self.start = ""  # where pytest was started; paths are told from there
        self._folder = folder
        self._spilled = 0

    def of(self, report: Any, nodeid: str) -> dict[str, Any]:
        said = {
            "id": nodeid,
            "when": getattr(report, "when", None) or "collect",
            "outcome": report.outcome,
            "duration": _seconds(getattr(report, "duration", 0.0)),
        }
        if hasattr(report, "context"):
            said["subtest"] = _subtest(report.context)
        properties = getattr(report, "user_properties", None)
        if properties:
            said["properties"] = [[str(name), _plain(value)] for name, value in properties]
        if hasattr(report, "wasxfail"):
            said["xfail"] = str(report.wasxfail)
        elif report.outcome == "skipped":
            said["reason"] = _skip_reason(report.longrepr)
        if report.outcome not in ("passed", "skipped"):
            said.update(self._failure(report))
        return said

    def frames(self, traceback: Any) -> list[str]:
        """Return a live traceback's frames, innermost first: the project's own, or all if none is."""
        every = []
        while traceback is not None:
            code = traceback.tb_frame.f_code
            every.append((code.co_filename, traceback.tb_lineno, code.co_name))
            traceback = traceback.tb_next
        own = [frame for frame in every if self._is_own(frame[0])]
        return [f"{self._short(path)}:{line} in {name}" for path, line, name in (own or every)[: -MOST_FRAMES - 1 : -1]]

    def bounded(self, text: str, most: int = MOST_TEXT) -> str:
        if len(text) <= most:
            return text
        half = most // 2
        return f"{text[:half]}\n… {len(text) - 2 * half} characters left out …\n{text[-half:]}"

    def _failure(self, report: Any) -> dict[str, Any]:
        longrepr = report.longrepr
        text = str(longrepr)
        chain = [element[1] for element in getattr(longrepr, "chain", ()) if element[1] is not None]
        crash = getattr(longrepr, "reprcrash", None) or (chain[-1] if chain else None)
        frames = self._report_frames(longrepr, text)
        message = str(crash.message) if crash is not None else _told_by(text)
        said: dict[str, Any] = {
            "exception": _exception(message),
            "message": message,
            "location": self._location(longrepr, crash, frames),
            "frames": frames,
            "diff": _explanation(text),
            "causes": [str(one.message).partition("\n")[0] for one in chain if one is not crash][:5],
            "text": self.bounded(text),
            "output": [self._section(title, content) for title, content in getattr(report, "sections", ()) if content],
        }
        is_group = text.rfind(_SUB_EXCEPTIONS) > text.rfind("\nE ")  # what stands last was raised last
        said.update(self._group(message, text) if is_group else self._doctest(text))
        said["message"] = self.bounded(said["message"], 2_000)
        return said

    def _group(self, message: str, text: str) -> dict[str, Any]:
        """Tell an exception group's tree, each exception with the project's line that raised it."""
        tree, at = [], ""
        for line in text.split("\n"):
            indent, bar, said = line.partition("| ")
            at = next(iter(self._told_frames(said)), at)
            if bar and not indent.strip() and said[:1].strip() and not said.startswith(_TRACEBACKS):
                tree.append(indent[2:] + said + (f" ({at})" if at and indent[2:] else ""))
                at = ""
        return {"message": "; ".join([message, *(line.strip() for line in tree[1:])]), "diff": _cut(tree)}

    def _doctest(self, text: str) -> dict[str, Any]:
        """Tell a doctest's first example that failed; nothing for any other text."""
        found = _DOCTEST.search(text)
        if found is None:
            return {}
        before = text[: found.start()]
        example = before[max(before.rfind(">>>"), 0) :].partition("\nTraceback (most recent")[0].rstrip().split("\n")
        return {
            "exception": found["kind"],
            "message": " ".join([found["kind"] + ":", *(line.strip() for line in example[1:])]),
            "location": f"{self._short(found['path'])}:{found['line']}",
            "diff": _cut(example),
        }

    def _section(self, title: str, content: str) -> dict[str, Any]:
        section = {"title": title, "text": content, "length": len(content)}
        if len(content) > 2 * MOST_OUTPUT:
            section["text"] = self.bounded(content, 2 * MOST_OUTPUT)
            section["file"] = self._spill(content)
        return section

    def _spill(self, content: str) -> str:
        self._spilled += 1
        name = f"output-{self._spilled}.txt"
        fd = open_fd(os.path.join(self._folder, name), O_WRONLY | O_CREAT | O_TRUNC | getattr(os, "O_BINARY", 0), 0o600)
        try:
            data = self.bounded(content, MOST_SPILLED).encode("utf-8", "replace")
            while data:
                data = data[write(fd, data) :]
        finally:
            close(fd)
        return name

    def _report_frames(self, longrepr: Any, text: str) -> list[str]:
        entries = getattr(getattr(longrepr, "reprtraceback", None), "reprentries", ())
        places = [entry.reprfileloc for entry in entries if getattr(entry, "reprfileloc", None) is not None]
        if not places:  # it came as a text: an exception group, a file that could not be imported
            return self._told_frames(text.partition(_SUB_EXCEPTIONS)[0])[-MOST_FRAMES:]
        own = [place for place in places if self._is_own(os.path.abspath(str(place.path)))]
        return [f"{self._short(str(place.path))}:{place.lineno}" for place in own[-MOST_FRAMES:]]

    def _told_frames(self, text: str) -> list[str]:
        found = ((quoted or path, at or line) for quoted, at, path, line in _FRAME.findall(text))
        own = ((path, line) for path, line in found if path[0] != "<" and self._is_own(os.path.abspath(path)))
        return [f"{self._short(path)}:{line}" for path, line in own]

    def _location(self, longrepr: Any, crash: Any, frames: list[str]) -> str:
        if crash is not None:
            if frames and not self._is_own(os.path.abspath(str(crash.path))):
                return frames[-1]  # raised inside a library: the project's line that called it says more
            if _PYTESTS_OWN.search(str(crash.path)):
                return ""
            return f"{self._short(str(crash.path))}:{crash.lineno}"
        if hasattr(longrepr, "firstlineno"):  # a fixture that is not there
            return f"{self._short(str(longrepr.filename))}:{longrepr.firstlineno + 1}"
        return ""

    def _is_own(self, path: str) -> bool:
        return path.startswith((self.root, self.start)) and not _FOREIGN.search(path)

    def _short(self, path: str) -> str:
        for folder in (self.start.rstrip("/\\"), self.root.rstrip("/\\")):
            if folder and path.startswith((folder + "/", folder + "\\")):
                return os.path.relpath(path, self.start)
        return path


def _explanation(text: str) -> list[str]:
    """Return the E lines; the later of two chained exceptions stands last, and its lines count."""
    blocks: list[list[str]] = [[]]
    for line in text.split("\n"):
        if line == "E" or line.startswith(("E  ", "E\t")):
            blocks[-1].append(line[1:])
        elif blocks[-1]:
            blocks.append([])
    last = next((block for block in reversed(blocks) if block), [])
    return _cut(dedent("\n".join(last)).split("\n")) if last else []


def _cut(lines: list[str]) -> list[str]:
    return lines if len(lines) <= MOST_LINES else [*lines[:MOST_LINES], f"… {len(lines) - MOST_LINES} lines left out"]


def _exception(message: str) -> str:
    name, colon, _ = message.partition("\n")[0].partition(":")
    if message.startswith(("assert ", "Failed", "SystemExit")):
        return "AssertionError" if message.startswith("assert ") else name
    return name if _EXCEPTION.fullmatch(name) and (colon or name == message.strip()) else ""


def _told_by(text: str) -> str:
    """Return what says what went wrong: pytest's last E line, a traceback's last line, else the whole text."""
    lines = [line for line in text.split("\n") if line.strip()]
    marked = [line[1:].strip() for line in lines if line.startswith("E ")]
    if not marked and not _FRAME.search(text):
        return text.strip()
    return (marked or [line.strip() for line in lines])[-1]


def _skip_reason(longrepr: Any) -> str:
    reason = str(longrepr[2]) if isinstance(longrepr, tuple) else str(longrepr)
    return reason[len("Skipped: ") :] if reason.startswith("Skipped: ") else reason


def _subtest(context: Any) -> str:
    keywords = ", ".join("{}={}".format(*pair) for pair in dict(context.kwargs).items())  # pytest 9 gives their repr
    return " ".join(part for part in (str(context.msg or ""), "(" + keywords + ")" if keywords else "") if part)


def _seconds(value: Any) -> float:
    return value if isinstance(value, (int, float)) else 0.0


def _plain(value: Any) -> Any:
    """Other plugins may put any object there; what is not JSON becomes its repr."""
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    return repr(value)
