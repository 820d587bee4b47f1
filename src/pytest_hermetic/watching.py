"""The hooks around each test: they tell the guard when a test runs, and which of what it does is its own work.

All tests pay for these, so they are few, and only the one around the call wraps.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hermetic.guard import Window
from pytest_hermetic.sensors.bus import owner_in_context
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
    def pytest_runtest_call(self) -> Generator[None, None, None]:
        __tracebackhide__ = True
        watch = self._guard.watch
        if watch is None:
            return (yield)
        # A window like the others, but without the making of one: every test passes here.
        watch.phase, watch.open = "call", True
        inherited = owner_in_context.set(watch)
        try:
            return (yield)
        finally:
            owner_in_context.reset(inherited)
            watch.open = False

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


def own_finalizers(guard: Guard) -> Callable[[], None]:
    """Count what a test adds to its own tear-down while it runs as its own work; return what ends that."""
    real = pytest.Item.addfinalizer

    def addfinalizer(item: pytest.Item, finalizer: Callable[[], object]) -> None:
        watch = guard.watch
        if watch is None or watch.test is not item or not watch.open:
            real(item, finalizer)
        else:
            real(item, partial(_in_window, Window(watch, own=True, phase="teardown"), finalizer))

    had = "addfinalizer" in vars(pytest.Item)  # of a session that this one runs inside
    setattr(pytest.Item, "addfinalizer", addfinalizer)  # noqa: B010 - mypy lets no method be assigned
    return partial(setattr, pytest.Item, "addfinalizer", real) if had else partial(delattr, pytest.Item, "addfinalizer")


def _in_window(window: Window, finalizer: Callable[[], object]) -> None:
    __tracebackhide__ = True
    with window:
        finalizer()
