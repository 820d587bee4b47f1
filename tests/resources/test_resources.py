"""Every resource, in every mode, for every size: by the one list, so that a further resource is tried as well."""

import socket
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pytest_hermetic import EnforcementMode, HermeticityViolationError, TestSize
from pytest_hermetic.guard import Found, Guard, Window
from pytest_hermetic.record import record
from pytest_hermetic.resources import RESOURCES
from pytest_hermetic.resources.base import Resource, allow_bigger, small_only
from pytest_hermetic.sensors import bus
from pytest_hermetic.sensors.wrappers import UNAUDITED
from pytest_hermetic.settings import Settings
from pytest_hermetic.violations import Attempt
from requirements import requirement

pytestmark = pytest.mark.small

SMALL, MEDIUM, LARGE, XLARGE = TestSize
STRICT, WARN, OFF = EnforcementMode
TEST = SimpleNamespace(nodeid="t.py::test_x", path=Path("t.py"), location=("t.py", 2, "test_x"))
SOCKET = SimpleNamespace(family=socket.AF_INET)

#: An event of each resource that no small test may cause, and one that also a medium test may not, if there is any.
BEYOND_SMALL = {
    "network": ("socket.connect", (SOCKET, ("127.0.0.1", 80))),
    "filesystem": ("open", ("/data/x", "w", 0)),
    "process": ("subprocess.Popen", ("git", ["git", "status"], None, None)),
    "database": ("sqlite3.connect", (":memory:",)),
}
BEYOND_MEDIUM = {"network": ("socket.connect", (SOCKET, ("api.example", 443)))}

each_resource = pytest.mark.parametrize("resource", RESOURCES, ids=lambda resource: resource.name)
each_size = pytest.mark.parametrize("size", TestSize)
each_mode = pytest.mark.parametrize("mode", EnforcementMode)


@pytest.fixture
def guards() -> Iterator[list[Guard]]:
    """Guards that a test makes, ended when it is over; the one of the session around hears nothing meanwhile."""
    former = bus.listen({}, None)
    made: list[Guard] = []
    yield made
    for guard in made:
        guard.end()
    bus.listen(*former)


def watching(guards: list[Guard], size: TestSize | None, mode: EnforcementMode, *resources: Resource[Any]) -> Guard:
    guard = Guard(resources or RESOURCES, Settings(mode=mode, network_mode=mode), base="")
    guards.append(guard)
    guard.begin(TEST, size)
    return guard


def own_window(guard: Guard) -> AbstractContextManager[None]:
    return nullcontext() if guard.watch is None else Window(guard.watch, own=True, phase="call")


def caught(guard: Guard) -> list[Found]:
    return [] if guard.watch is None or guard.watch.caught is None else list(guard.watch.caught.found.values())


def happens(event: str, args: tuple[Any, ...]) -> bool:
    """Let an event happen as a sensor would announce it; say whether anybody reported it."""
    heard = bus.listeners.get(event)
    return heard is not None and heard(event, args)


@requirement("ADR-001-16", "ADR-002-10", "ADR-003-13", "ADR-004-10", "ADR-001-33")
@each_resource
@each_size
@each_mode
def test_a_resource_is_enforced_for_a_size_in_a_mode(
    resource: Resource[Any], size: TestSize, mode: EnforcementMode, guards: list[Guard]
) -> None:
    event, args = BEYOND_SMALL[resource.name]
    guard = watching(guards, size, mode)
    restricted = size is SMALL and mode is not OFF
    with own_window(guard):
        if restricted and mode is STRICT:
            with pytest.raises(resource.error):
                happens(event, args)
        else:
            assert happens(event, args) is restricted
    found = caught(guard)
    assert [each.violation.resource for each in found] == [resource.name] * restricted


@requirement("ADR-001-02")
@each_size
@each_mode
@pytest.mark.parametrize("name", BEYOND_MEDIUM)
def test_what_lies_beyond_this_machine_is_refused_to_medium_tests_as_well(
    name: str, size: TestSize, mode: EnforcementMode, guards: list[Guard]
) -> None:
    guard = watching(guards, size, mode)
    restricted = size in (SMALL, MEDIUM) and mode is not OFF
    with own_window(guard):
        if restricted and mode is STRICT:
            with pytest.raises(HermeticityViolationError):
                happens(*BEYOND_MEDIUM[name])
        else:
            assert happens(*BEYOND_MEDIUM[name]) is restricted


