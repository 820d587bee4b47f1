"""The four ports: the order of their states, who is permitted, and how a violation is answered."""

import inspect
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, fields
from pathlib import Path
from typing import Any

import pytest

from pytest_hermetic import (
    BlockerState,
    BlockerStateError,
    ConnectionAttempt,
    DatabaseAccessAttempt,
    DatabaseBlockerPort,
    DatabaseViolationError,
    EnforcementMode,
    FilesystemAccessAttempt,
    FilesystemAccessViolationError,
    FilesystemBlockerPort,
    FilesystemOperation,
    HermeticityViolationError,
    NetworkAccessViolationError,
    NetworkBlockerPort,
    ProcessBlockerPort,
    SpawnAttempt,
    SubprocessViolationError,
    TestSize,
)
from pytest_hermetic.settings import Settings
from requirements import requirement

pytestmark = pytest.mark.small

STRICT, WARN, OFF = EnforcementMode
SMALL, MEDIUM, LARGE, XLARGE = TestSize


@dataclass(frozen=True, kw_only=True)
class Port:
    """One port, and how the decision records say to use it."""

    make: Callable[[], Any]
    activate: Callable[..., None]
    check: Callable[[Any], bool]
    violate: Callable[[Any], None]
    error: type[HermeticityViolationError]


PORTS = {
    "network": Port(
        make=NetworkBlockerPort,
        activate=lambda port, size, mode: port.activate(size, mode),
        check=lambda port: port.check_connection_allowed("api.example", 443),
        violate=lambda port: port.on_violation("api.example", 443, "t.py::test_x"),
        error=NetworkAccessViolationError,
    ),
    "filesystem": Port(
        make=FilesystemBlockerPort,
        activate=lambda port, size, mode: port.activate(size, mode, frozenset()),
        check=lambda port: port.check_access_allowed(Path("/etc/passwd"), FilesystemOperation.READ),
        violate=lambda port: port.on_violation(Path("/etc/passwd"), FilesystemOperation.READ, "t.py::test_x"),
        error=FilesystemAccessViolationError,
    ),
    "process": Port(
        make=ProcessBlockerPort,
        activate=lambda port, size, mode: port.activate(size, mode),
        check=lambda port: port.check_spawn_allowed("git", ("status",)),
        violate=lambda port: port.on_violation("git", ("status",), "t.py::test_x", "subprocess.run"),
        error=SubprocessViolationError,
    ),
    "database": Port(
        make=DatabaseBlockerPort,
        activate=lambda port, size, mode: port.activate("t.py::test_x", size, mode),
        check=lambda port: port.check_connection_allowed("sqlite3", ":memory:"),
        violate=lambda port: port.on_violation("sqlite3", ":memory:", "t.py::test_x"),
        error=DatabaseViolationError,
    ),
}

each_port = pytest.mark.parametrize("port", PORTS.values(), ids=PORTS)


@requirement("ADR-001-06", "ADR-002-05", "ADR-003-05", "ADR-004-05")
@each_port
def test_a_blocker_goes_from_inactive_to_active_and_back(port: Port) -> None:
    blocker = port.make()
    states = [blocker.state]
    for _ in range(2):
        port.activate(blocker, SMALL, STRICT)
        states.append(blocker.state)
        blocker.deactivate()
        states.append(blocker.state)
    assert states == [BlockerState.INACTIVE, *[BlockerState.ACTIVE, BlockerState.INACTIVE] * 2]


@requirement("ADR-001-06", "ADR-002-05", "ADR-003-05", "ADR-004-05")
@each_port
def test_a_blocker_cannot_be_activated_twice(port: Port) -> None:
    blocker = port.make()
    port.activate(blocker, SMALL, STRICT)
    with pytest.raises(BlockerStateError, match=r"cannot activate: the \w+ blocker is active, and has to be inactive"):
        port.activate(blocker, MEDIUM, WARN)
    assert (blocker.test_size, blocker.enforcement_mode) == (SMALL, STRICT)


