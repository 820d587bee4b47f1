"""Keeps quiet while the interpreter itself prints a traceback: it reads the source lines in C, before 3.13 always."""

from __future__ import annotations

import functools
import sys
import threading
from typing import TYPE_CHECKING, Any

from pytest_hermetic.sensors import bus

if TYPE_CHECKING:
    from collections.abc import Callable

#: The modules that hold a hook under its name, and the interpreter's own one under that name with underscores.
_HOOKS = ((sys, "excepthook"), (sys, "unraisablehook"), (threading, "excepthook"))


def install() -> list[Callable[[], None]]:
    """Wrap the hooks that print uncaught exceptions; return what puts them back."""
    return [_wrap(module, name) for module, name in _HOOKS]


def _wrap(module: Any, name: str) -> Callable[[], None]:
    own = f"__{name}__"
    real = getattr(module, own)

    @functools.wraps(real)
    def hook(*args: Any) -> None:
        spoken = bus.quiet.set(True)
        try:
            real(*args)
        finally:
            bus.quiet.reset(spoken)

    def undo() -> None:
        setattr(module, own, real)
        if getattr(module, name) is hook:
            setattr(module, name, real)

    setattr(module, own, hook)
    if getattr(module, name) is real:
        setattr(module, name, hook)
    return undo