@requirement("ADR-001-18", "ADR-002-12", "ADR-003-15", "ADR-004-12")
@each_size
def test_nothing_is_listened_to_while_the_mode_is_off(size: TestSize, guards: list[Guard]) -> None:
    assert watching(guards, size, OFF).watch is None


@each_mode
def test_a_test_without_a_size_is_not_watched(mode: EnforcementMode, guards: list[Guard]) -> None:
    assert watching(guards, None, mode).watch is None


@requirement("ADR-001-38")
@pytest.mark.parametrize("size", [LARGE, XLARGE])
def test_a_size_that_may_do_anything_is_not_even_listened_to(size: TestSize, guards: list[Guard]) -> None:
    assert watching(guards, size, STRICT).watch is None


@requirement("ADR-001-38")
def test_a_medium_test_that_uses_files_is_not_listened_to(guards: list[Guard]) -> None:
    watching(guards, MEDIUM, STRICT)
    assert "open" not in bus.listeners
    assert "socket.connect" in bus.listeners


@requirement("ADR-001-28", "ADR-002-25", "ADR-003-18", "ADR-004-19")
def test_what_happens_once_a_test_is_over_is_nobody_s(guards: list[Guard]) -> None:
    before = bus.listeners
    guard = watching(guards, SMALL, STRICT)
    assert bus.listeners is not before
    guard.end()
    assert bus.listeners is before
    guard.end()
    assert bus.listeners is before


@each_resource
def test_what_happens_outside_the_test_s_own_work_is_not_its_own(resource: Resource[Any], guards: list[Guard]) -> None:
    guard = watching(guards, SMALL, WARN)
    assert guard.watch is not None
    assert not happens(*BEYOND_SMALL[resource.name])
    with Window(guard.watch, own=True, phase="setup"):
        assert happens(*BEYOND_SMALL[resource.name])
        with Window(guard.watch, own=False, phase="teardown"):
            assert not happens(*BEYOND_SMALL[resource.name])
        assert happens(*BEYOND_SMALL[resource.name])
    assert not happens(*BEYOND_SMALL[resource.name])
    assert [(found.count, found.violation.phase) for found in caught(guard)] == [(2, "setup")]


@each_resource
def test_a_violation_that_is_swallowed_is_what_its_phase_comes_to(resource: Resource[Any], guards: list[Guard]) -> None:
    guard = watching(guards, SMALL, STRICT)
    assert guard.watch is not None
    with Window(guard.watch, own=True, phase="call"), suppress(HermeticityViolationError):
        happens(*BEYOND_SMALL[resource.name])
    swallowed = guard.watch.settle(None)
    assert isinstance(swallowed, resource.error)
    assert swallowed.violation.phase == "call"
    assert guard.watch.settle(None) is None


def test_a_violation_beside_a_failure_of_the_test_s_own_is_kept_for_the_report(guards: list[Guard]) -> None:
    guard = watching(guards, SMALL, STRICT)
    assert guard.watch is not None
    with Window(guard.watch, own=True, phase="call"), suppress(HermeticityViolationError):
        happens(*BEYOND_SMALL["process"])
    assert guard.watch.settle(LookupError("the test's own failure")) is None
    assert guard.watch.caught is not None
    assert [violation.resource for violation in guard.watch.caught.beside] == ["process"]


def test_the_same_violation_again_is_counted_and_not_listed_again(guards: list[Guard]) -> None:
    guard = watching(guards, SMALL, WARN)
    assert guard.watch is not None
    with own_window(guard):
        for _ in range(5):
            happens(*BEYOND_SMALL["filesystem"])
    assert [found.count for found in caught(guard)] == [5]


def test_a_test_with_thousands_of_violations_keeps_some_and_counts_the_rest(guards: list[Guard]) -> None:
    guard = watching(guards, SMALL, WARN)
    assert guard.watch is not None
    with own_window(guard):
        for number in range(1000):
            happens("open", (f"/data/{number}", "w", 0))
    assert sum(found.count for found in caught(guard)) == 1000
    assert len(caught(guard)) <= 201


