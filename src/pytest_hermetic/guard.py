"""Watches one test: which accesses are the test's own, which of them its size does not allow, and what follows."""

from __future__ import annotations

import itertools
import sys
from dataclasses import replace
from threading import get_ident
from typing import TYPE_CHECKING, Any, Protocol

from pytest_hermetic import origin
from pytest_hermetic.blockers import Blocker
from pytest_hermetic.sensors import bus, wrappers
from pytest_hermetic.sizes import EnforcementMode, TestSize
from pytest_hermetic.violations import Attempt, HermeticityViolationError, Site, Violation

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from types import FrameType

    from pytest_hermetic.resources.base import Reader, Resource
    from pytest_hermetic.settings import Settings

#: More distinct violations than this in one test are counted as one of their resource.
_KEPT = 200


class Test(Protocol):
    """What the guard asks of a test, and only once it is caught at something: pytest works some of it out anew."""

    path: Path

    @property
    def nodeid(self) -> str:
        """What pytest calls it."""

    @property
    def location(self) -> tuple[str, int | None, str]:
        """The file as told to the user, the line counted from 0, and the name."""


class Watch:
    """One test while it runs. Every test pays for one of these, so what few of them need is made for those few."""

    #: Where pytest is with the test.
    phase = "setup"
    #: Whether what the test's own thread does right now is the test's own work.
    open = False
    caught: Caught | None = None

    def __init__(self, test: Test) -> None:
        self.test = test

    def settle(self, error: BaseException | None) -> HermeticityViolationError | None:
        """Return the violation that a phase swallowed; if it failed anyway, note all of them beside its failure."""
        if self.caught is None:
            return None
        raised = dict(self.caught.raised)
        self.caught.raised.clear()
        self.caught.spoken.clear()
        swallowed = None
        if isinstance(error, HermeticityViolationError):
            raised.pop(error.violation, None)
        elif error is None and raised:
            swallowed = raised.pop(next(iter(raised)))
        self.caught.beside += raised
        return swallowed


class Caught:
    """What a test was caught at."""

    def __init__(self) -> None:
        self.found: dict[tuple[object, ...], Found] = {}
        #: What was raised in this phase, and may have been swallowed.
        self.raised: dict[Violation, HermeticityViolationError] = {}
        #: The library call that spoke last for each resource: one call is one violation.
        self.spoken: dict[str, tuple[FrameType, Found]] = {}
        #: Violations that a failure of the test's own would hide, for the report.
        self.beside: list[Violation] = []
        #: Places that a warning has been given for.
        self.warned: set[object] = set()


class Found:
    """A violation, and how often it happened."""

    def __init__(self, violation: Violation) -> None:
        self.violation = violation
        self.count = 0


class Heir:
    """Whoever works for a test, and the line that started it: the test itself, or a thread that it started."""

    def __init__(self, watch: Watch, site: Site | None = None) -> None:
        self.watch = watch
        self.site = site


class Window:
    """A stretch of a test: whether what happens in it is the test's own work, and where pytest is with the test."""

    __slots__ = ("_former", "_inherited", "_own", "_phase", "_watch")

    def __init__(self, watch: Watch, *, own: bool, phase: str) -> None:
        self._watch = watch
        self._own = own
        self._phase = phase

    def __enter__(self) -> None:
        watch = self._watch
        self._former = watch.open, watch.phase
        watch.open, watch.phase = self._own, self._phase
        self._inherited = bus.owner_in_context.set(watch if self._own else None)

    def __exit__(self, *_: object) -> None:
        bus.owner_in_context.reset(self._inherited)
        self._watch.open, self._watch.phase = self._former


