"""Hands a test's ownership on to the threads it starts and the jobs it gives to thread pools."""

from __future__ import annotations

import functools
import inspect
import sys
import threading
from threading import get_ident
from typing import TYPE_CHECKING, Any

from pytest_hermetic.sensors import bus

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

#: The ways into a pool of threads of multiprocessing, whose own threads may be older than the test.
_SUBMITTERS = ("apply_async", "_map_async", "imap", "imap_unordered")
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


def attach_to_thread_pool(module: ModuleType) -> Callable[[], None]:
    """Make what multiprocessing's pool of threads is handed work for whoever hands it over; return what undoes it."""
    pool = module.ThreadPool
    for name in _SUBMITTERS:
        setattr(pool, name, _submitting(getattr(pool, name)))

    def undo() -> None:
        for name in _SUBMITTERS:
            delattr(pool, name)  # the real ones are inherited

    return undo


def _submitting(real: Callable[..., Any]) -> Callable[..., Any]:
    signature = inspect.signature(real)

    @functools.wraps(real)
    def submit(*args: Any, **kwargs: Any) -> Any:
        owner = bus.current_owner() if bus.current_owner else None
        if owner is None:
            return real(*args, **kwargs)
        given = signature.bind(*args, **kwargs)
        for name, value in given.arguments.items():
            if value is not None and name in _HANDED_OVER:
                given.arguments[name] = _HANDED_OVER[name](owner, value)
        return real(*given.args, **given.kwargs)

    return submit


def _drawing(owner: object, items: Any) -> Any:
    """Have whoever draws from an iterator work for an owner meanwhile."""
    return iter(_Inherited(owner, items.__next__), object()) if hasattr(items, "__next__") else items


def _calling_back(owner: object, callback: Callable[..., Any]) -> Callable[..., None]:
    """Have a callback work for an owner; its errors do not end the pool's thread, or the others would wait forever."""
    inherited = _Inherited(owner, callback)

    def call_back(*args: Any) -> None:
        try:
            inherited(*args)
        except Exception:  # noqa: BLE001 - told where it would have been told
            threading.excepthook(threading.ExceptHookArgs([*sys.exc_info(), threading.current_thread()]))

    return call_back


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


_HANDED_OVER: dict[str, Callable[[object, Any], Any]] = {
    "func": _Inherited,
    "iterable": _drawing,
    "callback": _calling_back,
    "error_callback": _calling_back,
}


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