@requirement("ADR-001-06", "ADR-002-05", "ADR-003-05", "ADR-004-05")
@each_port
@pytest.mark.parametrize("doing", ["deactivate", "check", "violate"])
def test_an_inactive_blocker_refuses_with_a_sentence_that_says_what_to_do(port: Port, doing: str) -> None:
    blocker = port.make()
    ask: dict[str, Callable[[Any], object]] = {
        "deactivate": lambda blocker: blocker.deactivate(),
        "check": port.check,
        "violate": port.violate,
    }
    with pytest.raises(BlockerStateError) as refusal:
        ask[doing](blocker)
    name = next(name for name, each in PORTS.items() if each is port)
    assert f"the {name} blocker is inactive, and has to be active (call activate() first)" in str(refusal.value)
    assert blocker.state is BlockerState.INACTIVE


@requirement("ADR-002-04")
@each_port
def test_reset_leads_back_to_inactive_from_anywhere(port: Port) -> None:
    blocker = port.make()
    blocker.reset()
    port.activate(blocker, SMALL, STRICT)
    blocker.reset()
    assert blocker.state is BlockerState.INACTIVE
    port.activate(blocker, SMALL, STRICT)


@requirement("ADR-002-02", "ADR-003-02", "ADR-001-03", "ADR-004-02")
@each_port
def test_a_small_test_may_not_and_a_large_one_may(port: Port) -> None:
    for size in (SMALL, LARGE, XLARGE):
        blocker = port.make()
        port.activate(blocker, size, STRICT)
        assert port.check(blocker) is (size is not SMALL)


@each_port
@pytest.mark.parametrize("size", TestSize)
def test_everything_is_permitted_while_the_mode_is_off(port: Port, size: TestSize) -> None:
    blocker = port.make()
    port.activate(blocker, size, OFF)
    assert port.check(blocker) is True
    port.violate(blocker)


@requirement("ADR-001-16", "ADR-002-10", "ADR-003-13", "ADR-004-10")
@each_port
def test_a_violation_raises_the_resource_s_own_error_in_strict_mode(port: Port) -> None:
    blocker = port.make()
    port.activate(blocker, SMALL, STRICT)
    with pytest.raises(port.error) as caught:
        port.violate(blocker)
    assert type(caught.value) is port.error
    assert caught.value.test_nodeid == "t.py::test_x"
    assert caught.value.test_size is SMALL
    assert caught.value.remediation
    assert blocker.state is BlockerState.ACTIVE


@requirement("ADR-001-17", "ADR-002-11", "ADR-003-14", "ADR-004-11")
@each_port
@pytest.mark.parametrize("mode", [WARN, OFF])
def test_a_violation_lets_the_test_go_on_in_the_other_modes(port: Port, mode: EnforcementMode) -> None:
    blocker = port.make()
    port.activate(blocker, SMALL, mode)
    port.violate(blocker)


@requirement("ADR-001-14")
@each_port
def test_every_error_is_a_hermeticity_violation(port: Port) -> None:
    assert issubclass(port.error, HermeticityViolationError)
    assert port.error.__module__ == "pytest_hermetic"


@requirement("ADR-001-05")
@pytest.mark.parametrize(
    ("method", "parameters"),
    [
        (NetworkBlockerPort.activate, ["test_size", "enforcement_mode"]),
        (NetworkBlockerPort.check_connection_allowed, ["host", "port"]),
        (NetworkBlockerPort.on_violation, ["host", "port", "test_nodeid"]),
        (NetworkBlockerPort.deactivate, []),
    ],
)
def test_the_network_port_is_called_as_its_record_says(method: Callable[..., Any], parameters: list[str]) -> None:
    assert list(inspect.signature(method).parameters) == ["self", *parameters]


