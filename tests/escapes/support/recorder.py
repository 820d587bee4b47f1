"""A pytest plugin that tells the runner, line by line, how each case goes."""

import json
import os
import traceback
from collections.abc import Iterator
from typing import Any, TextIO

import pytest

VIOLATION = "hermetic.violation"
MARKS = (
    "native: goes through C and raises no Python event",
    "expect(text): some violation record of the case contains this text",
    "behind(resource): asks that resource first, and strict mode refuses there; warn mode must see both",
)
SIZES = ("small", "medium", "large", "xlarge")


def pytest_configure(config: pytest.Config) -> None:
    """Tell on a stream that was opened before any case runs."""
    stream = open(os.environ["ESCAPES_TOLD"], "a", encoding="utf-8", buffering=1)  # noqa: PTH123, SIM115
    for mark in (*MARKS, *SIZES):
        config.addinivalue_line("markers", mark)
    config.pluginmanager.register(Recorder(stream))


class Recorder:
    """Writes what happens as it happens, so that a case that hangs or dies is known by name."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._pid = os.getpid()
        self._failures: dict[str, str] = {}
        self._outcomes: dict[str, list[str]] = {}
        self._missing: dict[str, str] = {}

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._tell(event="started", nodeid=item.nodeid)
        result = yield
        self._tell(event="finished", **self._case(item))
        return result

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        if call.excinfo is not None and (missing := _missing_library(call.excinfo.value)):
            self._missing[item.nodeid] = missing

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._outcomes.setdefault(report.nodeid, []).append(report.outcome)
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            self._failures.setdefault(report.nodeid, str(crash or report.longrepr))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._tell(event="not collected", why=str(report.longrepr))

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        self._tell(event="not collected", why="".join(traceback.format_exception(excinfo.value)))

    def _case(self, item: pytest.Item) -> dict[str, Any]:
        outcomes = self._outcomes.get(item.nodeid, [])
        return {
            "nodeid": item.nodeid,
            "outcome": "failed" if "failed" in outcomes else "skipped" if "skipped" in outcomes else "passed",
            "native": item.get_closest_marker("native") is not None,
            "size": next((size for size in SIZES if item.get_closest_marker(size)), None),
            "expected_text": _argument(item, "expect"),
            "behind": _argument(item, "behind"),
            "violations": [_record(text) for key, text in item.user_properties if key == VIOLATION],
            "failure": self._failures.get(item.nodeid, ""),
            "missing_library": self._missing.get(item.nodeid, ""),
        }

    def _tell(self, **what: object) -> None:
        if os.getpid() == self._pid:
            self._stream.write(json.dumps(what, default=str) + "\n")


def _missing_library(error: BaseException | None) -> str:
    """Name the library whose absence an error tells of, by itself or by what it was raised from."""
    while isinstance(error, ImportError):
        if isinstance(error, ModuleNotFoundError):
            return error.name or ""
        error = error.__cause__ or error.__context__
    return ""


def _argument(item: pytest.Item, mark: str) -> str | None:
    found = item.get_closest_marker(mark)
    return str(found.args[0]) if found else None


def _record(text: object) -> Any:
    return json.loads(text) if isinstance(text, str) else text
