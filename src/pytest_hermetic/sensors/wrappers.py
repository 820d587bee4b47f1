"""Session-long taps on the functions that CPython does not audit.

A tap takes the function's place for the whole session, under every name it is already bound to, so that
mocks and early imports see one stable object. It is a C callable aimed at the real function; only while
somebody listens for it is it aimed at a Python function that announces the call first. Other tests thus
pay about 50 ns a call, and nothing has to be put back between tests.
"""

from __future__ import annotations

import functools
import inspect
import os
import sys
import types
from typing import TYPE_CHECKING, Any

from pytest_hermetic.sensors import bus

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable
    from types import ModuleType

#: What opens, asks or starts something without an audit event, by dotted name. Each announces an event of that name.
UNAUDITED = (
    *("os.stat", "os.lstat", "os.statx", "os.access", "os.readlink", "os.statvfs", "os.pathconf"),
    *("os.mkfifo", "os.mknod", "os.memfd_create", "os.chroot"),
    *("nt._path_exists", "nt._path_lexists", "nt._path_isdir", "nt._path_isfile", "nt._path_islink"),
    *("nt._path_isjunction", "nt._getfinalpathname"),
    *("_posixsubprocess.fork_exec", "signal.pidfd_send_signal"),
)

#: Methods of types made in C that do so, by the name of their event.
UNAUDITED_METHODS: dict[str, tuple[type, str]] = {
    f"os.DirEntry.{name}": (os.DirEntry, name) for name in ("stat", "is_file", "is_dir")
}
_IMMUTABLE = 1 << 8

_taps: dict[str, Tap | MethodTap] = {}
_aimed_for: Container[str] | None = None


class Tap(functools.partial[Any]):
    """A stand-in for a built-in function that can be aimed at the function or at its announcer."""

    event: str
    real: Callable[..., Any]
    announcer: Callable[..., Any]

    def aim(self, *, listening: bool) -> None:
        set_state: Callable[[object], None] = getattr(self, "__setstate__")  # noqa: B009 - typeshed leaves it out
        set_state((self.announcer if listening else self.real, (), {}, self.__dict__))

    def __get__(self, instance: object, owner: type | None = None) -> Tap:
        """Stay unbound as a class attribute, like the built-in function it stands for."""
        return self

    @property  # type: ignore[misc] # pyfakefs and inspect look for a built-in function
    def __class__(self) -> type:
        return type(len)

    @property
    def __signature__(self) -> inspect.Signature:
        try:
            return inspect.signature(self.real)
        except ValueError as error:
            raise AttributeError(str(error)) from error

    def __reduce__(self) -> str:
        return self.real.__name__

    def __repr__(self) -> str:
        return repr(self.real)


class MethodTap:
    """Puts the announcer of a method in its place while somebody listens, and the method itself back otherwise.

    A type is no place for a stand-in that has to bind; and a bigger test shall pay nothing for an entry of a folder.
    """

    def __init__(self, event: str, owner: type, name: str) -> None:
        self.owner, self.name = owner, name
        self.real = vars(owner)[name]
        self.announcer = _announcer_of_method(event, self.real)

    def aim(self, *, listening: bool) -> None:
        now, wanted = vars(self.owner)[self.name], self.announcer if listening else self.real
        if now is not wanted and now in (self.real, self.announcer):  # else it is somebody's mock
            setattr(self.owner, self.name, wanted)


def _announcer_of_method(event: str, real: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(real)
    def announcer(self: object, *args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        heard = bus.listeners.get(event)
        if heard is not None:
            heard(event, (self, kwargs.get("follow_symlinks", True)))
        return real(self, *args, **kwargs)

    return announcer


def tap(event: str, real: Callable[..., Any]) -> Tap:
    """Make the stand-in that announces calls of a function as `event`."""

    @functools.wraps(real)
    def announcer(*args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        heard = bus.listeners.get(event)
        if heard is not None:
            heard(event, args or tuple(kwargs[name] for name in ("path",) if name in kwargs))
        return real(*args, **kwargs)

    made = stand_in(real, real)
    made.event, made.announcer = event, announcer
    return made


def stand_in(function: Callable[..., Any], real: Callable[..., Any]) -> Tap:
    """Make an object that calls a function, and passes for the built-in one whose place it takes."""
    made = Tap(function)
    functools.update_wrapper(made, real)
    vars(made).pop("__wrapped__")  # nobody is handed the way round
    made.real = real
    return made


def find(names: Iterable[str]) -> dict[str, Callable[..., Any]]:
    """Return the named functions that this interpreter has."""
    found = {}
    for name in names:
        module, _, attribute = name.rpartition(".")
        function = getattr(sys.modules.get(module), attribute, None)
        if function is not None:
            found[name] = function
    return found


def make(found: dict[str, Callable[..., Any]]) -> dict[int, object]:
    """Make the taps of these functions; return each by the identity of the function whose place it is to take."""
    taps = {event: tap(event, function) for event, function in found.items()}
    _taps.update(taps)
    return {id(placed.real): placed for placed in taps.values()}


def attach(module: ModuleType) -> Callable[[], None]:
    """Bind the taps in a module made of C that was imported afresh; it is gone with whoever did that."""
    for event, placed in _taps.items():
        name = event.rpartition(".")[2]
        if isinstance(vars(module).get(name), types.BuiltinFunctionType) and isinstance(placed, Tap):
            setattr(module, name, placed)
    return lambda: None


def tap_methods() -> None:
    """Make the taps of those methods that this interpreter has, and lets anyone replace."""
    for event, (owner, name) in UNAUDITED_METHODS.items():
        if name in vars(owner) and not owner.__flags__ & _IMMUTABLE:
            _taps[event] = MethodTap(event, owner, name)


def clear() -> None:
    """Forget the taps, and have none of them aimed."""
    aim_for({})
    _taps.clear()


def aim_for(listeners: Container[str]) -> None:
    """Aim every tap: at its announcer where somebody listens for it, else at the real function."""
    global _aimed_for  # noqa: PLW0603 - remembered, so that a run of tests of one size aims once
    if listeners is not _aimed_for:
        _aimed_for = listeners
        for event, placed in _taps.items():
            placed.aim(listening=event in listeners)
