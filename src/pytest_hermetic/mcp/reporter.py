"""The pytest plugin that is injected into the project's run: what happens becomes one JSON line in a file.

Standard library and pytest only, CPython 3.8 and later, pytest 6.2 and later. It never raises into pytest.
"""

from __future__ import annotations

import faulthandler
import os
import signal
from functools import wraps
from json import JSONEncoder
from traceback import format_exc
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

ITEMS_PER_LINE = 200
BELOW_RTMAX = 3  # supervisor.py sends this real-time signal to learn where a test hangs
WORTH_TELLING = 0.001  # seconds of a tear-down
FOR_A_TERMINAL = ("usepdb", "trace", "looponfail")
WITHOUT_PLACES = ("no", "line", "native")  # ways to show a failure that leave us without its frames
NO_MARKERS = ("parametrize", "usefixtures", "filterwarnings")

_quote = JSONEncoder().encode


def _never_raises(hook: Callable[..., None]) -> Callable[..., None]:
    """Make an error of ours an event, never pytest's INTERNALERROR; the engine then trusts another source."""

    @wraps(hook)
    def quiet(self: Reporter, *args: Any, **kwargs: Any) -> None:
        try:
            hook(self, *args, **kwargs)
        except Exception:  # noqa: BLE001 - told, not swallowed
            self.sink.tell({"e": "reporter_error", "hook": hook.__name__, "error": format_exc()})

    return quiet


