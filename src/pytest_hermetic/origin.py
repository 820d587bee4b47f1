"""Who asked for an access: the import system, a tool, the runtime for itself, or a line of the user's.

The answer is read from the frames of the call, from the inside out. The first frame that is the user's
own takes the blame; an exempt frame met before it ends the search.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from contextlib import suppress
from functools import cache
from types import FunctionType, TracebackType
from typing import TYPE_CHECKING, NamedTuple

from pytest_hermetic.exemptions import EXEMPTIONS, IMPORTING, INSTALLED_FOLDERS, REPORTING, Exemption
from pytest_hermetic.sensors import tasks
from pytest_hermetic.violations import HermeticityViolationError, Site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

#: pytest's way into a test or a fixture: nothing below these frames is the test's own.
_RUNNERS = frozenset(
    {"_pytest.doctest", "_pytest.fixtures", "_pytest.main", "_pytest.python", "_pytest.runner", "_pytest.unittest"}
)
#: Within a package that keeps records of its own, what calls functions of the test's choice.
_CALLING_WHAT_IT_IS_GIVEN = "hypothesis.strategies."
#: Modules that carry somebody's call along: they never name what was called.
_CARRIERS = frozenset(
    {
        *("threading", "concurrent.futures.thread", "contextlib", "functools", "unittest.case", "unittest.async_case"),
        *("asyncio.base_events", "asyncio.events", "asyncio.runners"),
        *("trio._core._thread_cache", "trio._threads", "outcome._impl"),
        *("pluggy._callers", "pluggy._manager", "pluggy._hooks", "pluggy._execution"),
    }
)
#: What a rewritten assertion calls while the test runs; it stands in the module that also imports rewritten modules.
_RUNTIME_OF_REWRITTEN = frozenset(
    {"_saferepr", "_format_assertmsg", "_should_repr_global_name", "_format_boolop", "_call_reprcompare"}
    | {"_call_assertion_pass", "_check_if_assertion_pass_impl", "_get_maxsize_for_saferepr"}
)
#: Where a module's code runs: what stands above such a frame happens because of an import.
_EXECUTING = frozenset(
    {"exec_module", "_call_with_frames_removed", "create_module", "load_module"}
    # These call finders and loaders that a project wrote itself.
    | {"_find_spec", "module_from_spec", "_load_unlocked", "_load_backward_compatible", "_exec"}
)
#: Methods of loaders that do what they do to whatever file somebody names, when it is not the import system that asks.
_TOLD_A_PATH = frozenset({"get_data", "set_data", "path_stats", "path_mtime"})
#: Editors bring the debugger along in a folder of their own.
_DEBUGGER = r"[/\\](?:pydevd|helpers[/\\]pydev)[/\\]((?:_pydev|pydevd)[^.]*)\.py$"
_USER, _OURS = "the user", "pytest-hermetic"


class Origin(NamedTuple):
    """Where an access came from; `exempt` is the row by which it is not the test's own, if there is one."""

    exempt: Exemption | None = None
    user: FrameType | None = None
    #: The library function that was called: one and the same frame for all that one call does.
    call: FrameType | None = None


def trace(innermost: FrameType | None, *, home: str, target: str, reading: bool) -> Origin:
    """Follow an access outwards to whoever asked for it; `home` is the test's own file, `target` a path or empty."""
    call = None
    asked_alone: Exemption | None = None
    for frame in tasks.outwards(innermost):
        filename = frame.f_code.co_filename
        module = module_of(filename)
        if module is _USER or filename == home:
            return _at_user_line(frame, call)
        rows = _rows_about(module)
        if (module in _RUNNERS and not rows) or module.startswith(_CALLING_WHAT_IT_IS_GIVEN):
            user, ran = _running_inside(frame, home)
            return Origin(exempt=asked_alone, user=user, call=ran or call)
        if IMPORTING in rows and frame.f_code.co_name not in _RUNTIME_OF_REWRITTEN:
            if _entry_to_import(frame).f_code.co_name not in _TOLD_A_PATH:
                return Origin(exempt=IMPORTING)
            rows = ()
        for row in rows:
            if row.covers(frame.f_code.co_name, target, reading=reading):
                if not row.alone:
                    return Origin(exempt=row)
                asked_alone = row
        if module is not _OURS and module not in _CARRIERS:
            call = frame
    return Origin(exempt=asked_alone, call=call)


def _at_user_line(frame: FrameType, call: FrameType | None) -> Origin:
    return Origin(exempt=_carried_by(frame.f_back), user=frame, call=call)


def _running_inside(frame: FrameType | None, home: str) -> tuple[FrameType | None, FrameType | None]:
    """Return the line of a test that runs a runner itself, as with pytest in its own process, and what it called."""
    call = None
    while frame is not None and module_of(frame.f_code.co_filename) is not _USER and frame.f_code.co_filename != home:
        call, frame = frame, frame.f_back
    outside = frame
    while outside is not None:
        if module_of(outside.f_code.co_filename) == "_pytest.runner":
            return frame, call
        outside = outside.f_back
    return None, None


def _entry_to_import(frame: FrameType) -> FrameType:
    """Return the outermost of the import system's frames that call each other."""
    while frame.f_back is not None and IMPORTING in _rows_about(module_of(frame.f_back.f_code.co_filename)):
        frame = frame.f_back
    return frame


def _carried_by(frame: FrameType | None) -> Exemption | None:
    """Say whether the user's own line runs for something else than the test: an import, or a report of pytest's."""
    while frame is not None:
        module, function = module_of(frame.f_code.co_filename), frame.f_code.co_name
        if module.startswith("importlib._bootstrap") and function in _EXECUTING:
            return IMPORTING
        if REPORTING in _rows_about(module) and REPORTING.covers(function, "", reading=False):
            return REPORTING
        if module in _RUNNERS:
            return None
        frame = frame.f_back
    return None


