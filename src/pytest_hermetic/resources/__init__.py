"""The resources that tests are kept from: the one list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_hermetic.resources.database import DATABASE, knowing
from pytest_hermetic.resources.filesystem import FILESYSTEM
from pytest_hermetic.resources.network import NETWORK
from pytest_hermetic.resources.process import PROCESS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_hermetic.resources.base import Resource
    from pytest_hermetic.resources.drivers import Driver

RESOURCES: tuple[Resource[Any], ...] = (NETWORK, FILESYSTEM, PROCESS, DATABASE)


def known_with(drivers: Sequence[Driver]) -> tuple[Resource[Any], ...]:
    """Return the resources, the databases among them knowing further drivers."""
    return tuple(knowing(drivers) if drivers and each is DATABASE else each for each in RESOURCES)