@each_resource
def test_a_violation_names_test_place_and_line(resource: Resource[Any], guards: list[Guard]) -> None:
    guard = watching(guards, SMALL, WARN)
    assert guard.watch is not None
    with own_window(guard):
        happens(*BEYOND_SMALL[resource.name])
    (found,) = caught(guard)
    violation = found.violation
    assert violation.test_nodeid == violation.attempt.test_nodeid == "t.py::test_x"
    assert violation.test_location == "t.py:3"
    assert violation.site is not None
    assert violation.site.file.endswith(Path(__file__).name)
    assert violation.site.function == "happens"


@each_resource
def test_a_resource_says_all_that_a_message_needs(resource: Resource[Any]) -> None:
    event, args = BEYOND_SMALL[resource.name]
    attempt = resource.events[event](event, args)
    assert attempt is not None
    assert resource.title.endswith(" attempted")
    assert resource.details(attempt).startswith("Attempted ")
    for size in (SMALL, MEDIUM):
        assert resource.rule(size).endswith(".")
        assert resource.rule(size).startswith(f"{size.capitalize()} tests ") or size is MEDIUM


@requirement("ADR-001-33")
@each_resource
def test_the_last_advice_is_always_to_give_the_test_a_bigger_size(resource: Resource[Any]) -> None:
    event, args = BEYOND_SMALL[resource.name]
    attempt = resource.events[event](event, args)
    assert attempt is not None
    assert resource.advice(attempt, SMALL)[-1].startswith("Change test category to @pytest.mark.medium")
    if resource.restricts(MEDIUM, Settings()):
        assert resource.advice(attempt, MEDIUM)[-1].startswith("Change test category to @pytest.mark.large")


def test_every_tap_has_a_reader() -> None:
    assert set(UNAUDITED) <= {event for resource in RESOURCES for event in resource.events}


@each_resource
def test_every_announced_call_has_a_reader(resource: Resource[Any]) -> None:
    assert {call.event for call in resource.calls} <= set(resource.events)


def test_no_two_resources_listen_to_one_event() -> None:
    events = [event for resource in RESOURCES for event in resource.events]
    assert len(events) == len(set(events))


def test_no_two_resources_share_a_name_or_an_error() -> None:
    assert len({resource.name for resource in RESOURCES}) == len(RESOURCES)
    assert len({resource.error for resource in RESOURCES}) == len(RESOURCES)


@requirement("ADR-002-30")
def test_nothing_is_tapped_that_the_interpreter_announces_by_itself() -> None:
    announced = {"open", "os.open", "os.listdir", "os.scandir", "os.mkdir", "os.remove", "os.rename", "os.system"}
    announced |= {"os.chmod", "os.utime", "os.truncate", "os.link", "os.symlink", "os.fork", "os.posix_spawn"}
    assert announced.isdisjoint(UNAUDITED)


@record
class Phoned(Attempt):
    """An attempt of a resource that only these tests have."""

    number: str
    emergency: bool = False


class PhoneError(HermeticityViolationError):
    """A test picked up the phone."""


PHONE = Resource(
    name="phone",
    title="Phone call attempted",
    error=PhoneError,
    events={"phone.dial": lambda _event, args: Phoned(number=args[0]) if args[0] else None},
    restricts=small_only,
    permits=lambda attempt, size, settings: attempt.number == "112" or allow_bigger(attempt, size, settings),
    details=lambda attempt: f"Attempted call of {attempt.number}",
    rule=lambda _size: "Small tests do not phone.",
    advice=lambda _attempt, _size: ("Write a letter",),
    called=lambda attempt, event, called: replace(attempt, emergency=bool(event or called)),
)


@requirement("ADR-001-39")
def test_a_fifth_resource_is_enforced_by_being_described(guards: list[Guard]) -> None:
    guard = watching(guards, SMALL, STRICT, PHONE)
    with own_window(guard):
        assert not happens("phone.dial", ("112",))
        assert not happens("phone.dial", ("",))
        with pytest.raises(PhoneError, match=r"Small tests do not phone\. Options:\n  1. Write a letter") as caught:
            happens("phone.dial", ("555-0123",))
    assert caught.value.number == "555-0123"
    assert caught.value.emergency is True