@requirement("ADR-002-04")
@pytest.mark.parametrize(
    ("method", "parameters"),
    [
        (FilesystemBlockerPort.activate, ["test_size", "enforcement_mode", "allowed_paths"]),
        (FilesystemBlockerPort.check_access_allowed, ["path", "operation"]),
        (FilesystemBlockerPort.on_violation, ["path", "operation", "test_nodeid"]),
        (FilesystemBlockerPort.deactivate, []),
        (FilesystemBlockerPort.reset, []),
    ],
)
def test_the_file_system_port_is_called_as_its_record_says(method: Callable[..., Any], parameters: list[str]) -> None:
    assert list(inspect.signature(method).parameters) == ["self", *parameters]


@requirement("ADR-003-04")
@pytest.mark.parametrize(
    ("method", "parameters"),
    [
        (ProcessBlockerPort.activate, ["test_size", "enforcement_mode"]),
        (ProcessBlockerPort.check_spawn_allowed, ["command", "args"]),
        (ProcessBlockerPort.on_violation, ["command", "args", "test_nodeid", "method"]),
        (ProcessBlockerPort.deactivate, []),
    ],
)
def test_the_process_port_is_called_as_its_record_says(method: Callable[..., Any], parameters: list[str]) -> None:
    assert list(inspect.signature(method).parameters) == ["self", *parameters]


@requirement("ADR-004-04")
@pytest.mark.parametrize(
    ("method", "parameters"),
    [
        (DatabaseBlockerPort.activate, ["test_nodeid", "test_size", "enforcement_mode"]),
        (DatabaseBlockerPort.check_connection_allowed, ["library", "connection_string"]),
        (DatabaseBlockerPort.on_violation, ["library", "connection_string", "test_nodeid"]),
        (DatabaseBlockerPort.deactivate, []),
    ],
)
def test_the_database_port_is_called_as_its_record_says(method: Callable[..., Any], parameters: list[str]) -> None:
    assert list(inspect.signature(method).parameters) == ["self", *parameters]


@requirement("ADR-002-07", "ADR-003-06", "ADR-004-06")
@pytest.mark.parametrize(
    ("attempt", "names"),
    [
        (ConnectionAttempt(host="h"), {"host", "port"}),
        (
            FilesystemAccessAttempt(path=Path("/x"), operation=FilesystemOperation.READ),
            {"path", "operation"},
        ),
        (SpawnAttempt(command="git"), {"command", "args", "method"}),
        (DatabaseAccessAttempt(library="sqlite3", connection_string=":memory:"), {"library", "connection_string"}),
    ],
    ids=PORTS,
)
def test_an_attempt_is_a_frozen_record(attempt: Any, names: set[str]) -> None:
    assert {field.name for field in fields(attempt)} >= names | {"test_nodeid", "allowed"}
    assert (attempt.test_nodeid, attempt.allowed) == ("", False)
    for name in names:
        with pytest.raises(FrozenInstanceError):
            setattr(attempt, name, None)


@requirement("ADR-001-15", "ADR-001-31")
def test_a_network_error_has_host_and_port() -> None:
    blocker = NetworkBlockerPort()
    blocker.activate(SMALL, STRICT)
    with pytest.raises(NetworkAccessViolationError) as caught:
        blocker.on_violation("api.example.com", 443, "t.py::test_x")
    assert (caught.value.host, caught.value.port) == ("api.example.com", 443)
    assert "Attempted connection to: api.example.com:443" in str(caught.value)


@requirement("ADR-002-14", "ADR-002-27")
def test_a_file_system_error_has_path_and_operation() -> None:
    blocker = FilesystemBlockerPort()
    blocker.activate(SMALL, STRICT)
    with pytest.raises(FilesystemAccessViolationError) as caught:
        blocker.on_violation(Path("/out/report.txt"), FilesystemOperation.WRITE, "t.py::test_x")
    assert (caught.value.path, caught.value.operation) == (Path("/out/report.txt"), FilesystemOperation.WRITE)
    assert "Violation: Filesystem access attempted" in str(caught.value)
    assert "Attempted write on: /out/report.txt" in str(caught.value)


