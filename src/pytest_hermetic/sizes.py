"""Test sizes and enforcement modes: what they are called, and which one a test has."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path


class TestSize(StrEnum):
    """How much of the world a test may use."""

    __test__ = False  # the name starts like a test class, and users import it into test modules

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"
    XLARGE = "xlarge"

    __hash__ = str.__hash__  # looked up for every test, and Enum's own is written in Python


class EnforcementMode(StrEnum):
    """What happens when a test does more than its size allows."""

    STRICT = "strict"
    WARN = "warn"
    OFF = "off"


#: Where a test keeps its size, if it has one.
SIZE = pytest.StashKey[TestSize]()

SIZE_MARKERS = {
    TestSize.SMALL: "small(timeout=None): a hermetic test: no network, no filesystem, no processes, no database.",
    TestSize.MEDIUM: "medium(timeout=None): a test that may use this machine, and nothing beyond it.",
    TestSize.LARGE: "large(timeout=None): a test that may use anything.",
    TestSize.XLARGE: "xlarge(timeout=None): a test that may use anything, and take long.",
}


#: Makes markers that need not be known to the project: one that switched the plugin off may still import the classes.
_MARKS = pytest.MarkGenerator(_ispytest=True)


class SmallTest:
    """Base class whose tests are small."""

    pytestmark = _MARKS.small


class MediumTest:
    """Base class whose tests are medium."""

    pytestmark = _MARKS.medium


class LargeTest:
    """Base class whose tests are large."""

    pytestmark = _MARKS.large


class XLargeTest:
    """Base class whose tests are extra large."""

    pytestmark = _MARKS.xlarge


class SizePolicy:
    """Which size each test has: the closest marker, else its folder's, else the default."""

    def __init__(self, by_path: Mapping[Path, TestSize] | None = None, default: TestSize | None = None) -> None:
        self._by_path = by_path or {}
        self._default = default
        #: The parent asked about last, and the size that it gives: neighbours are asked about one after the other.
        self._inherited: tuple[object, TestSize | None] = (self, None)

    def size_of(self, item: pytest.Item) -> TestSize | None:
        """Return the size of a test, or None where nobody gave it one."""
        if not item.own_markers:
            return self._inherited_size(item)
        of_parameters: Sequence[pytest.Mark] = getattr(getattr(item, "callspec", None), "marks", ())
        size = _only_size(of_parameters, item.nodeid)
        if size is None:
            size = _only_size([mark for mark in item.own_markers if mark not in of_parameters], item.nodeid)
        return size or self._inherited_size(item)

    def _inherited_size(self, item: pytest.Item) -> TestSize | None:
        parent, size = self._inherited
        if parent is not item.parent:
            size = self._size_around(item)
            self._inherited = item.parent, size
        return size

    def _size_around(self, item: pytest.Item) -> TestSize | None:
        for node in reversed(item.listchain()[:-1]):
            marks = _marks_of_class(node) if isinstance(node, pytest.Class) else node.own_markers
            size = _only_size(marks, item.nodeid)
            if size is not None:
                return size
        return next(
            (self._by_path[path] for path in (item.path, *item.path.parents) if path in self._by_path), self._default
        )


def _marks_of_class(node: pytest.Class) -> Sequence[pytest.Mark]:
    """Return a class's marks: its own (or added to its node by a conftest), else those of its bases."""
    known = {id(mark) for cls in node.obj.__mro__ for mark in _own_marks(cls)}
    added = [mark for mark in node.own_markers if id(mark) not in known]
    return [*added, *_closest_marks(node.obj)]


def _closest_marks(cls: type) -> Sequence[pytest.Mark]:
    own = [mark for mark in _own_marks(cls) if mark.name in SIZE_MARKERS]
    return own or [mark for base in cls.__bases__ for mark in _closest_marks(base)]


def _own_marks(cls: type) -> Sequence[pytest.Mark]:
    marks = cls.__dict__.get("pytestmark", ())
    several: Sequence[Any] = marks if isinstance(marks, list | tuple) else (marks,)
    return [getattr(mark, "mark", mark) for mark in several]


def _only_size(marks: Iterable[pytest.Mark], nodeid: str) -> TestSize | None:
    sizes = {mark.name: mark for mark in marks if mark.name in SIZE_MARKERS}
    for mark in sizes.values():
        _check_arguments(mark, nodeid)
    if len(sizes) > 1:
        message = f"{nodeid} is marked {' and '.join(sorted(sizes))} at the same level: a test has one size"
        raise pytest.UsageError(message)
    return TestSize(next(iter(sizes))) if sizes else None


def _check_arguments(mark: pytest.Mark, nodeid: str) -> None:
    if mark.args or mark.kwargs.keys() - {"timeout"}:
        given = [repr(arg) for arg in mark.args] + [f"{name}={value!r}" for name, value in mark.kwargs.items()]
        message = f"{nodeid}: {mark.name}({', '.join(given)}) is not understood: the only argument is timeout=SECONDS"
        raise pytest.UsageError(message)
    timeout = mark.kwargs.get("timeout", 1)
    if isinstance(timeout, bool) or not isinstance(timeout, int | float) or not timeout > 0:
        message = f"{nodeid}: {mark.name}(timeout={timeout!r}) is not a positive number of seconds"
        raise pytest.UsageError(message)
