"""Announces what is done with a connection to SQLite that was made elsewhere, of which C announces nothing.

A connection opened by a test is judged when it is opened. One made elsewhere, at import or by a fixture of
wider scope, gets an authorizer, SQLite's own means of asking before a statement is run.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from pytest_hermetic.sensors import aliases, bus, wrappers

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

_OK, _ATTACH = 0, 24


def attach(module: ModuleType) -> Callable[[], None]:
    """Give every connection that nobody is watched for an authorizer; return what ends that."""
    holders = aliases.holders_of([module.connect])  # before a variable of ours holds it too
    real = module.connect

    @functools.wraps(real)
    def connect(*args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        connection = real(*args, **kwargs)
        if bus.current_owner is None or bus.current_owner() is None:
            database = args[0] if args else kwargs.get("database")
            module.Connection.set_authorizer(connection, functools.partial(_ask, database))
        return connection

    undo = aliases.replace(holders, {id(real): wrappers.stand_in(connect, real)})
    return functools.partial(_all, undo)


def _all(undo: list[Callable[[], None]]) -> None:
    for put_back in undo:
        put_back()


def _ask(database: object, action: int, name: str | None, *_: object) -> int:
    event, target = ("sqlite3.attach", name) if action == _ATTACH else ("sqlite3.Connection", database)
    heard = bus.listeners.get(event)
    if heard is not None:
        heard(event, (target,))  # raising denies the statement
    return _OK
