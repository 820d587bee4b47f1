"""The hooks that enforce: they tell the guard when a test runs and pass on what it found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pytest_hermetic.report import records, terminal
from pytest_hermetic.sensors import session
from pytest_hermetic.sizes import SIZE

if TYPE_CHECKING:
    from pytest_hermetic.settings import Settings

_WATCHING = "hermetic-watching"
_USAGE_ERROR = "hermetic_usage_error"


class Enforcement:
    """One pytest session's guard, and what its tests were caught at."""

    def __init__(self, config: pytest.Config, settings: Settings) -> None:
        self._config = config
        self._settings = settings
        self._end_session = session.install()
        self._tally = terminal.Tally()

    def close(self) -> None:
        """Take everything out of the interpreter again."""
        self._end_session()

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        try:
            for item in session.items:
                size = self._settings.sizes.size_of(item)
                if size is not None:
                    item.user_properties.append((records.SIZE, str(size)))
                    item.stash[SIZE] = size
                    self._watch()
        except pytest.UsageError as error:
            # A worker of xdist that raised it would only be seen to crash: its controller has to raise it.
            told: dict[str, object] | None = getattr(self._config, "workeroutput", None)
            if told is None:
                raise
            told[_USAGE_ERROR] = str(error)
            session.items.clear()

    def _watch(self) -> None:
        """Watch the tests; a project none of whose tests has a size pays for none of it."""
        if self._config.pluginmanager.has_plugin(_WATCHING):
            return
        from pytest_hermetic.guard import Guard  # noqa: PLC0415 - see above
        from pytest_hermetic.resources import known_with  # noqa: PLC0415 - see above
        from pytest_hermetic.watching import Watching  # noqa: PLC0415 - see above

        told = [driver for drivers in self._config.hook.pytest_hermetic_drivers() for driver in drivers]
        resources = known_with(told)
        guard = Guard(resources, self._settings, base=str(self._config.invocation_params.dir))
        self._config.add_cleanup(session.announce(call for resource in resources for call in resource.calls))
        self._config.add_cleanup(guard.end)
        self._config.pluginmanager.register(Watching(self._config, self._settings, guard), _WATCHING)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        message = getattr(node, "workeroutput", {}).get(_USAGE_ERROR)
        if message is not None:
            raise pytest.UsageError(message)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown":
            self._tally.add(report.nodeid, report.user_properties)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        everything = self._config.get_verbosity() > 0
        told = list(terminal.lines(self._tally, everything=everything, chosen=self._settings.chosen))
        if self._tally.places:
            terminalreporter.section("hermeticity", yellow=True)
        for line in told:
            terminalreporter.write_line(line)
