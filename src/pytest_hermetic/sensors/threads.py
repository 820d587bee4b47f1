"""Hands a test's ownership on to the threads it starts and the jobs it gives to thread pools."""

from __future__ import annotations

import functools
import sys
from threading import get_ident
from typing import TYPE_CHECKING, Any

from pytest_hermetic.sensors import bus

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

_STARTERS = ("start_new_thread", "start_new", "start_joinable_thread")


def find() -> list[Callable[..., Any]]:
    """Return the functions that start a thread."""
    module = sys.modules["_thread"]
    return [getattr(module, name) for name in _STARTERS if hasattr(module, name)]


def make(starters: list[Callable[..., Any]]) -> dict[int, object]:
    """Make what takes the starters' place, so that a new thread works for whoever starts it."""
    return {id(start): _starting(start) for start in starters}


def attach_to_pool(module: ModuleType) -> Callable[[], None]:
    """Make a job of a `ThreadPoolExecutor` work for whoever submitted it; return what undoes that."""
    pool = module.ThreadPoolExecutor
    real = pool.submit

    @functools.wraps(real)
    def submit(self: object, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        owner = bus.current_owner() if bus.current_owner else None
        return real(self, function if owner is None else _Inherited(owner, function), *args, **kwargs)

    pool.submit = submit
    return functools.partial(setattr, pool, "submit", real)


def _starting(real: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(real)
    def start(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        owner = bus.current_owner() if bus.current_owner else None
        return real(function if owner is None else _Inherited(owner, function), *args, **kwargs)

    return start


class _Inherited:
    """A call that works for an owner, in whichever thread it runs."""

    def __init__(self, owner: object, function: Callable[..., Any]) -> None:
        self._owner = owner
        self._function = function

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        thread = get_ident()
        former = bus.owner_of_thread.get(thread)
        bus.owner_of_thread[thread] = self._owner
        try:
            return self._function(*args, **kwargs)
        finally:
            if former is None:
                bus.owner_of_thread.pop(thread, None)
            else:
                bus.owner_of_thread[thread] = former
