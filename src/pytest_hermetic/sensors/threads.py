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
    """Make a job of a `ThreadPoolExecutor` work for whoever submitted it; return what undoes that.

    What was submitted stays as it is: a pool of interpreters hands it over to another one.
    """
    job = module._WorkItem  # noqa: SLF001 - where every pool of threads keeps what it is to run
    real_init, real_run = job.__init__, job.run

    @functools.wraps(real_init)
    def init(self: Any, *args: Any, **kwargs: Any) -> None:
        real_init(self, *args, **kwargs)
        self.hermetic_owner = bus.current_owner() if bus.current_owner else None

    @functools.wraps(real_run)
    def run(self: Any, *args: Any, **kwargs: Any) -> None:
        __tracebackhide__ = True
        try:
            with _WorkingFor(getattr(self, "hermetic_owner", None)):
                real_run(self, *args, **kwargs)
        finally:
            del self  # as the real one does: an exception refers to this frame, and the job to the exception

    def undo() -> None:
        job.__init__, job.run = real_init, real_run

    job.__init__, job.run = init, run
    return undo


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
        with _WorkingFor(self._owner):
            return self._function(*args, **kwargs)


class _WorkingFor:
    """A stretch in which the running thread works for an owner, or for whom it did before if there is none."""

    __slots__ = ("_former", "_owner")

    def __init__(self, owner: object) -> None:
        self._owner = owner

    def __enter__(self) -> None:
        self._former = bus.owner_of_thread.get(get_ident())
        if self._owner is not None:
            bus.owner_of_thread[get_ident()] = self._owner

    def __exit__(self, *_: object) -> None:
        if self._former is not None:
            bus.owner_of_thread[get_ident()] = self._former
        else:
            bus.owner_of_thread.pop(get_ident(), None)
