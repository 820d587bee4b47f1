"""The fakes judge as the production blockers do, record what they are asked, and touch nothing."""

import doctest
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pytest_hermetic import (
    BlockerState,
    BlockerStateError,
    DatabaseBlockerPort,
    EnforcementMode,
    FakeDatabaseBlocker,
    FakeFilesystemBlocker,
    FakeNetworkBlocker,
    FakeProcessBlocker,
    FilesystemBlockerPort,
    FilesystemOperation,
    HermeticityViolationError,
    NetworkBlockerPort,
    ProcessBlockerPort,
    TestSize,
    testing,
)
from requirements import requirement

pytestmark = pytest.mark.small

STRICT, WARN, OFF = EnforcementMode
SMALL, MEDIUM, LARGE, XLARGE = TestSize


@dataclass(frozen=True, kw_only=True)
class Pair:
    """A production blocker, its fake, how to use either, and questions to put to both."""

    production: Callable[[], Any]
    fake: Callable[[], Any]
    check: Callable[..., bool]
    violate: Callable[..., None]
    targets: tuple[tuple[Any, ...], ...]
    attempts: str

    def activate(self, blocker: Any, size: TestSize, mode: EnforcementMode) -> None:
        first = ("t.py::test_x",) if isinstance(blocker, DatabaseBlockerPort) else ()
        blocker.activate(*first, size, mode)


PAIRS = {
    "network": Pair(
        production=NetworkBlockerPort,
        fake=FakeNetworkBlocker,
        check=lambda blocker, *target: blocker.check_connection_allowed(*target),
        violate=lambda blocker, *target: blocker.on_violation(*target, "t.py::test_x"),
        targets=(("api.example", 443), ("localhost", 80), ("127.evil.example", 80), ("::1", 80), ("0.0.0.0", 0)),
        attempts="connection_attempts",
    ),
    "filesystem": Pair(
        production=FilesystemBlockerPort,
        fake=FakeFilesystemBlocker,
        check=lambda blocker, *target: blocker.check_access_allowed(*target),
        violate=lambda blocker, *target: blocker.on_violation(*target, "t.py::test_x"),
        targets=tuple((Path("/etc/passwd"), operation) for operation in FilesystemOperation),
        attempts="access_attempts",
    ),
    "process": Pair(
        production=ProcessBlockerPort,
        fake=FakeProcessBlocker,
        check=lambda blocker, *target: blocker.check_spawn_allowed(*target),
        violate=lambda blocker, *target: blocker.on_violation(*target, "t.py::test_x", "subprocess.run"),
        targets=(("git", ("status",)), ("true", ())),
        attempts="spawn_attempts",
    ),
    "database": Pair(
        production=DatabaseBlockerPort,
        fake=FakeDatabaseBlocker,
        check=lambda blocker, *target: blocker.check_connection_allowed(*target),
        violate=lambda blocker, *target: blocker.on_violation(*target, "t.py::test_x"),
        targets=(("sqlite3", ":memory:"), ("psycopg2", "postgresql://app:hunter2@db.example/app"), ("redis", "")),
        attempts="connection_attempts",
    ),
}

each_pair = pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)


def answers(pair: Pair, make: Callable[[], Any], size: TestSize, mode: EnforcementMode) -> list[object]:
    """Put every question to a blocker, and write down all that can be told from outside."""
    blocker = make()
    told: list[object] = [blocker.state]
    for ask in (pair.check, pair.violate):
        with pytest.raises(BlockerStateError) as refusal:
            ask(blocker, *pair.targets[0])
        told.append(str(refusal.value))
    pair.activate(blocker, size, mode)
    for target in pair.targets:
        told.append(pair.check(blocker, *target))
        try:
            pair.violate(blocker, *target)
            told.append("answered")
        except HermeticityViolationError as error:
            told += [type(error), str(error), error.violation]
    with pytest.raises(BlockerStateError) as refusal:
        pair.activate(blocker, size, mode)
    told += [str(refusal.value), blocker.state]
    blocker.deactivate()
    told.append(blocker.state)
    return told


@requirement("ADR-001-40")
@each_pair
@pytest.mark.parametrize("size", TestSize)
@pytest.mark.parametrize("mode", EnforcementMode)
def test_a_fake_answers_every_question_as_the_production_blocker_does(
    pair: Pair, size: TestSize, mode: EnforcementMode
) -> None:
    assert answers(pair, pair.fake, size, mode) == answers(pair, pair.production, size, mode)


@requirement("ADR-001-10", "ADR-002-13", "ADR-003-16", "ADR-004-14")
@each_pair
def test_a_fake_counts_what_it_is_asked(pair: Pair) -> None:
    fake = pair.fake()
    assert (fake.activate_count, fake.deactivate_count, fake.check_count) == (0, 0, 0)
    for _ in range(3):
        pair.activate(fake, SMALL, WARN)
        pair.check(fake, *pair.targets[0])
        pair.check(fake, *pair.targets[-1])
        fake.deactivate()
    assert (fake.activate_count, fake.deactivate_count, fake.check_count) == (3, 3, 6)


