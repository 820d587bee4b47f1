"""Announces calls of functions and methods of a module, from the moment somebody imports it.

An announcement that is reported covers all that the call does: a connection that a driver makes is reported once,
as the driver's, and not again as the socket beneath.
"""

from __future__ import annotations

import functools
import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pytest_hermetic.sensors import bus

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType


@dataclass(frozen=True, slots=True)
class Call:
    """A function or method to announce: `attribute` is dotted, inside `module`."""

    module: str
    attribute: str
    event: str

    def attach(self, module: ModuleType) -> Callable[[], None]:
        """Put the announcing function in place; return what puts the real one back."""
        *path, name = self.attribute.split(".")
        holder = functools.reduce(getattr, path, module)
        had = name in vars(holder)
        raw = inspect.getattr_static(holder, name)
        setattr(holder, name, _rewrapped(raw, self.event))

        def detach() -> None:
            if had:
                setattr(holder, name, raw)
            elif name in vars(holder):
                delattr(holder, name)

        return detach


def _rewrapped(raw: Any, event: str) -> Any:  # noqa: ANN401 - function, method, classmethod or staticmethod
    if isinstance(raw, classmethod | staticmethod):
        return type(raw)(_announcing(raw.__func__, event))
    return _announcing(raw, event)


def _announcing(real: Callable[..., Any], event: str) -> Callable[..., Any]:
    if inspect.iscoroutinefunction(real):

        @functools.wraps(real)
        async def announce_and_await(*args: Any, **kwargs: Any) -> Any:
            __tracebackhide__ = True
            heard = bus.listeners.get(event)
            if heard is None or not heard(event, (args, kwargs)):
                return await real(*args, **kwargs)
            spoken = bus.quiet.set(True)
            try:
                return await real(*args, **kwargs)
            finally:
                bus.quiet.reset(spoken)

        return announce_and_await

    @functools.wraps(real)
    def announce_and_call(*args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        heard = bus.listeners.get(event)
        if heard is None or not heard(event, (args, kwargs)):
            return real(*args, **kwargs)
        spoken = bus.quiet.set(True)
        try:
            return real(*args, **kwargs)
        finally:
            bus.quiet.reset(spoken)

    return announce_and_call


def remember_package_data(module: ModuleType) -> Callable[[], None]:
    """Note which folders importlib.resources hands out: reading below them is reading package data."""
    reader = module.FileReader
    real = reader.files

    @functools.wraps(real)
    def files(self: Any) -> Any:
        folder = real(self)
        owner = bus.current_owner() if bus.current_owner else None
        # What a module asks for while it is imported is the session's, whichever test imports it first.
        bus.package_data.setdefault(str(folder), getattr(owner, "watch", None))
        return folder

    reader.files = files
    return functools.partial(setattr, reader, "files", real)