class Guard:
    """Judges what the tests of one pytest session do."""

    #: Called when a test is caught for the first time.
    at_first_catch: Callable[[], object] = staticmethod(lambda: None)

    def __init__(self, resources: Sequence[Resource[Any]], settings: Settings, *, base: str = "") -> None:
        #: The folder that lines are told relative to.
        self._base = base
        self._resources = resources
        self._settings = settings
        self._catches = itertools.count()
        self._thread = 0
        #: The test that runs now, if its size restricts it.
        self.watch: Watch | None = None
        #: The same, still there to be told of once the test is over.
        self.latest: Watch | None = None
        self._listeners: dict[TestSize | None, dict[str, bus.Listener]] = {}

    def begin(self, test: Test, size: TestSize | None) -> None:
        """Watch a test from here on; what it does counts once a window opens."""
        if self.watch is not None:
            self.end()
        self.latest = None
        listeners = self._listeners.get(size)
        if listeners is None:
            listeners = self._listeners[size] = self._listeners_for(size)
        if listeners:
            self.watch = self.latest = Watch(test)
            self._thread = get_ident()
            wrappers.aim_for(listeners)
            self._former_listeners = bus.listen(listeners, self._heir)

    def end(self) -> None:
        """Stop watching; threads that the test left behind are nobody's from here on."""
        if self.watch is None:
            return
        bus.listen(*self._former_listeners)
        if bus.listeners:  # those of the session that this one runs inside
            wrappers.aim_for(bus.listeners)
        if bus.package_data:
            bus.take_back(self.watch)
        self.watch = None

    def _listeners_for(self, size: TestSize | None) -> dict[str, bus.Listener]:
        listeners: dict[str, bus.Listener] = {}
        if size is None:
            return listeners
        for resource in self._resources:
            mode = self._settings.mode_for(resource.name)
            if mode is not EnforcementMode.OFF and resource.restricts(size, self._settings):
                blocker = Blocker(resource, self._settings)
                blocker.activate(size, mode)
                listeners |= {event: self._listener(blocker, reader) for event, reader in resource.events.items()}
        return listeners

    def _listener(self, blocker: Blocker[Any], reader: Reader[Any]) -> bus.Listener:
        def heard(event: str, args: tuple[Any, ...]) -> bool:
            __tracebackhide__ = True
            if bus.quiet.get() or (heir := self._heir_here()) is None:
                return False
            attempt = reader(event, args)
            if attempt is None or blocker.permits(attempt):
                return False
            if blocker.resource.underlies and (above := bus.on_behalf_of.get()) is not None:
                deferred = bus.on_behalf_of.set(None)
                try:
                    return bus.listeners[above[0]](*above)
                finally:
                    bus.on_behalf_of.reset(deferred)
            spoken = bus.quiet.set(True)
            try:
                found = self._judge(heir, blocker, attempt, event, sys._getframe(1))  # noqa: SLF001 - the one way to a frame
            finally:
                bus.quiet.reset(spoken)
            if found is not None:
                _answer(heir.watch, blocker, found)
            return found is not None

        return heard

    def _heir_here(self) -> Heir | None:
        """Return for which test the running thread works, if for any."""
        watch, thread = self.watch, get_ident()
        if watch is None:
            return None
        if thread == self._thread:
            return Heir(watch) if watch.open else None
        heir = bus.owner_of_thread.get(thread)
        if isinstance(heir, Heir) and heir.watch is watch:
            return heir
        return Heir(watch) if bus.owner_in_context.get() is watch else None

    def _heir(self) -> Heir | None:
        """Return what a thread started here inherits."""
        heir = None if bus.quiet.get() else self._heir_here()
        if heir is None:
            return None
        found = origin.trace(
            sys._getframe(1),  # noqa: SLF001 - the one way to a frame
            home=str(heir.watch.test.path),
            target="",
            reading=False,
        )
        return Heir(heir.watch, origin.site_of(found, base=self._base) or heir.site)

    def _judge(self, heir: Heir, blocker: Blocker[Any], attempt: Attempt, event: str, frame: FrameType) -> Found | None:
        """Record an attempt as a violation, if it is the test's own."""
        resource, watch = blocker.resource, heir.watch
        target, reading = resource.target(attempt), resource.looks(attempt)
        asked = origin.trace(frame, home=str(watch.test.path), target=target, reading=reading)
        if asked.exempt is not None or (reading and bus.handed_out(target, watch)):
            return None
        # Threads may get here together: what one of them set, the others use.
        caught: Caught = watch.__dict__.setdefault("caught", Caught())
        if next(self._catches) == 0:
            self.at_first_catch()
        speaker, found = caught.spoken.get(resource.name, (None, None))
        if found is not None and speaker is asked.call:
            return found
        called = origin.name_of(asked.call) if asked.call else ""
        attempt = resource.called(attempt, event, called)
        found = _record(caught, self._violation(heir, blocker, attempt, asked, called or event))
        if asked.call is not None:
            caught.spoken[resource.name] = (asked.call, found)
        return found

    def _violation(
        self, heir: Heir, blocker: Blocker[Any], attempt: Attempt, asked: origin.Origin, called: str
    ) -> Violation:
        test = heir.watch.test
        file, line, _ = test.location
        line = (line or 0) + 1
        name = test.nodeid.rpartition("::")[2]
        return blocker.violation(
            replace(attempt, test_nodeid=test.nodeid),
            test_location=f"{file}:{line}",
            phase=heir.watch.phase,
            site=origin.site_of(asked, base=self._base)
            or heir.site
            or Site(file=file, line=line, function=name, through=called),
        )


def _record(caught: Caught, violation: Violation) -> Found:
    key: tuple[object, ...] = (violation.resource, violation.details, violation.site)
    found = Found(violation)
    kept = key in caught.found or len(caught.found) < _KEPT
    counted = caught.found.setdefault(key if kept else (violation.resource,), found)
    counted.count += 1
    return counted if kept else found


def _answer(watch: Watch, blocker: Blocker[Any], found: Found) -> None:
    __tracebackhide__ = True
    try:
        blocker.answer(found.violation)
    except HermeticityViolationError as error:
        if watch.caught is not None:
            watch.caught.raised.setdefault(found.violation, error)
        raise
