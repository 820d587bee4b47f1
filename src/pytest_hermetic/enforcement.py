"""The hooks that enforce: they tell the guard when a test runs and pass on what it found."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hermetic import origin
from pytest_hermetic.guard import Guard
from pytest_hermetic.report import records, terminal
from pytest_hermetic.resources import RESOURCES, database
from pytest_hermetic.sensors import session
from pytest_hermetic.sizes import EnforcementMode, TestSize
from pytest_hermetic.violations import HermeticityWarning, messages_of

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from pytest_hermetic.guard import Watch
    from pytest_hermetic.resources.base import Resource
    from pytest_hermetic.settings import Settings
    from pytest_hermetic.violations import Violation

_SIZE = pytest.StashKey[TestSize | None]()
_USAGE_ERROR = "hermetic_usage_error"


class Enforcement:
    """One pytest session's guard, and what its tests were caught at."""

    def __init__(self, config: pytest.Config, settings: Settings) -> None:
        self._config = config
        self._settings = settings
        self._end_session = session.install(
            [name for resource in RESOURCES for name in resource.taps],
            [call for resource in RESOURCES for call in resource.calls],
        )
        self._guard = self._guard_of(RESOURCES)
        self._tally = terminal.Tally()

    def pytest_configure(self, config: pytest.Config) -> None:
        """Learn the drivers that plugins and conftest files tell of: by now all of them are loaded."""
        drivers = [driver for told in config.hook.pytest_hermetic_drivers() for driver in told]
        if drivers:
            config.add_cleanup(session.announce(database.calls_of(drivers)))
            known: dict[str, Resource[Any]] = {database.DATABASE.name: database.knowing(drivers)}
            self._guard = self._guard_of([known.get(each.name, each) for each in RESOURCES])

    def _guard_of(self, resources: Sequence[Resource[Any]]) -> Guard:
        return Guard(resources, self._settings, base=str(self._config.invocation_params.dir))

    def close(self) -> None:
        """Take everything out of the interpreter again."""
        self._guard.end()
        self._end_session()

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        try:
            for item in session.items:
                size = item.stash[_SIZE] = self._settings.sizes.size_of(item)
                if size is not None:
                    item.user_properties.append((records.SIZE, str(size)))
        except pytest.UsageError as error:
            # A worker of xdist that raised it would only be seen to crash: its controller has to raise it.
            told: dict[str, object] | None = getattr(self._config, "workeroutput", None)
            if told is None:
                raise
            told[_USAGE_ERROR] = str(error)
            session.items.clear()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        message = getattr(node, "workeroutput", {}).get(_USAGE_ERROR)
        if message is not None:
            raise pytest.UsageError(message)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Generator[None, None, None]:
        __tracebackhide__ = True
        # Begun here and not with the protocol, since a rerun sets the same test up again.
        self._guard.begin(item.nodeid, item.stash.get(_SIZE, None), str(item.path), lambda: _location(item))
        with self._guard.phase("setup"):
            yield

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, None, None]:
        __tracebackhide__ = True
        if self._guard.watch is None:
            return (yield)
        # Finalizers run last in, first out: between these two are those that the test adds to itself.
        item.addfinalizer(self._guard.close_window)
        try:
            with self._guard.phase("call", own=True):
                return (yield)
        finally:
            item.addfinalizer(self._guard.open_window)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self) -> Generator[None, None, None]:
        __tracebackhide__ = True
        try:
            with self._guard.phase("teardown"):
                return (yield)
        finally:
            self._guard.end()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
        """Count set-up and tear-down of function-scoped fixtures as the test's own; others never."""
        __tracebackhide__ = True
        if self._guard.watch is None:
            return (yield)
        own = fixturedef.scope == "function"
        teardown = self._guard.window(own=own)
        fixturedef.addfinalizer(lambda: teardown.__exit__(None, None, None))
        try:
            with self._guard.window(own=own):
                return (yield)
        finally:
            # Finalizers run last in, first out: this one opens the window that the one above closes.
            fixturedef.addfinalizer(teardown.__enter__)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        watch = self._guard.latest
        if watch is None or not watch.found:
            return (yield)
        if call.excinfo is not None:
            origin.tidy_traceback(call.excinfo.value)
        self._warn(watch)
        item.user_properties[:] = [pair for pair in item.user_properties if pair[0] != records.VIOLATION]
        item.user_properties += [
            records.record_of(found.violation, found.count, self._settings.mode_for(found.violation.resource))
            for found in watch.found.values()
        ]
        report = yield
        if watch.beside:
            report.sections.append(("hermeticity violations", messages_of(watch.beside)))
            watch.beside.clear()
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown":
            self._tally.add(report.nodeid, report.user_properties)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        told = list(terminal.lines(self._tally, everything=self._config.get_verbosity() > 0))
        if self._tally.places:
            terminalreporter.section("hermeticity", yellow=True)
        for line in told:
            terminalreporter.write_line(line)

    def _warn(self, watch: Watch) -> None:
        """Post pytest warnings directly: no filter may turn a report into a failure of the test."""
        for found in watch.found.values():
            violation = found.violation
            place = (violation.resource, violation.site and (violation.site.file, violation.site.line))
            if self._settings.mode_for(violation.resource) is not EnforcementMode.WARN or place in watch.warned:
                continue
            watch.warned.add(place)
            self._config.hook.pytest_warning_recorded.call_historic(
                kwargs={
                    "warning_message": _warning(violation),
                    "nodeid": watch.nodeid,
                    "when": "runtest",
                    "location": None,
                }
            )


def _location(item: pytest.Item) -> tuple[str, int]:
    file, line, _ = item.location
    return file, (line or 0) + 1


def _warning(violation: Violation) -> warnings.WarningMessage:
    site = violation.site
    category = HermeticityWarning
    message = category(violation.headline + (f" - {violation.advice[0]}" if violation.advice else ""))
    return warnings.WarningMessage(message, category, site.file if site else "", site.line if site else 0)
