"""Announces calls of functions and methods of a module, from the moment somebody imports it.

An announcement that is reported covers all that the call does: a connection that a driver makes is reported once,
as the driver's, and not again as the socket beneath.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from pytest_hermetic.sensors import bus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextvars import ContextVar
    from types import ModuleType


class Call(NamedTuple):
    """A function or method to announce: `attribute` is dotted, inside `module`."""

    module: str
    attribute: str
    event: str
    #: Announced only once something beneath it is about to be reported, and then in its place.
    deferred: bool = False
    #: The attribute is a list of functions that the library itself calls.
    hook: bool = False

    def find(self) -> Any:
        """Return what stands there now; another version of the library may not have it."""
        *path, name = self.attribute.split(".")
        return inspect.getattr_static(self._holder(sys.modules[self.module], path), name, None)

    def owners(self) -> Sequence[Any]:
        """Return the module, or the class and its bases, that it stands in."""
        holder = self._holder(sys.modules[self.module], self.attribute.split(".")[:-1])
        return getattr(holder, "__mro__", (holder,))

    def attach(self, module: ModuleType) -> Callable[[], None]:
        """Put the announcing function in place; return what puts the real one back."""
        *path, name = self.attribute.split(".")
        holder = self._holder(module, path)
        real = inspect.getattr_static(holder, name, None)
        if real is None:
            return lambda: None
        if self.hook:
            return _hooked(real, self.event)
        had = name in vars(holder)
        setattr(holder, name, _rewrapped(real, self))
        return functools.partial(setattr, holder, name, real) if had else functools.partial(_remove, holder, name)

    def _holder(self, module: ModuleType, path: list[str]) -> Any:
        holder: Any = module
        for part in path:
            holder = getattr(holder, part, None)
        return holder


def _remove(holder: object, name: str) -> None:
    if name in vars(holder):
        delattr(holder, name)


def _hooked(callbacks: list[Any], event: str) -> Callable[[], None]:
    def announce(*args: Any) -> None:
        __tracebackhide__ = True
        heard = bus.listeners.get(event)
        if heard is not None:
            heard(event, (args, {}))

    callbacks.append(announce)
    return functools.partial(callbacks.remove, announce)


def _rewrapped(raw: Any, call: Call) -> Any:
    if isinstance(raw, classmethod | staticmethod):
        return type(raw)(_announcing(raw.__func__, call))
    return _announcing(raw, call)


def _announcing(real: Callable[..., Any], call: Call) -> Callable[..., Any]:
    if inspect.iscoroutinefunction(real):

        @functools.wraps(real)
        async def announce_and_await(*args: Any, **kwargs: Any) -> Any:
            __tracebackhide__ = True
            with _announced(call, args, kwargs):
                return await real(*args, **kwargs)

        return announce_and_await

    @functools.wraps(real)
    def announce_and_call(*args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        if call.event not in bus.listeners:
            return real(*args, **kwargs)
        with _announced(call, args, kwargs):
            return real(*args, **kwargs)

    return announce_and_call


@contextlib.contextmanager
def _announced(call: Call, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Iterator[None]:
    """Announce a call, and let what lies beneath it know that it need not speak, or for whom."""
    __tracebackhide__ = True
    heard = bus.listeners.get(call.event)
    if heard is None:
        yield
        return
    if call.deferred:
        variable: ContextVar[Any] = bus.on_behalf_of
        token = variable.set((call.event, (args, kwargs)))
    elif heard(call.event, (args, kwargs)):
        variable, token = bus.quiet, bus.quiet.set(True)
    else:
        yield
        return
    try:
        yield
    finally:
        variable.reset(token)


def remember_package_data(module: ModuleType) -> Callable[[], None]:
    """Note which folders importlib.resources hands out: reading below them is reading package data."""
    file_reader, namespace_reader = module.FileReader, module.NamespaceReader
    real_files, real_namespaces = file_reader.files, namespace_reader.files

    @functools.wraps(real_files)
    def files(self: Any) -> Any:
        folder = real_files(self)
        _remember(folder)
        return folder

    @functools.wraps(real_namespaces)
    def namespaces(self: Any) -> Any:
        folders = real_namespaces(self)
        for folder in getattr(folders, "_paths", ()):
            _remember(folder)
        return folders

    def undo() -> None:
        file_reader.files, namespace_reader.files = real_files, real_namespaces

    file_reader.files, namespace_reader.files = files, namespaces
    return undo


def _remember(folder: object) -> None:
    # What a module asks for while it is imported is the session's, whichever test imports it first.
    owner = bus.current_owner() if bus.current_owner else None
    bus.package_data.setdefault(str(folder), getattr(owner, "watch", None))
