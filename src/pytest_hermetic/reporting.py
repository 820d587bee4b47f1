"""What a test was caught at goes into its reports; registered with the first catch, so a clean run pays nothing."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import pytest

from pytest_hermetic import origin
from pytest_hermetic.report import records
from pytest_hermetic.sizes import EnforcementMode
from pytest_hermetic.violations import HermeticityWarning, messages_of

if TYPE_CHECKING:
    from collections.abc import Generator

    from pytest_hermetic.guard import Caught, Guard
    from pytest_hermetic.settings import Settings
    from pytest_hermetic.violations import Violation


class Reporting:
    """Puts what the guard found into the reports of the test."""

    def __init__(self, config: pytest.Config, settings: Settings, guard: Guard) -> None:
        self._config = config
        self._settings = settings
        self._guard = guard
        self._base = str(config.invocation_params.dir)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        watch = self._guard.latest
        if watch is None or watch.caught is None:
            return (yield)
        if call.excinfo is not None:
            origin.tidy_traceback(call.excinfo.value)
        swallowed = None
        if not watch.open:  # else it is a subtest that is told of, and the test goes on
            swallowed = watch.settle(call.excinfo.value if call.excinfo else None)
        if swallowed is not None:
            call.excinfo = pytest.ExceptionInfo.from_exception(origin.told_anew(swallowed, self._base))
        self._warn(item.nodeid, watch.caught)
        self._record(item, watch.caught)
        report = yield
        beside = watch.caught.beside
        if swallowed is not None and call.excinfo is not None:
            told = getattr(call.excinfo.value, "violation", None)
            if told is not swallowed.violation:  # unittest has put the test's own failure in its place
                beside.insert(0, swallowed.violation)
        if beside:
            report.sections.append(("hermeticity violations", messages_of(beside)))
            beside.clear()
        return report

    def _record(self, item: pytest.Item, caught: Caught) -> None:
        item.user_properties[:] = [pair for pair in item.user_properties if pair[0] != records.VIOLATION]
        item.user_properties += [
            records.record_of(found.violation, found.count, self._settings.mode_for(found.violation.resource))
            for found in caught.found.values()
        ]

    def _warn(self, nodeid: str, caught: Caught) -> None:
        """Post pytest warnings directly: no filter may turn a report into a failure of the test."""
        for found in caught.found.values():
            violation = found.violation
            place = (violation.resource, violation.site and (violation.site.file, violation.site.line))
            if self._settings.mode_for(violation.resource) is not EnforcementMode.WARN or place in caught.warned:
                continue
            caught.warned.add(place)
            self._config.hook.pytest_warning_recorded.call_historic(
                kwargs={
                    "warning_message": _warning(violation),
                    "nodeid": nodeid,
                    "when": "runtest",
                    "location": None,
                }
            )


def _warning(violation: Violation) -> warnings.WarningMessage:
    site = violation.site
    category = HermeticityWarning
    message = category(violation.headline + (f" - {violation.advice[0]}" if violation.advice else ""))
    return warnings.WarningMessage(message, category, site.file if site else "", site.line if site else 0)
