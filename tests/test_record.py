"""Records are what frozen dataclasses are."""

import copy
import pickle
from dataclasses import FrozenInstanceError, asdict, dataclass, fields, is_dataclass, replace

import pytest

from pytest_hermetic.record import record

pytestmark = pytest.mark.small


@record
class Point:
    """Two numbers."""

    x: int
    y: int = 0


@record
class Named(Point):
    """A point with a name."""

    name: str = ""


@dataclass(frozen=True, kw_only=True)
class Derived(Named):
    """Made by somebody who knows nothing of records."""

    z: int = 3


def test_a_frozen_dataclass_may_derive_from_a_record() -> None:
    assert Derived(x=1, y=2) == Derived(x=1, y=2, z=3) != Derived(x=1)
    with pytest.raises(FrozenInstanceError):
        Derived(x=1).x = 2  # type: ignore[misc] # what is tried
    with pytest.raises(TypeError, match="non-frozen"):
        dataclass(type("Loose", (Point,), {}))


def test_a_record_is_made_by_keyword_and_has_its_defaults() -> None:
    assert (Point(x=1).x, Point(x=1).y) == (1, 0)
    assert Named(x=1, name="a") == Named(name="a", y=0, x=1)


def test_records_are_compared_by_class_and_value_and_can_be_keys() -> None:
    assert Point(x=1) == Point(x=1, y=0) != Point(x=2)
    assert Point(x=1) != Named(x=1)
    assert {Point(x=1): "one"}[Point(x=1)] == "one"


def test_a_record_tells_what_it_holds() -> None:
    assert repr(Named(x=1)) == "Named(x=1, y=0, name='')"


def test_what_dataclasses_offers_works_for_records() -> None:
    point = Named(x=1, name="a")
    assert is_dataclass(point)
    assert [each.name for each in fields(point)] == ["x", "y", "name"]
    assert replace(point, y=5) == Named(x=1, y=5, name="a")
    assert asdict(point) == {"x": 1, "y": 0, "name": "a"}
    assert pickle.loads(pickle.dumps(point)) == copy.deepcopy(point) == point


def test_a_record_is_fixed() -> None:
    point = Point(x=1)
    with pytest.raises(FrozenInstanceError, match=r"Point\.x is fixed"):
        point.x = 2  # type: ignore[misc] # what is tried
    with pytest.raises(FrozenInstanceError, match=r"Point\.y is fixed"):
        del point.y


def test_a_record_names_what_it_misses_and_what_it_does_not_know() -> None:
    with pytest.raises(TypeError, match=r"Point needs x$"):
        Point()  # type: ignore[call-arg] # what is tried
    with pytest.raises(TypeError, match=r"Point knows no colour, size$"):
        Point(x=1, size=2, colour=3)  # type: ignore[call-arg] # what is tried
