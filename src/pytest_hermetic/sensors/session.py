"""All sensors together: installed once for a process, taken out again when its last pytest session ends."""

from __future__ import annotations

import sys
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from pytest_hermetic.sensors import aliases, audit, calls, excepthook, late, sqlite, threads, wrappers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_sessions = 0
_undo: list[Callable[[], None]] = []


def install(taps: Iterable[str], announced: Iterable[calls.Call]) -> Callable[[], None]:
    """Start sensing; return what ends it. Sessions nest, since pytest runs inside pytest."""
    global _sessions  # noqa: PLW0603 - how many pytest sessions this process runs inside each other
    _sessions += 1
    if _sessions == 1:
        audit.install()
        _install(taps, list(announced))
    return _end_session


def announce(announced: Iterable[calls.Call]) -> Callable[[], None]:
    """Announce more calls, of modules that are imported from here on or are already; return what ends it."""
    imports = late.LateImports(_by_module(announced))
    imports.install()
    return imports.uninstall


def _install(taps: Iterable[str], announced: list[calls.Call]) -> None:
    """Take the place of functions, under every name that they are bound to already."""
    tapped, starters = wrappers.find(taps), threads.find()
    loaded = [call for call in announced if call.module in sys.modules and call.find() is not None]
    called = [call.find() for call in loaded]
    # Looked for before ours exist, since ours refer to the real functions too.
    holders = aliases.holders_of([*tapped.values(), *starters, *called])
    imports = late.LateImports(_attachments(announced))
    _undo.extend([wrappers.clear, imports.uninstall])
    imports.install()
    instead = wrappers.make(tapped) | threads.make(starters)
    instead |= {id(real): call.find() for real, call in zip(called, loaded, strict=True)}
    _undo.extend([*aliases.replace(holders, instead), *excepthook.install()])


def _by_module(announced: Iterable[calls.Call]) -> dict[str, list[Any]]:
    attach: dict[str, list[Any]] = defaultdict(list)
    for call in announced:
        attach[call.module].append(call.attach)
    return attach


def _attachments(announced: Iterable[calls.Call]) -> dict[str, list[Any]]:
    attach = _by_module(announced)
    attach["_sqlite3"].append(sqlite.attach)
    attach["concurrent.futures.thread"].append(threads.attach_to_pool)
    attach["importlib.resources.readers"].append(calls.remember_package_data)
    return dict(attach)


def _end_session() -> None:
    global _sessions  # noqa: PLW0603 - see install
    _sessions -= 1
    while _sessions == 0 and _undo:
        _undo.pop()()
