"""The hooks around each test: they tell the guard when a test runs, and which of what it does is its own work.

All tests pay for these, so they are few, and only the one around the call wraps.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hermetic.guard import Watch, Window
from pytest_hermetic.sizes import SIZE

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from pytest_hermetic.guard import Guard


class Watching:
    """Registered once some test has a size."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        # Begun here and not with the protocol, since a rerun sets the same test up again.
        self._guard.begin(item, item.stash.get(SIZE, None))

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, None, None]:
        __tracebackhide__ = True
        watch = self._guard.watch
        if watch is None:
            return (yield)
        vars(item)["addfinalizer"] = partial(_add_own_finalizer, item, watch)
        try:
            with Window(watch, own=True, phase="call"):
                return (yield)
        finally:
            del vars(item)["addfinalizer"]

    def pytest_runtest_logfinish(self) -> None:
        self._guard.end()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
        """Count set-up and tear-down of function-scoped fixtures as the test's own; others never."""
        __tracebackhide__ = True
        watch = self._guard.watch
        if watch is None:
            return (yield)
        own = fixturedef.scope == "function"
        teardown = Window(watch, own=own, phase="teardown")
        fixturedef.addfinalizer(lambda: teardown.__exit__(None, None, None))
        try:
            with Window(watch, own=own, phase=watch.phase):
                return (yield)
        finally:
            # Finalizers run last in, first out: this one opens the window that the one above closes.
            fixturedef.addfinalizer(teardown.__enter__)


def _add_own_finalizer(item: pytest.Item, watch: Watch, finalizer: Callable[[], object]) -> None:
    """Take a finalizer that a test adds to itself while it runs: it is the test's own work, too."""

    def finalize() -> None:
        __tracebackhide__ = True
        with Window(watch, own=True, phase="teardown"):
            finalizer()

    type(item).addfinalizer(item, finalize)
