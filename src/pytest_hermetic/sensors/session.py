"""All sensors together: installed once for a process, taken out again when its last pytest session ends."""

from __future__ import annotations

import functools
import sys
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from pytest_hermetic.sensors import aliases, audit, calls, excepthook, late, sockets, sqlite, threads, wrappers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_sessions = 0
_undo: list[Callable[[], None]] = []


def install() -> Callable[[], None]:
    """Start sensing; return what ends it. Sessions nest, since pytest runs inside pytest."""
    global _sessions  # noqa: PLW0603 - how many pytest sessions this process runs inside each other
    _sessions += 1
    if _sessions == 1:
        audit.install()
        _install()
    return _end_session


def announce(announced: Iterable[calls.Call]) -> Callable[[], None]:
    """Announce calls, of modules that are imported from here on or are already; return what ends it."""
    announced = list(announced)
    loaded = [call for call in announced if call.module in sys.modules and call.find() is not None]
    real = [call.find() for call in loaded]
    # A class has to stay one under its other names.
    aliased = [each for each in real if not isinstance(each, type)]
    # Some of the standard library are always among them, and no reason to search the whole heap.
    foreign = not all(call.module.partition(".")[0] in sys.stdlib_module_names for call in loaded)
    holders = aliases.holders_of(aliased) if foreign else aliases.holders_of_names(aliased)
    imports = late.LateImports(_by_module(announced))
    imports.install()
    undo = aliases.replace(holders, {id(each): call.find() for each, call in zip(real, loaded, strict=True)})
    return functools.partial(_take_out, [*undo, imports.uninstall])


def _install() -> None:
    """Take the place of functions, under every name that they are bound to already."""
    tapped, starters = wrappers.find(wrappers.UNAUDITED), threads.find()
    # Looked for before ours exist, since ours refer to the real functions too.
    holders = aliases.holders_of([*tapped.values(), *starters])
    imports = late.LateImports(
        {
            "_sqlite3": [sqlite.attach],
            "concurrent.futures.thread": [threads.attach_to_pool],
            "multiprocessing.pool": [threads.attach_to_thread_pool],
            "importlib.resources.readers": [calls.remember_package_data],
        }
    )
    _undo.extend([wrappers.clear, imports.uninstall])
    imports.install()
    wrappers.tap_methods()
    _undo.extend(aliases.replace(holders, wrappers.make(tapped) | threads.make(starters)))
    _undo.append(announce(sockets.CALLS))
    afresh = late.LateImports({name: [wrappers.attach] for name in ("posix", "nt", "_posixsubprocess")})
    afresh.install()
    _undo.append(afresh.uninstall)
    _undo.extend(excepthook.install())


def _by_module(announced: Iterable[calls.Call]) -> dict[str, list[Any]]:
    attach: dict[str, list[Any]] = defaultdict(list)
    for call in announced:
        attach[call.module].append(call.attach)
    return attach


def _end_session() -> None:
    global _sessions  # noqa: PLW0603 - see install
    _sessions -= 1
    if _sessions == 0:
        _take_out(_undo)


def _take_out(undo: list[Callable[[], None]]) -> None:
    while undo:
        undo.pop()()
