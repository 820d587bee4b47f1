"""Every promise of the decision records, one row each, and the decorator by which a test says which it proves.

`test_requirements.py` fails where a row has no test, and where a test names a row that does not exist.
"""

from collections.abc import Callable
from typing import TypeVar

from requirements import adr_001, adr_002, adr_003, adr_004, mcp_004
from requirements.row import Requirement

__all__ = ["REQUIREMENTS", "Requirement", "requirement"]

REQUIREMENTS = (*adr_001.ROWS, *adr_002.ROWS, *adr_003.ROWS, *adr_004.ROWS, *mcp_004.ROWS)

T = TypeVar("T", bound=Callable[..., object])


def requirement(*ids: str) -> Callable[[T], T]:
    """Say which promises a test proves; read by `test_requirements.py` from the source, so that it changes nothing."""
    del ids
    return lambda test: test