@each_pair
def test_a_refused_call_is_not_counted(pair: Pair) -> None:
    fake = pair.fake()
    for ask in (fake.deactivate, lambda: pair.check(fake, *pair.targets[0])):
        with pytest.raises(BlockerStateError):
            ask()
    pair.activate(fake, SMALL, STRICT)
    with pytest.raises(BlockerStateError):
        pair.activate(fake, SMALL, STRICT)
    assert (fake.activate_count, fake.deactivate_count, fake.check_count) == (1, 0, 0)
    assert getattr(fake, pair.attempts) == []


@requirement("ADR-001-11", "ADR-002-13", "ADR-003-16", "ADR-004-14")
@each_pair
def test_a_fake_records_every_attempt_with_its_verdict_in_order(pair: Pair) -> None:
    fake = pair.fake()
    for size in (SMALL, LARGE):
        pair.activate(fake, size, STRICT)
        for target in pair.targets:
            pair.check(fake, *target)
        fake.deactivate()
    allowed = [attempt.allowed for attempt in getattr(fake, pair.attempts)]
    assert allowed == [False] * len(pair.targets) + [True] * len(pair.targets)


@requirement("ADR-002-13", "ADR-003-16", "ADR-004-14")
@each_pair
def test_a_fake_keeps_the_warnings_of_warn_mode_and_of_no_other(pair: Pair) -> None:
    fake = pair.fake()
    pair.activate(fake, SMALL, WARN)
    pair.violate(fake, *pair.targets[0])
    fake.deactivate()
    pair.activate(fake, SMALL, OFF)
    pair.violate(fake, *pair.targets[0])
    fake.deactivate()
    pair.activate(fake, SMALL, STRICT)
    with pytest.raises(HermeticityViolationError):
        pair.violate(fake, *pair.targets[0])
    (warning,) = fake.warnings
    assert warning.startswith("small test: Attempted ")


@each_pair
def test_reset_makes_a_fake_as_new(pair: Pair) -> None:
    fake = pair.fake()
    pair.activate(fake, SMALL, WARN)
    pair.check(fake, *pair.targets[0])
    pair.violate(fake, *pair.targets[0])
    fake.reset()
    assert fake.state is BlockerState.INACTIVE
    assert (fake.activate_count, fake.deactivate_count, fake.check_count) == (0, 0, 0)
    assert (getattr(fake, pair.attempts), fake.warnings) == ([], [])


@each_pair
def test_two_fakes_share_nothing(pair: Pair) -> None:
    one, other = pair.fake(), pair.fake()
    pair.activate(one, SMALL, WARN)
    pair.check(one, *pair.targets[0])
    assert getattr(other, pair.attempts) == []
    assert other.state is BlockerState.INACTIVE


@each_pair
def test_a_fake_can_stand_where_the_port_is_asked_for(pair: Pair) -> None:
    assert isinstance(pair.fake(), type(pair.production()))


@requirement("ADR-001-12")
def test_the_network_s_fake_takes_allowed_hosts() -> None:
    fake = FakeNetworkBlocker(allowed_hosts=["api.example", "10.0.0.0/8"])
    fake.activate(MEDIUM, STRICT)
    assert fake.check_connection_allowed("api.example", 443)
    assert fake.check_connection_allowed("10.1.2.3", 5432)
    assert not fake.check_connection_allowed("other.example", 443)
    fake.deactivate()
    fake.activate(SMALL, STRICT)
    assert not fake.check_connection_allowed("api.example", 443)


def test_the_file_system_s_fake_records_what_an_allowed_path_permits() -> None:
    fake = FakeFilesystemBlocker()
    fake.activate(SMALL, STRICT, frozenset({Path("/data")}))
    assert fake.check_access_allowed(Path("/data/x"), FilesystemOperation.READ)
    assert [attempt.allowed for attempt in fake.access_attempts] == [True]


@requirement("ADR-001-13")
def test_an_active_fake_changes_no_socket_and_no_function() -> None:
    before = (socket.socket, socket.socket.connect, socket.getaddrinfo, open, Path.open)
    fakes = [(pair, pair.fake()) for pair in PAIRS.values()]
    for pair, fake in fakes:
        pair.activate(fake, SMALL, STRICT)
    assert (socket.socket, socket.socket.connect, socket.getaddrinfo, open, Path.open) == before


@requirement("ADR-002-13")
def test_the_documented_example_holds() -> None:
    results = [
        doctest.DocTestRunner().run(test) for test in doctest.DocTestFinder().find(testing.FakeFilesystemBlocker)
    ]
    assert sum(result.attempted for result in results) > 0
    assert sum(result.failed for result in results) == 0
