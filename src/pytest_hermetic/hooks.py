"""The hooks that plugins and conftest files may implement for pytest-hermetic."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_hermetic.drivers import Driver


def pytest_hermetic_drivers() -> Iterable[Driver]:  # type: ignore[empty-body]
    """Return rows for database drivers that pytest-hermetic does not know; asked once, before collection."""
