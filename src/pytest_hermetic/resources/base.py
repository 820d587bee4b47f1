"""What a resource is: data that says what to sense, how to read it, who may, and what to advise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from pytest_hermetic.sizes import TestSize
from pytest_hermetic.violations import Attempt

if TYPE_CHECKING:
    from pytest_hermetic.sensors.calls import Call
    from pytest_hermetic.settings import Settings
    from pytest_hermetic.violations import HermeticityViolationError

A = TypeVar("A", bound=Attempt)

#: Turns the arguments of an event into what was attempted, or None where it is no access at all.
Reader = Callable[[str, "tuple[Any, ...]"], "A | None"]


class Resource(NamedTuple, Generic[A]):
    """One kind of thing outside a test: the network, the file system and so on."""

    name: str
    title: str
    error: type[HermeticityViolationError]
    #: Event name → reader. Audit events and the functions that wrappers.UNAUDITED lists are told alike.
    events: Mapping[str, Reader[A]]
    #: Which sizes of test are restricted at all.
    restricts: Callable[[TestSize, Settings], bool]
    permits: Callable[[A, TestSize, Settings], bool]
    details: Callable[[A], str]
    rule: Callable[[TestSize], str]
    advice: Callable[[A, TestSize], tuple[str, ...]]
    #: Functions and methods to announce once their module is imported.
    calls: tuple[Call, ...] = ()
    #: Whether an access is reported as that of the library call above it, where that deferred its announcement.
    underlies: bool = False
    #: Completes an attempt once it is known which library function was called, if one was: (attempt, event, name).
    called: Callable[[A, str, str], A] = lambda attempt, event, called: attempt  # noqa: ARG005
    #: The path of an access, and whether it only looks: exemptions depend on them.
    target: Callable[[A], str] = lambda attempt: ""  # noqa: ARG005
    looks: Callable[[A], bool] = lambda attempt: False  # noqa: ARG005


def small_only(size: TestSize, _settings: Settings) -> bool:
    """Restrict small tests, and no others."""
    return size is TestSize.SMALL


def allow_bigger(_attempt: Attempt, size: TestSize, _settings: Settings) -> bool:
    """Permit everything to tests that are not small."""
    return size is not TestSize.SMALL
