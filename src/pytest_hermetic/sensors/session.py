"""All sensors together: installed once for a process, taken out again when its last pytest session ends."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from pytest_hermetic.sensors import audit, calls, late, sqlite, threads, wrappers

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
        _undo.extend(wrappers.install(taps))
        _undo.extend(threads.install())
        imports = late.LateImports(_attachments(announced))
        imports.install()
        _undo.append(imports.uninstall)
    return _end_session


def _attachments(announced: Iterable[calls.Call]) -> dict[str, list[Any]]:
    attach: dict[str, list[Any]] = defaultdict(list)
    for call in announced:
        attach[call.module].append(call.attach)
    attach["_sqlite3"].append(sqlite.attach)
    attach["concurrent.futures.thread"].append(threads.attach_to_pool)
    attach["importlib.resources.readers"].append(calls.remember_package_data)
    return dict(attach)


def _end_session() -> None:
    global _sessions  # noqa: PLW0603 - see install
    _sessions -= 1
    while _sessions == 0 and _undo:
        _undo.pop()()
