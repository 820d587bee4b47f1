"""Every family of the collection: no way out is missed, no innocent is flagged."""

import sys
from collections.abc import Iterator

import pytest

from escapes.__main__ import examine
from escapes.families import RESOURCES, Family, families
from escapes.grounds import real_grounds
from escapes.sessions import Bench
from escapes.table import remarks

pytestmark = pytest.mark.medium


@pytest.fixture(scope="session")
def bench() -> Iterator[Bench]:
    with real_grounds(sys.executable, RESOURCES) as grounds:
        yield Bench(python=sys.executable, grounds=grounds, patience=30)


@pytest.mark.parametrize("family", list(families()), ids=str)
def test_nothing_gets_past_the_guard_and_it_never_cries_wolf(family: Family, bench: Bench) -> None:
    verdict = examine(family, bench=bench)
    if verdict.missing_library:
        pytest.skip(f"{family} needs {verdict.missing_library}")
    assert verdict.good, "\n".join(remarks(verdict))
