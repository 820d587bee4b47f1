"""The audit hook (PEP 578): hears what C itself announces, whatever name the caller used.

A hook cannot be removed, so it is installed once per interpreter and asks the bus whether anyone listens.
"""

from __future__ import annotations

import sys

from pytest_hermetic.sensors import bus

_installed = False


def install() -> None:
    """Start announcing audit events on the bus."""
    global _installed  # noqa: PLW0603 - a hook stays for the life of the interpreter
    if not _installed:
        _installed = True
        sys.addaudithook(bus.announce)
