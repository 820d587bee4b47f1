"""All sensors together: installed once for a process, taken out again when its last pytest session ends."""

from __future__ import annotations

import functools
import sys
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from pytest_hermetic.sensors import aliases, audit, calls, excepthook, late, sockets, sqlite, threads, wrappers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_sessions = 0
_undo: list[Callable[[], None]] = []


def install() -> Callable[[], None]:
    """Take the places from which to sense; return what ends it. Sessions nest, since pytest runs inside pytest."""
    global _sessions  # noqa: PLW0603 - how many pytest sessions this process runs inside each other
    _sessions += 1
    if _sessions == 1:
        _install()
    return _end_session


def listen(announced: Iterable[calls.Call]) -> Callable[[], None]:
    """Hear what C announces, and these calls; return what ends that."""
    audit.install()
    return _announce(list(announced))


def _install() -> None:
    """Take the place of functions, under every name that they are bound to already."""
    tapped, starters = wrappers.find(wrappers.UNAUDITED), threads.find()
    # Looked for before ours exist, since ours refer to the real functions too.
    holders = aliases.holders_of([*tapped.values(), *starters], apart_from=[tapped, starters])
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
    _undo.append(_announce(sockets.CALLS))
    afresh = late.LateImports({name: [wrappers.attach] for name in ("posix", "nt", "_posixsubprocess")})
    afresh.install()
    _undo.append(afresh.uninstall)
    _undo.extend(excepthook.install())


def _announce(announced: Sequence[calls.Call]) -> Callable[[], None]:
    """Announce calls, of modules that are imported already or from here on; return what ends it."""
    loaded = [call for call in announced if call.module in sys.modules and call.find() is not None]
    # A class has to stay one under its other names. No variable may be left that refers to what is found.
    real = {call: found for call in loaded for found in (call.find(),) if not isinstance(found, type)}
    functions = list(real.values())
    owners = {owner: vars(owner) for call in real for owner in call.owners()}
    holders = aliases.holders_of(functions, apart_from=[real, *owners.values()])
    imports = late.LateImports(_by_module(announced))
    imports.install()
    undo = aliases.replace(holders, {id(found): call.find() for call, found in real.items()})
    return functools.partial(_take_out, [*undo, imports.uninstall])


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
