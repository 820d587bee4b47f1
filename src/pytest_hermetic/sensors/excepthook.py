"""Keeps quiet while the interpreter itself prints a traceback: before 3.13 it reads the source lines in C."""

from __future__ import annotations

import functools
import sys
from typing import TYPE_CHECKING, Any

from pytest_hermetic.sensors import bus

if TYPE_CHECKING:
    from collections.abc import Callable


def install() -> list[Callable[[], None]]:
    """Wrap the hook that prints uncaught exceptions; return what puts it back."""
    real, current = sys.__excepthook__, sys.excepthook
    if sys.version_info >= (3, 13):
        return []

    @functools.wraps(real)
    def excepthook(*args: Any) -> None:
        spoken = bus.quiet.set(True)
        try:
            real(*args)
        finally:
            bus.quiet.reset(spoken)

    def undo() -> None:
        sys.__excepthook__ = real
        if sys.excepthook is excepthook:
            sys.excepthook = real

    sys.__excepthook__ = excepthook
    if current is real:
        sys.excepthook = excepthook
    return [undo]
