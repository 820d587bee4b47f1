"""Session-long taps on the functions that CPython does not audit.

A tap takes the function's place for the whole session, under every name it is already bound to, so that
mocks and early imports see one stable object. It is a C callable aimed at the real function; only while
somebody listens for it is it aimed at a Python function that announces the call first. Other tests thus
pay about 50 ns a call, and nothing has to be put back between tests.
"""

from __future__ import annotations

import functools
import inspect
import sys
from typing import TYPE_CHECKING, Any

from pytest_hermetic.sensors import bus

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable

#: What opens, asks or starts something without an audit event, by dotted name. Each announces an event of that name.
UNAUDITED = (
    *("os.stat", "os.lstat", "os.statx", "os.access", "os.readlink", "os.statvfs", "os.pathconf"),
    *("os.mkfifo", "os.mknod", "os.memfd_create", "os.chroot"),
    *("nt._path_exists", "nt._path_lexists", "nt._path_isdir", "nt._path_isfile", "nt._path_islink"),
    *("nt._path_isjunction", "nt._getfinalpathname"),
    *("_posixsubprocess.fork_exec", "signal.pidfd_send_signal"),
)

_taps: dict[str, Tap] = {}
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
    _taps.update({event: tap(event, function) for event, function in found.items()})
    return {id(placed.real): placed for placed in _taps.values()}


def clear() -> None:
    """Forget the taps."""
    _taps.clear()


def aim_for(listeners: Container[str]) -> None:
    """Aim every tap: at its announcer where somebody listens for it, else at the real function."""
    global _aimed_for  # noqa: PLW0603 - remembered, so that a run of tests of one size aims once
    if listeners is not _aimed_for:
        _aimed_for = listeners
        for event, placed in _taps.items():
            placed.aim(listening=event in listeners)
