"""The port of every resource: what blocks it for one test, and answers when the test tries.

A blocker goes INACTIVE → ACTIVE → INACTIVE. One generic implementation judges by the resource's own data;
the four ports only give it the names and arguments that suit their resource.
"""

from __future__ import annotations

import os
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from pytest_hermetic.masking import mask
from pytest_hermetic.resources.database import DATABASE, DatabaseAccessAttempt
from pytest_hermetic.resources.filesystem import FILESYSTEM, FilesystemAccessAttempt, FilesystemOperation
from pytest_hermetic.resources.network import NETWORK, ConnectionAttempt
from pytest_hermetic.resources.process import PROCESS, SpawnAttempt, masked_spawn
from pytest_hermetic.settings import Settings
from pytest_hermetic.sizes import EnforcementMode, TestSize
from pytest_hermetic.violations import Attempt, Violation

if TYPE_CHECKING:
    from pytest_hermetic.resources.base import Resource

A = TypeVar("A", bound=Attempt)


class BlockerState(StrEnum):
    """Whether a blocker is blocking for a test."""

    INACTIVE = "inactive"
    ACTIVE = "active"


class BlockerStateError(RuntimeError):
    """A blocker was asked for something that its state does not allow."""


class Blocker(Generic[A]):
    """Judges the attempts of one test at one resource."""

    def __init__(self, resource: Resource[A], settings: Settings | None = None) -> None:
        self.resource = resource
        self.settings = settings or Settings()
        self.state = BlockerState.INACTIVE
        self.test_size = TestSize.SMALL
        self.enforcement_mode = EnforcementMode.OFF

    def activate(self, test_size: TestSize, enforcement_mode: EnforcementMode) -> None:
        """Start blocking for a test of this size."""
        self._require(BlockerState.INACTIVE, "activate")
        self.test_size, self.enforcement_mode = test_size, enforcement_mode
        self.state = BlockerState.ACTIVE

    def deactivate(self) -> None:
        """Stop blocking."""
        self._require(BlockerState.ACTIVE, "deactivate")
        self.state = BlockerState.INACTIVE

    def reset(self) -> None:
        """Return to INACTIVE, whatever the state."""
        self.state = BlockerState.INACTIVE

    def permits(self, attempt: A) -> bool:
        """Say whether the test may do this."""
        self._require(BlockerState.ACTIVE, "check")
        return self.enforcement_mode is EnforcementMode.OFF or self.resource.permits(
            attempt, self.test_size, self.settings
        )

    def violation(self, attempt: A, **known: object) -> Violation:
        """Describe an attempt that is not permitted."""
        self._require(BlockerState.ACTIVE, "describe a violation")
        resource = self.resource
        return Violation(
            resource=resource.name,
            title=resource.title,
            details=resource.details(attempt),
            rule=resource.rule(self.test_size),
            advice=resource.advice(attempt, self.test_size),
            attempt=attempt,
            test_nodeid=attempt.test_nodeid,
            test_size=self.test_size,
            **known,  # type: ignore[arg-type]
        )

    def answer(self, violation: Violation) -> None:
        """Raise in strict mode; in the others the test goes on."""
        if self.enforcement_mode is EnforcementMode.STRICT:
            raise self.resource.error(violation)

    def _require(self, state: BlockerState, doing: str) -> None:
        if self.state is not state:
            message = (
                f"cannot {doing}: the {self.resource.name} blocker is {self.state}, and has to be {state} "
                f"({'call activate() first' if state is BlockerState.ACTIVE else 'call deactivate() first'})"
            )
            raise BlockerStateError(message)


class NetworkBlockerPort(Blocker[ConnectionAttempt]):
    """Blocks the network for one test."""

    def __init__(self, settings: Settings | None = None) -> None:
        super().__init__(NETWORK, settings)

    def check_connection_allowed(self, host: str, port: int) -> bool:
        """Say whether the test may connect there."""
        return self.permits(ConnectionAttempt(host=host, port=port))

    def on_violation(self, host: str, port: int, test_nodeid: str) -> None:
        """Answer a connection that is not allowed: raise in strict mode."""
        self.answer(self.violation(ConnectionAttempt(host=host, port=port, test_nodeid=test_nodeid)))


class FilesystemBlockerPort(Blocker[FilesystemAccessAttempt]):
    """Blocks the file system for one test."""

    def __init__(self, settings: Settings | None = None) -> None:
        super().__init__(FILESYSTEM, settings)
        self.allowed_paths: frozenset[Path] = frozenset()

    def activate(
        self, test_size: TestSize, enforcement_mode: EnforcementMode, allowed_paths: frozenset[Path] = frozenset()
    ) -> None:
        """Start blocking; the plugin itself never allows a path."""
        super().activate(test_size, enforcement_mode)
        self.allowed_paths = allowed_paths

    def permits(self, attempt: FilesystemAccessAttempt) -> bool:
        return super().permits(attempt) or any(
            Path(os.path.normpath(attempt.path)).is_relative_to(allowed) for allowed in self.allowed_paths
        )

    def check_access_allowed(self, path: Path, operation: FilesystemOperation) -> bool:
        """Say whether the test may do this to the path."""
        return self.permits(FilesystemAccessAttempt(path=path, operation=operation))

    def on_violation(self, path: Path, operation: FilesystemOperation, test_nodeid: str) -> None:
        """Answer an access that is not allowed: raise in strict mode."""
        attempt = FilesystemAccessAttempt(path=path, operation=operation, test_nodeid=test_nodeid)
        self.answer(self.violation(attempt))


class ProcessBlockerPort(Blocker[SpawnAttempt]):
    """Blocks other processes for one test."""

    def __init__(self, settings: Settings | None = None) -> None:
        super().__init__(PROCESS, settings)

    def check_spawn_allowed(self, command: str, args: tuple[str, ...]) -> bool:
        """Say whether the test may run this command."""
        return self.permits(masked_spawn(command, args))

    def on_violation(self, command: str, args: tuple[str, ...], test_nodeid: str, method: str) -> None:
        """Answer a spawn that is not allowed: raise in strict mode."""
        attempt = replace(masked_spawn(command, args), method=method, test_nodeid=test_nodeid)
        self.answer(self.violation(attempt))


class DatabaseBlockerPort(Blocker[DatabaseAccessAttempt]):
    """Blocks databases for one test."""

    def __init__(self, settings: Settings | None = None) -> None:
        super().__init__(DATABASE, settings)
        self.test_nodeid = ""

    def activate(  # type: ignore[override] # this port takes the test's id first
        self, test_nodeid: str, test_size: TestSize, enforcement_mode: EnforcementMode
    ) -> None:
        """Start blocking for a test."""
        super().activate(test_size, enforcement_mode)
        self.test_nodeid = test_nodeid

    def check_connection_allowed(self, library: str, connection_string: str) -> bool:
        """Say whether the test may open this database."""
        attempt = DatabaseAccessAttempt(
            library=library, connection_string=mask(connection_string), test_nodeid=self.test_nodeid
        )
        return self.permits(attempt)

    def on_violation(self, library: str, connection_string: str, test_nodeid: str) -> None:
        """Answer a connection that is not allowed: raise in strict mode."""
        attempt = DatabaseAccessAttempt(
            library=library, connection_string=mask(connection_string), test_nodeid=test_nodeid
        )
        self.answer(self.violation(attempt))
