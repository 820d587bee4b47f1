"""The hooks around each test: they tell the guard when a test runs, and its reports what the guard found."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hermetic import origin
from pytest_hermetic.report import records
from pytest_hermetic.sizes import SIZE, EnforcementMode
from pytest_hermetic.violations import HermeticityWarning, messages_of

if TYPE_CHECKING:
    from collections.abc import Generator

    from pytest_hermetic.guard import Guard, Watch
    from pytest_hermetic.settings import Settings
    from pytest_hermetic.violations import Violation


class Watching:
    """Registered once some test has a size."""

    def __init__(self, config: pytest.Config, settings: Settings, guard: Guard) -> None:
        self._config = config
        self._settings = settings
        self._guard = guard

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Generator[None, None, None]:
        __tracebackhide__ = True
        # Begun here and not with the protocol, since a rerun sets the same test up again.
        self._guard.begin(item.nodeid, item.stash.get(SIZE, None), str(item.path), lambda: _location(item))
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
