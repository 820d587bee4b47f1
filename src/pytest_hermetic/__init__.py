"""Small tests stay hermetic: the public names of pytest-hermetic."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_hermetic.blockers import (
        BlockerState,
        BlockerStateError,
        DatabaseBlockerPort,
        FilesystemBlockerPort,
        NetworkBlockerPort,
        ProcessBlockerPort,
    )
    from pytest_hermetic.resources.database import DatabaseAccessAttempt, DatabaseViolationError
    from pytest_hermetic.resources.filesystem import (
        FilesystemAccessAttempt,
        FilesystemAccessViolationError,
        FilesystemOperation,
    )
    from pytest_hermetic.resources.network import ConnectionAttempt, NetworkAccessViolationError
    from pytest_hermetic.resources.process import SpawnAttempt, SubprocessViolationError
    from pytest_hermetic.sizes import EnforcementMode, LargeTest, MediumTest, SmallTest, TestSize, XLargeTest
    from pytest_hermetic.testing import (
        FakeDatabaseBlocker,
        FakeFilesystemBlocker,
        FakeNetworkBlocker,
        FakeProcessBlocker,
    )
    from pytest_hermetic.violations import HermeticityViolationError, HermeticityWarning

__all__ = [
    "BlockerState",
    "BlockerStateError",
    "ConnectionAttempt",
    "DatabaseAccessAttempt",
    "DatabaseBlockerPort",
    "DatabaseViolationError",
    "EnforcementMode",
    "FakeDatabaseBlocker",
    "FakeFilesystemBlocker",
    "FakeNetworkBlocker",
    "FakeProcessBlocker",
    "FilesystemAccessAttempt",
    "FilesystemAccessViolationError",
    "FilesystemBlockerPort",
    "FilesystemOperation",
    "HermeticityViolationError",
    "HermeticityWarning",
    "LargeTest",
    "MediumTest",
    "NetworkAccessViolationError",
    "NetworkBlockerPort",
    "ProcessBlockerPort",
    "SmallTest",
    "SpawnAttempt",
    "SubprocessViolationError",
    "TestSize",
    "XLargeTest",
]


def __getattr__(name: str) -> object:
    """Import a public name when it is asked for: pytest imports this package at every start, and needs few of them."""
    if name in __all__:
        rooms = ("sizes", "violations", "resources.network", "resources.filesystem", "resources.process")
        for room in (*rooms, "resources.database", "blockers", "testing"):
            module = import_module(f"{__name__}.{room}")
            if name in vars(module):
                return vars(module)[name]
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)
