"""What a third party needs to describe a database driver: the row, and the readers that find out where it connects."""

from pytest_hermetic.resources.drivers import Driver
from pytest_hermetic.resources.targets import (
    Target,
    address,
    argument,
    attribute,
    endpoints,
    fields,
    in_process,
    keywords,
    target,
    url,
)

__all__ = [
    "Driver",
    "Target",
    "address",
    "argument",
    "attribute",
    "endpoints",
    "fields",
    "in_process",
    "keywords",
    "target",
    "url",
]
