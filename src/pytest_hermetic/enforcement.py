"""The hooks of one session: they give every test its size, have those with one watched, and sum up."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hermetic.loading import quickly
from pytest_hermetic.report import records, terminal
from pytest_hermetic.sensors import session
from pytest_hermetic.sizes import SIZE, TestSize

if TYPE_CHECKING:
    from pytest_hermetic.settings import Settings

_WATCHING = "hermetic-watching"
_USAGE_ERROR = "hermetic_usage_error"


#: What tells a test's size in its reports.
_PROPERTY = {size: (records.SIZE, str(size)) for size in TestSize}


class Enforcement:
    """One pytest session's sensors, and the summary of what they told."""

    def __init__(self, config: pytest.Config, settings: Settings) -> None:
        self._config = config
        self._settings = settings
        self.close = session.install()

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        try:
            sized = [item for item in session.items if _give_size(item, self._settings.sizes.size_of(item))]
            if sized:
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
        manager = self._config.pluginmanager
        if manager.has_plugin(_WATCHING):
            return
        with quickly(self._config):
            from pytest_hermetic.guard import Guard  # noqa: PLC0415 - only for tests with a size
            from pytest_hermetic.reporting import Reporting  # noqa: PLC0415 - only for tests with a size
            from pytest_hermetic.resources import known_with  # noqa: PLC0415 - only for tests with a size
            from pytest_hermetic.watching import Watching, own_finalizers  # noqa: PLC0415 - only for tests with a size

        resources = known_with(
            [driver for drivers in self._config.hook.pytest_hermetic_drivers() for driver in drivers]
        )
        guard = Guard(resources, self._settings, base=str(self._config.invocation_params.dir))
        reporting = Reporting(self._config, self._settings, guard)
        guard.at_first_catch = lambda: manager.register(reporting, "hermetic-reporting")
        self._config.add_cleanup(session.listen(call for resource in resources for call in resource.calls))
        self._config.add_cleanup(guard.end)
        self._config.add_cleanup(own_finalizers(guard))
        manager.register(Watching(guard), _WATCHING)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        message = getattr(node, "workeroutput", {}).get(_USAGE_ERROR)
        if message is not None:
            raise pytest.UsageError(message)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        tally = terminal.Tally()
        for report in itertools.chain.from_iterable(terminalreporter.stats.values()):
            if getattr(report, "when", None) == "teardown":
                tally.add(report.nodeid, report.user_properties)
        if tally.places:
            terminalreporter.section("hermeticity", yellow=True)
        everything = self._config.get_verbosity() > 0
        for line in terminal.lines(tally, everything=everything, chosen=self._settings.chosen):
            terminalreporter.write_line(line)


def _give_size(item: pytest.Item, size: TestSize | None) -> bool:
    if size is None:
        return False
    item.stash[SIZE] = size
    item.user_properties.append(_PROPERTY[size])
    return True
