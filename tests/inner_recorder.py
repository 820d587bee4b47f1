"""Writes down what each test of an inner run came to; the inner run loads it with `-p inner_recorder`."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import warnings

    import pytest


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # a worker of xdist: the controller hears everything
        config.pluginmanager.register(_Recorder(Path(os.environ["INNER_RECORDS"])))


class _Recorder:
    def __init__(self, records: Path) -> None:
        self._records = records
        self._lines: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        outcome: str = report.outcome
        if hasattr(report, "wasxfail"):
            outcome = "xpassed" if outcome == "passed" else "xfailed"
        self._write(
            kind="report",
            nodeid=report.nodeid,
            when=report.when,
            outcome=outcome,
            text=report.longreprtext,
            sections=report.sections,
            properties=report.user_properties,
        )
        if report.when == "teardown":  # before that, a test may have faked the file system
            self._flush()

    def pytest_sessionfinish(self) -> None:
        self._flush()

    def pytest_warning_recorded(self, warning_message: warnings.WarningMessage, nodeid: str) -> None:
        self._write(
            kind="warning",
            nodeid=nodeid,
            category=warning_message.category.__name__,
            text=str(warning_message.message),
            at=f"{warning_message.filename}:{warning_message.lineno}",
        )

    def _write(self, **record: Any) -> None:
        self._lines.append(json.dumps(record) + "\n")

    def _flush(self) -> None:
        with self._records.open("a", encoding="utf-8") as records:
            records.writelines(self._lines)
        self._lines.clear()
