"""A pytest plugin that writes each test's outcome and violations, one JSON object per line."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator

PLACE = "HERMETIC_BENCH_OUTCOMES"
VIOLATION = "hermetic.violation"


def pytest_configure(config: pytest.Config) -> None:
    """Open the file before any test may move the working folder or fake the disk."""
    stream = open(os.environ[PLACE], "w", encoding="utf-8", buffering=1)  # noqa: PTH123, SIM115
    pid = os.getpid()
    outcomes: dict[str, list[str]] = {}

    class Outcomes:
        @pytest.hookimpl(wrapper=True, tryfirst=True)
        def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
            result = yield
            if os.getpid() == pid:
                found = [text for key, text in item.user_properties if key == VIOLATION]
                parts = outcomes.pop(item.nodeid, [])
                told = {"nodeid": item.nodeid, "outcome": "/".join(parts), "violations": found}
                stream.write(json.dumps(told) + "\n")
            return result

        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            kind = f"x{report.outcome}" if hasattr(report, "wasxfail") else report.outcome
            outcomes.setdefault(report.nodeid, []).append(kind)

    config.pluginmanager.register(Outcomes())
