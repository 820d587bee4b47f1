"""The resources that tests are kept from: the one list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_hermetic.resources.database import DATABASE
from pytest_hermetic.resources.filesystem import FILESYSTEM
from pytest_hermetic.resources.network import NETWORK
from pytest_hermetic.resources.process import PROCESS

if TYPE_CHECKING:
    from pytest_hermetic.resources.base import Resource

RESOURCES: tuple[Resource[Any], ...] = (NETWORK, FILESYSTEM, PROCESS, DATABASE)
