"""A pytest plugin that marks every test small, for a guard that knows no default size."""

import pytest


def pytest_itemcollected(item: pytest.Item) -> None:
    item.add_marker("small")
