"""Databases: a small test opens none, not even in memory; a bigger one reaches what the network rule lets it."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from pytest_hermetic.record import record
from pytest_hermetic.resources.base import Resource
from pytest_hermetic.resources.drivers import DRIVERS, Driver, read_sure
from pytest_hermetic.sensors.calls import Call
from pytest_hermetic.settings import NetworkRule, Settings
from pytest_hermetic.sizes import TestSize
from pytest_hermetic.violations import Attempt, HermeticityViolationError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_hermetic.resources.base import Reader
    from pytest_hermetic.resources.targets import Target


@record
class DatabaseAccessAttempt(Attempt):
    """A database that a test tried to open, and by which library; credentials are masked."""

    library: str
    connection_string: str
    method: str = ""
    #: Where the connection would lead; none within the process.
    hosts: tuple[tuple[str, int | None], ...] = ()


class DatabaseViolationError(HermeticityViolationError):
    """A test tried to open a database; has `library` and `connection_string`."""

    __module__ = "pytest_hermetic"


def _read_driver(driver: Driver, _event: str, args: tuple[Any, ...]) -> DatabaseAccessAttempt:
    target: Target = read_sure(driver, *args)
    return DatabaseAccessAttempt(library=driver.library, connection_string=target.text, hosts=target.hosts)


def _read_sqlite(_event: str, args: tuple[Any, ...]) -> DatabaseAccessAttempt:
    name = args[0]
    text = os.fsdecode(name) if isinstance(name, str | bytes | os.PathLike) else str(name)
    return DatabaseAccessAttempt(library="sqlite3", connection_string=text)


def _restricts(size: TestSize, settings: Settings) -> bool:
    return size is TestSize.SMALL or settings.network[size] is not NetworkRule.ALLOW


def _permits(attempt: DatabaseAccessAttempt, size: TestSize, settings: Settings) -> bool:
    if size is TestSize.SMALL:
        return False
    if not attempt.hosts or settings.network[size] is not NetworkRule.LOCALHOST:
        return not attempt.hosts or settings.network[size] is NetworkRule.ALLOW
    from pytest_hermetic import hosts  # noqa: PLC0415 - only tests that open a database pay for parsing addresses

    return all(
        host.startswith(("/", "@"))
        or hosts.is_this_machine(host)
        or hosts.is_allowed(host, port, settings.allowed_hosts)
        for host, port in attempt.hosts
    )


def _details(attempt: DatabaseAccessAttempt) -> str:
    return f"Attempted {attempt.method or attempt.library}: {attempt.connection_string}"


def _rule(size: TestSize) -> str:
    if size is TestSize.SMALL:
        return "Small tests have restricted resource access: they open no database, not even in memory."
    return f"{size.capitalize()} tests may use databases on this machine only."


def _advice(_attempt: DatabaseAccessAttempt, size: TestSize) -> tuple[str, ...]:
    if size is not TestSize.SMALL:
        return (
            "Run the database on this machine, and connect to localhost",
            "Allow its host for the whole project: --allow-network-hosts=HOST",
            "Change test category to @pytest.mark.large (if the remote database is required)",
        )
    return (
        "Use an in-memory fake/stub instead of a real database",
        "Mock the database connection using pytest-mock",
        "Use dependency injection to provide a fake repository",
        "Change test category to @pytest.mark.medium (if database is required)",
    )


def _event_of(driver: Driver, attribute: str) -> str:
    return f"{driver.module}.{attribute}"


def _events(drivers: Iterable[Driver]) -> dict[str, Reader[DatabaseAccessAttempt]]:
    return {
        _event_of(driver, attribute): partial(_read_driver, driver)
        for driver in drivers
        for attribute in driver.calls + driver.hooks
    }


def calls_of(drivers: Iterable[Driver]) -> tuple[Call, ...]:
    """Return the calls to announce for these drivers."""
    return tuple(
        Call(
            driver.module,
            attribute,
            _event_of(driver, attribute),
            deferred=driver.over_http,
            hook=attribute in driver.hooks,
        )
        for driver in drivers
        for attribute in driver.calls + driver.hooks
    )


def knowing(drivers: Sequence[Driver]) -> Resource[DatabaseAccessAttempt]:
    """Return databases as a resource that knows these drivers beside its own."""
    return DATABASE._replace(events={**DATABASE.events, **_events(drivers)}, calls=DATABASE.calls + calls_of(drivers))


DATABASE = Resource(
    name="database",
    title="Database connection attempted",
    error=DatabaseViolationError,
    events={
        "sqlite3.connect": _read_sqlite,
        "sqlite3.attach": _read_sqlite,
        "sqlite3.Connection": _read_sqlite,
        **_events(DRIVERS),
    },
    calls=calls_of(DRIVERS),
    restricts=_restricts,
    permits=_permits,
    details=_details,
    rule=_rule,
    advice=_advice,
    called=lambda attempt, event, called: replace(attempt, method=called or event),
)
