"""What all tests share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

pytest_plugins = ["pytester", "inner_runs"]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "inner(source, options, environment): a file that an inner pytest runs.")
