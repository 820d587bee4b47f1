"""Fakes of the four blockers, for tests of code that is handed one: they judge alike, and record what is asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from pytest_hermetic.blockers import (
    Blocker,
    DatabaseBlockerPort,
    FilesystemBlockerPort,
    NetworkBlockerPort,
    ProcessBlockerPort,
)
from pytest_hermetic.resources.database import DatabaseAccessAttempt
from pytest_hermetic.resources.filesystem import FilesystemAccessAttempt
from pytest_hermetic.resources.network import ConnectionAttempt
from pytest_hermetic.resources.process import SpawnAttempt
from pytest_hermetic.settings import Settings
from pytest_hermetic.sizes import EnforcementMode
from pytest_hermetic.violations import Attempt

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_hermetic.violations import Violation

A = TypeVar("A", bound=Attempt)


class Recording(Blocker[A]):
    """Counts what a blocker is asked, and keeps the attempts and the warnings."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._forget()

    def activate(self, *args: Any, **kwargs: Any) -> None:
        super().activate(*args, **kwargs)
        self.activate_count += 1

    def deactivate(self) -> None:
        super().deactivate()
        self.deactivate_count += 1

    def reset(self) -> None:
        """Return to INACTIVE, and forget everything recorded."""
        super().reset()
        self._forget()

    def permits(self, attempt: A) -> bool:
        permitted = super().permits(attempt)
        self.check_count += 1
        self.attempts.append(replace(attempt, allowed=permitted))
        return permitted

    def answer(self, violation: Violation) -> None:
        if self.enforcement_mode is EnforcementMode.WARN:
            self.warnings.append(violation.headline)
        super().answer(violation)

    def _forget(self) -> None:
        self.activate_count = self.deactivate_count = self.check_count = 0
        self.attempts: list[A] = []
        self.warnings: list[str] = []


class FakeNetworkBlocker(Recording[ConnectionAttempt], NetworkBlockerPort):
    """Stands in for the network's blocker; `allowed_hosts` are what medium tests may reach."""

    def __init__(self, allowed_hosts: Iterable[str] = ()) -> None:
        super().__init__(Settings(allowed_hosts=tuple(allowed_hosts)))

    @property
    def connection_attempts(self) -> list[ConnectionAttempt]:
        """Every connection that was asked about, in order."""
        return self.attempts


class FakeFilesystemBlocker(Recording[FilesystemAccessAttempt], FilesystemBlockerPort):
    """Stands in for the file system's blocker.

    >>> from pathlib import Path
    >>> from pytest_hermetic import EnforcementMode, FakeFilesystemBlocker, FilesystemOperation, TestSize
    >>> blocker = FakeFilesystemBlocker()
    >>> blocker.activate(TestSize.SMALL, EnforcementMode.STRICT, frozenset())
    >>> blocker.check_access_allowed(Path("/etc/passwd"), FilesystemOperation.READ)
    False
    """

    @property
    def access_attempts(self) -> list[FilesystemAccessAttempt]:
        """Every access that was asked about, in order."""
        return self.attempts


class FakeProcessBlocker(Recording[SpawnAttempt], ProcessBlockerPort):
    """Stands in for the blocker of processes."""

    @property
    def spawn_attempts(self) -> list[SpawnAttempt]:
        """Every spawn that was asked about, in order."""
        return self.attempts


class FakeDatabaseBlocker(Recording[DatabaseAccessAttempt], DatabaseBlockerPort):
    """Stands in for the blocker of databases."""

    @property
    def connection_attempts(self) -> list[DatabaseAccessAttempt]:
        """Every connection that was asked about, in order."""
        return self.attempts