class Reporter:
    """The hooks. `particulars` turns a failed report into plain data."""

    def __init__(self, sink: Any, particulars: Any) -> None:
        self.sink = sink
        self.particulars = particulars
        self.deselected = 0
        self._serial = True
        self._held = ""
        self._order = _Order()
        self._is_elsewhere = False  # the rootdir, not being where pytest was started

    @pytest.hookimpl(tryfirst=True)
    @_never_raises
    def pytest_cmdline_main(self, config: Any) -> None:
        """Nobody sits at a terminal: under --trace, a debugger without input leaves tests that then count as passed."""
        for option in FOR_A_TERMINAL:
            if getattr(config.option, option, False):
                setattr(config.option, option, False)
        if getattr(config.option, "tbstyle", "auto") in WITHOUT_PLACES:
            config.option.tbstyle = "auto"

    @pytest.hookimpl(trylast=True)
    @_never_raises
    def pytest_configure(self, config: Any) -> None:
        stderr = self.sink.out_of_the_way(os.dup(2))  # pytest has let go of it for the time being
        if not faulthandler.is_enabled():  # -p no:faulthandler
            faulthandler.enable(stderr)
        if hasattr(signal, "SIGRTMAX"):
            faulthandler.register(signal.SIGRTMAX - BELOW_RTMAX, stderr)
        self._serial = not _workers(config)
        if config.getoption("collectonly", default=False):
            config.pluginmanager.register(self._order)
        root, start = str(getattr(config, "rootpath", None) or config.rootdir), str(config.invocation_params.dir)
        self.particulars.root, self.particulars.start = root, start
        self._is_elsewhere = root != start and os.path.splitdrive(root)[0] == os.path.splitdrive(start)[0]
        self.sink.tell(
            {
                "e": "hello",
                "pytest": pytest.__version__,
                "rootdir": root,
                "start": start,
                "inifile": str(getattr(config, "inipath", None) or ""),
                "plugins": sorted(_distributions(config)),
                "workers": _workers(config),
            }
        )

    @_never_raises
    def pytest_collectreport(self, report: Any) -> None:
        if report.outcome == "failed":
            self.sink.tell(dict(self.particulars.of(report, self._id(report.nodeid)), e="collect_error"))

    @_never_raises
    def pytest_deselected(self, items: Sequence[Any]) -> None:
        self.deselected += len(items)

    @pytest.hookimpl(trylast=True)
    @_never_raises
    def pytest_collection_finish(self, session: Any) -> None:
        if session.config.getoption("collectonly", default=False):
            found = self._order.of(session.items)
            for start in range(0, len(found), ITEMS_PER_LINE):
                chunk = found[start : start + ITEMS_PER_LINE]
                self.sink.tell({"e": "items", "items": [[self._id(item.nodeid), *_known(item)] for item in chunk]})
        selected = len({item.nodeid for item in session.items})
        self.sink.tell({"e": "collected", "selected": selected, "deselected": self.deselected})

    @pytest.hookimpl(optionalhook=True)
    @_never_raises
    def pytest_xdist_node_collection_finished(self, ids: Sequence[str]) -> None:
        self.sink.tell({"e": "collected", "selected": len(set(ids)), "deselected": self.deselected})

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        held, self._held = self._held, ""
        self._line(f'{held}{{"e":"start","id":{_quote(self._id(nodeid))}}}')

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        text = f'{{"e":"finish","id":{_quote(self._id(nodeid))}}}'
        if self._serial:  # nothing of the project's runs before the next event, which can take it along
            self._held = text + "\n"
        else:
            self._line(text)

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: Any) -> None:
        duration = report.duration
        plain = report.outcome == "passed" and not report.user_properties and not hasattr(report, "wasxfail")
        if not plain or not isinstance(duration, float):
            self._remarkable(report)
        elif report.when != "teardown" or duration > WORTH_TELLING:
            phase = f'"when":"{report.when}","outcome":"passed","duration":{duration:.6f}'
            self._line(f'{{"e":"phase","id":{_quote(self._id(report.nodeid))},{phase}}}')

    @_never_raises
    def _remarkable(self, report: Any) -> None:
        self.sink.tell(dict(self.particulars.of(report, self._id(report.nodeid)), e="phase"))

    def _id(self, nodeid: str) -> str:
        """Return a node id that pytest takes where it was started: its own ids begin at the rootdir."""
        if not self._is_elsewhere or not nodeid:
            return nodeid
        path, colons, inside = nodeid.partition("::")
        path = os.path.relpath(os.path.join(self.particulars.root, path), self.particulars.start)
        return path.replace(os.sep, "/") + colons + inside

    def _line(self, text: str) -> None:
        """Write what each test writes, as cheaply as can be; pytest must not hear of a full disk."""
        try:
            self.sink.line(text)
        except OSError:  # the engine sees that lines are missing, and nothing is green without them
            self._held = ""

    @pytest.hookimpl(tryfirst=True, hookwrapper=True)
    def pytest_sessionfinish(self, exitstatus: int) -> Iterator[None]:
        """Tell first that the last test is over: other plugins' hooks may crash; tell last how all ended."""
        if self._held:
            self._line(self._held[:-1])
        yield
        self._line(f'{{"e":"session_finish","code":{int(exitstatus)}}}')

    @pytest.hookimpl(optionalhook=True)
    @_never_raises
    def pytest_testnodedown(self, error: object) -> None:
        if error:
            self.sink.tell({"e": "worker_lost", "error": str(error)})

    @pytest.hookimpl(optionalhook=True)
    @_never_raises
    def pytest_warning_recorded(self, when: str) -> None:
        self.sink.tell({"e": "warning", "when": when})

    @_never_raises
    def pytest_keyboard_interrupt(self, excinfo: Any) -> None:
        frames = self.particulars.frames(excinfo.tb)
        message = str(getattr(excinfo.value, "msg", "") or excinfo.value)
        self.sink.tell({"e": "interrupt", "kind": excinfo.typename, "message": message, "frames": frames})

    @_never_raises
    def pytest_internalerror(self, excrepr: Any) -> None:
        self.sink.tell({"e": "internal_error", "text": self.particulars.bounded(str(excrepr))})


class _Order:
    """Remembers in which order tests were found: plugins shuffle them, and the pages of a listing must fit together."""

    def __init__(self) -> None:
        self._found: dict[Any, int] = {}

    def pytest_itemcollected(self, item: Any) -> None:
        self._found.setdefault(item, len(self._found))

    def of(self, items: Sequence[Any]) -> list[Any]:
        """Sort items as they were found, those that a plugin made up last."""
        return sorted(items, key=lambda item: self._found.get(item, len(self._found)))


def _distributions(config: Any) -> Iterator[str]:
    for _, distribution in config.pluginmanager.list_plugin_distinfo():
        yield f"{distribution.project_name}-{distribution.version}"
    if config.pluginmanager.hasplugin("pytest_hermetic.plugin"):  # injected, so no distribution has it
        yield "hermetic"


def _workers(config: Any) -> int:
    if config.getoption("dist", "no") == "no" or config.getoption("collectonly", default=False):
        return 0
    return len(config.getoption("tx", None) or ())


def _known(item: Any) -> list[Any]:
    markers = sorted({mark.name for mark in item.iter_markers()}.difference(NO_MARKERS))
    return [(item.location[1] or 0) + 1, markers]