def site_of(origin: Origin, *, base: str, method: str = "") -> Site | None:
    """Name the user's line, as seen from the folder `base`, and the library call that it went through."""
    if origin.user is None:
        return None
    code = origin.user.f_code
    through = name_of(origin.call) if origin.call else method
    file = relative(code.co_filename, base)
    return Site(file=file, line=origin.user.f_lineno, function=code.co_qualname, through=through)


def name_of(frame: FrameType) -> str:
    """Name a library function as its users write it: `requests.get`, not `requests.api.get`."""
    code = frame.f_code
    module: str = frame.f_globals.get("__name__", module_of(code.co_filename))
    name = code.co_qualname
    decorated = _decorated_by(frame)
    if decorated is not None:
        code, module, name = decorated.__code__, decorated.__module__, decorated.__qualname__
    instance = type(frame.f_locals["self"]) if frame.f_code.co_varnames[:1] == ("self",) else None
    if instance and "." in name and instance.__module__.partition(".")[0] == module.partition(".")[0]:
        module, name = instance.__module__, f"{instance.__qualname__}.{code.co_name}"
    owner, _, rest = name.partition(".")
    packages = module.split(".")
    for length in range(1, len(packages)):
        public = getattr(sys.modules.get(".".join(packages[:length])), owner, None)
        if public is not None and (rest or getattr(public, "__code__", None) is code):
            packages = packages[:length]
            break
    return f"{'.'.join(packages)}.{name.removesuffix('.__init__').removesuffix('.__new__')}"


def _decorated_by(frame: FrameType) -> FunctionType | None:
    """Return the function that this frame's stands around, if it is one that a decorator made."""
    code = frame.f_code
    if "<locals>" not in code.co_qualname:
        return None
    held = (frame.f_locals.get(name) for name in code.co_freevars)
    return next((each for each in held if isinstance(each, FunctionType) and "<locals>" not in each.__qualname__), None)


def relative(path: str, base: str) -> str:
    """Show a path the short way, seen from a folder: the one pytest was started in, whatever a test has changed to."""
    return path.removeprefix(base + os.sep)


@cache
def module_of(filename: str) -> str:
    """Name the installed module that a code file belongs to; anything else is the user's."""
    if filename.startswith(_OUR_FOLDER):
        return _OURS
    if filename.startswith("<frozen "):
        return filename[len("<frozen ") : -1]
    if filename.startswith("<doctest "):
        return _USER
    if filename.startswith("<"):
        return filename
    for folder in _LONGEST_FIRST:
        if filename.startswith(folder):
            dotted = os.path.splitext(filename[len(folder) :])[0].replace(os.sep, ".")
            return dotted.removesuffix(".__init__")
    debugger = re.search(_DEBUGGER, filename)
    return "pydevd." + re.sub(r"[/\\]", ".", debugger[1]) if debugger else _USER


@cache
def _rows_about(module: str) -> tuple[Exemption, ...]:
    names = {module, *(f"{module[:end]}.*" for end in _dots(module)), f"{module}.*"}
    return tuple(row for row in EXEMPTIONS if names.intersection(row.modules.split()))


def _dots(module: str) -> list[int]:
    return [index for index, letter in enumerate(module) if letter == "."]


_OUR_FOLDER = os.path.dirname(os.path.abspath(__file__)) + os.sep
_LONGEST_FIRST = sorted((folder + os.sep for folder in INSTALLED_FOLDERS), key=len, reverse=True)


def tidy_traceback(error: BaseException) -> None:
    """Let an error, and those it is chained to, show no frame of ours; a violation ends at the user's line."""
    pending, seen = [error], set()
    while pending:
        error = pending.pop()
        if id(error) not in seen:
            seen.add(id(error))
            frames = list(_others(error.__traceback__))
            if isinstance(error, HermeticityViolationError):
                frames = frames[: _last_of_users(frames)]
            error.__traceback__ = _linked(frames)
            pending += [each for each in (error.__cause__, error.__context__) if each is not None]
            pending += getattr(error, "exceptions", ())


def told_anew(error: HermeticityViolationError, base: str) -> HermeticityViolationError:
    """Return an error that was swallowed as one to be shown: a thread may still be passing the other one on.

    Where no frame of the user's is left in its traceback, it is as if raised at the line that is to blame.
    """
    tidy_traceback(error)
    shown = type(error)(error.violation)
    frames = list(_others(error.__traceback__))
    site = error.violation.site
    if site is None or _last_of_users(frames) is not None:
        return shown.with_traceback(_copied(frames))
    line = ast.parse("raise error")
    ast.increment_lineno(line, site.line - 1)
    code = compile(line, os.path.join(base, site.file), "exec")
    code = code.replace(co_name=site.function, co_firstlineno=site.line)
    with suppress(HermeticityViolationError):
        exec(code, {"error": shown})  # noqa: S102 - our own line
    tidy_traceback(shown)
    return shown


def _copied(frames: list[TracebackType]) -> TracebackType | None:
    following = None
    for entry in reversed(frames):
        following = TracebackType(following, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    return following


def _others(entry: TracebackType | None) -> Iterator[TracebackType]:
    while entry is not None:
        if module_of(entry.tb_frame.f_code.co_filename) is not _OURS:
            yield entry
        entry = entry.tb_next


def _last_of_users(frames: list[TracebackType]) -> int | None:
    users = [number for number, each in enumerate(frames, 1) if module_of(each.tb_frame.f_code.co_filename) is _USER]
    return max(users, default=None)


def _linked(frames: list[TracebackType]) -> TracebackType | None:
    following = None
    for entry in reversed(frames):
        entry.tb_next = following
        following = entry
    return following
