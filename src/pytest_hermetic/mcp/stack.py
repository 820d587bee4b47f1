"""Reads what faulthandler wrote when a process died or was aborted. Pure."""

import posixpath
import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from pytest_hermetic.mcp.outcome import Surroundings

MOST_LINES = 15

_HEAD = re.compile(r"^(Current thread|Thread) .*most recent call first\):$")
_FRAME = re.compile(r'^\s+File "(?P<path>.+)", line (?P<line>\d+)(?: in (?P<name>.+))?$')
_MACHINERY = re.compile(r"[\\/](_?pytest|pluggy|xdist|execnet)[\\/]|[\\/]pytest_hermetic[\\/]mcp[\\/]|^<|runpy\.py$")


def stacks(stderr: str, around: Surroundings) -> tuple[tuple[str, ...], ...]:
    """Return each dumped stack of a current thread, innermost frame first, as `path:line in function`."""
    lines = stderr.splitlines()
    return tuple(
        tuple(_frames(lines[number + 1 :], around))[:MOST_LINES]
        for number, line in enumerate(lines)
        if line.startswith("Current thread ")
    )


def main_stack(stderr: str, around: Surroundings) -> tuple[str, ...]:
    """Return the first dumped stack of the thread that runs pytest: a signal may reach any thread."""
    lines = stderr.splitlines()
    for number, line in enumerate(lines):
        if _HEAD.match(line):
            block = list(takewhile(_FRAME.match, lines[number + 1 :]))
            if any("bootstrap.py" in frame for frame in block):
                return tuple(_frames(block, around))[:MOST_LINES]
    return ()


def own_line(stack: Sequence[str]) -> str:
    """Return the innermost frame that is the project's own, else the innermost that is not pytest's."""
    outside = [frame for frame in stack if not _MACHINERY.search(frame)]
    own = [frame for frame in outside if not frame.startswith(("/", "<")) and frame[1:3] != ":\\"]
    return (own or outside or [""])[0]


def _frames(lines: Sequence[str], around: Surroundings) -> Iterator[str]:
    for line in takewhile(_FRAME.match, lines):
        found = _FRAME.match(line)
        if found is None or _MACHINERY.search(found["path"]):
            continue
        yield f"{_short(found['path'], around)}:{found['line']} in {found['name']}"


def _short(path: str, around: Surroundings) -> str:
    if "site-packages" in path:
        return path
    start, rootdir = around.start.rstrip("/\\"), around.rootdir.rstrip("/\\")
    if start and path.startswith((start + "/", start + "\\")):
        return path[len(start) + 1 :]
    if rootdir and path.startswith((rootdir + "/", rootdir + "\\")):
        return posixpath.relpath(path, start) if start else path[len(rootdir) + 1 :]
    return path