@requirement("ADR-003-17", "ADR-003-19")
def test_a_process_error_has_command_arguments_and_method() -> None:
    blocker = ProcessBlockerPort()
    blocker.activate(SMALL, STRICT)
    with pytest.raises(SubprocessViolationError) as caught:
        blocker.on_violation("python", ("script.py", "--verbose"), "t.py::test_x", "subprocess.run")
    error = caught.value
    assert (error.command, error.command_args, error.method) == ("python", ("script.py", "--verbose"), "subprocess.run")
    assert "Violation: Subprocess spawn attempted" in str(error)
    assert "Attempted subprocess.run: python script.py --verbose" in str(error)


@requirement("ADR-004-15", "ADR-004-16")
def test_a_database_error_has_library_and_connection_string() -> None:
    blocker = DatabaseBlockerPort()
    blocker.activate("t.py::test_x", SMALL, STRICT)
    with pytest.raises(DatabaseViolationError) as caught:
        blocker.on_violation("sqlite3", ":memory:", "t.py::test_x")
    assert (caught.value.library, caught.value.connection_string) == ("sqlite3", ":memory:")
    assert "Violation: Database connection attempted" in str(caught.value)
    assert "Attempted sqlite3: :memory:" in str(caught.value)


@requirement("ADR-004-18")
def test_a_database_error_shows_no_password() -> None:
    blocker = DatabaseBlockerPort()
    blocker.activate("t.py::test_x", SMALL, STRICT)
    with pytest.raises(DatabaseViolationError) as caught:
        blocker.on_violation("psycopg2", "postgresql://app:hunter2@db.example/app", "t.py::test_x")
    assert "hunter2" not in str(caught.value) + repr(caught.value)
    assert caught.value.connection_string == "postgresql://app:***@db.example/app"


def test_a_process_error_shows_no_password() -> None:
    blocker = ProcessBlockerPort()
    blocker.activate(SMALL, STRICT)
    with pytest.raises(SubprocessViolationError) as caught:
        blocker.on_violation("psql", ("--password=hunter2", "app"), "t.py::test_x", "subprocess.run")
    assert "hunter2" not in str(caught.value) + repr(caught.value)


def test_an_allowed_path_permits_what_lies_below_it() -> None:
    blocker = FilesystemBlockerPort()
    blocker.activate(SMALL, STRICT, frozenset({Path("/data")}))
    assert blocker.check_access_allowed(Path("/data/x"), FilesystemOperation.WRITE)
    assert not blocker.check_access_allowed(Path("/database"), FilesystemOperation.WRITE)
    assert not blocker.check_access_allowed(Path("/data/../etc/passwd"), FilesystemOperation.READ)


def test_an_allowed_path_is_forgotten_with_the_test() -> None:
    blocker = FilesystemBlockerPort()
    blocker.activate(SMALL, STRICT, frozenset({Path("/data")}))
    blocker.deactivate()
    blocker.activate(SMALL, STRICT)
    assert not blocker.check_access_allowed(Path("/data/x"), FilesystemOperation.READ)


@requirement("ADR-001-22")
def test_an_allowed_host_widens_what_medium_tests_reach_and_not_what_small_ones_do() -> None:
    settings = Settings(allowed_hosts=("api.example:443",))
    for size, permitted in ((SMALL, False), (MEDIUM, True)):
        blocker = NetworkBlockerPort(settings)
        blocker.activate(size, STRICT)
        assert blocker.check_connection_allowed("api.example", 443) is permitted
        assert not blocker.check_connection_allowed("api.example", 80)
        assert blocker.check_connection_allowed("127.0.0.1", 80) is (size is MEDIUM)
