"""Watches one test: which accesses are the test's own, which of them its size does not allow, and what follows."""

from __future__ import annotations

import sys
from dataclasses import replace
from threading import get_ident
from typing import TYPE_CHECKING, Any, NamedTuple

from pytest_hermetic import origin
from pytest_hermetic.blockers import Blocker
from pytest_hermetic.sensors import bus, wrappers
from pytest_hermetic.sizes import EnforcementMode, TestSize
from pytest_hermetic.violations import Attempt, HermeticityViolationError, Site, Violation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import FrameType

    from pytest_hermetic.resources.base import Reader, Resource
    from pytest_hermetic.settings import Settings

#: More distinct violations than this in one test are counted as one of their resource.
_KEPT = 200


class Watch:
    """One test while it runs, and what it was caught at."""

    __slots__ = (
        *("nodeid", "size", "home", "base", "location", "blockers"),
        *("phase", "open", "own", "found", "raised", "spoken", "beside", "warned"),
    )

    def __init__(  # noqa: PLR0913 - a record made in one place, by name
        self,
        nodeid: str,
        size: TestSize,
        *,
        home: str,
        base: str,
        location: Callable[[], tuple[str, int]],
        blockers: Sequence[Blocker[Any]],
    ) -> None:
        self.nodeid = nodeid
        self.size = size
        #: The file that the test stands in.
        self.home = home
        #: The folder that lines are told relative to.
        self.base = base
        #: Asked only for a violation, since pytest works it out anew for every test.
        self.location = location
        self.blockers = blockers
        self.phase = ""
        #: Whether what the test's own thread does right now is the test's own work.
        self.open = False
        self.own = Heir(self)
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


class Heir(NamedTuple):
    """What a thread inherits: the test it works for, and the line that started it."""

    watch: Watch
    site: Site | None = None


class Window:
    """A stretch of a test: whether what happens in it is the test's own work, and which phase it is."""

    __slots__ = ("_former", "_inherited", "_own", "_phase", "_watch")

    def __init__(self, watch: Watch | None, own: bool, phase: str) -> None:  # noqa: FBT001 - made in two places, named there
        self._watch = watch
        self._own = own
        self._phase = phase

    def __enter__(self) -> None:
        watch = self._watch
        if watch is not None:
            if self._phase:
                watch.phase = self._phase
            self._former, watch.open = watch.open, self._own
            self._inherited = (
                bus.owner_in_context.set(watch.own if self._own else None) if self._own is not self._former else None
            )

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        __tracebackhide__ = True
        watch = self._watch
        if watch is not None:
            watch.open = self._former
            if self._inherited is not None:
                bus.owner_in_context.reset(self._inherited)
            if self._phase:
                _settle(watch, error)


class Guard:
    """Judges what the tests of one pytest session do."""

    def __init__(self, resources: Sequence[Resource[Any]], settings: Settings, *, base: str = "") -> None:
        self._settings = settings
        #: The folder that lines are told relative to.
        self._base = base
        self._thread = 0
        self._stop_listening: Callable[[], None] | None = None
        #: The test that runs now, if its size restricts it.
        self.watch: Watch | None = None
        #: The same, still there to be told of once the test is over.
        self.latest: Watch | None = None
        self._blockers = {size: tuple(_blockers(resources, settings, size)) for size in TestSize}
        self._listeners = {
            size: {
                event: self._listener(blocker, reader)
                for blocker in blockers
                for event, reader in blocker.resource.events.items()
            }
            for size, blockers in self._blockers.items()
        }

    def begin(self, nodeid: str, size: TestSize | None, home: str, location: Callable[[], tuple[str, int]]) -> None:
        """Watch a test from here on; what it does counts once a window opens."""
        self.end()
        self.latest = None
        if size is None or not self._blockers[size]:
            return
        for blocker in self._blockers[size]:
            blocker.activate(size, self._settings.mode_for(blocker.resource.name))
        self.watch = self.latest = Watch(
            nodeid, size, home=home, base=self._base, location=location, blockers=self._blockers[size]
        )
        self._thread = get_ident()
        wrappers.aim_for(self._listeners[size])
        self._stop_listening = bus.listen(self._listeners[size], self._heir)

    def end(self) -> None:
        """Stop watching; threads that the test left behind are nobody's from here on."""
        if self.watch is None or self._stop_listening is None:
            return
        self._stop_listening()
        if bus.listeners:  # those of the session that this one runs inside
            wrappers.aim_for(bus.listeners)
        for blocker in self.watch.blockers:
            blocker.reset()
        bus.take_back(self.watch)
        self.watch = None

    def open_window(self) -> None:
        """Count what happens from here on as the test's own work."""
        if self.watch is not None:
            self.watch.open = True

    def close_window(self) -> None:
        """Count nothing more until another window opens."""
        if self.watch is not None:
            self.watch.open = False

    def phase(self, name: str, *, own: bool = False) -> Window:
        """Name what pytest does with the test; a violation that was swallowed meanwhile is raised at the end."""
        return Window(self.watch, own, name)

    def window(self, *, own: bool) -> Window:
        """Say whether what happens until the block ends is the test's own work."""
        return Window(self.watch, own, "")

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
                found = _judge(heir, blocker, attempt, event, sys._getframe(1))  # noqa: SLF001 - the one way to a frame
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
            return watch.own if watch.open else None
        for heir in (bus.owner_of_thread.get(thread), bus.owner_in_context.get()):
            if isinstance(heir, Heir) and heir.watch is watch:
                return heir
        return None

    def _heir(self) -> Heir | None:
        """Return what a thread started here inherits."""
        heir = None if bus.quiet.get() else self._heir_here()
        if heir is None:
            return None
        found = origin.trace(
            sys._getframe(1),  # noqa: SLF001 - the one way to a frame
            home=heir.watch.home,
            target="",
            reading=False,
        )
        return Heir(heir.watch, origin.site_of(found, base=heir.watch.base) or heir.site)


def _blockers(resources: Sequence[Resource[Any]], settings: Settings, size: TestSize) -> Iterator[Blocker[Any]]:
    for resource in resources:
        if settings.mode_for(resource.name) is not EnforcementMode.OFF and resource.restricts(size, settings):
            yield Blocker(resource, settings)


def _judge(heir: Heir, blocker: Blocker[Any], attempt: Attempt, event: str, frame: FrameType) -> Found | None:
    """Record an attempt as a violation, if it is the test's own."""
    resource, watch = blocker.resource, heir.watch
    target, reading = resource.target(attempt), resource.looks(attempt)
    asked = origin.trace(frame, home=watch.home, target=target, reading=reading)
    if asked.exempt is not None or (reading and bus.handed_out(target, watch)):
        return None
    speaker, found = watch.spoken.get(resource.name, (None, None))
    if found is not None and speaker is asked.call:
        return found
    called = origin.name_of(asked.call) if asked.call else ""
    found = _record(watch, _violation(heir, blocker, resource.called(attempt, event, called), asked, called or event))
    if asked.call is not None:
        watch.spoken[resource.name] = (asked.call, found)
    return found


def _violation(heir: Heir, blocker: Blocker[Any], attempt: Attempt, asked: origin.Origin, called: str) -> Violation:
    watch = heir.watch
    file, line = watch.location()
    test = watch.nodeid.rpartition("::")[2]
    return blocker.violation(
        replace(attempt, test_nodeid=watch.nodeid),
        test_location=f"{file}:{line}",
        phase=watch.phase,
        site=origin.site_of(asked, base=watch.base)
        or heir.site
        or Site(file=file, line=line, function=test, through=called),
    )


def _record(watch: Watch, violation: Violation) -> Found:
    key: tuple[object, ...] = (violation.resource, violation.details, violation.site)
    found = Found(violation)
    kept = key in watch.found or len(watch.found) < _KEPT
    counted = watch.found.setdefault(key if kept else (violation.resource,), found)
    counted.count += 1
    return counted if kept else found


def _answer(watch: Watch, blocker: Blocker[Any], found: Found) -> None:
    __tracebackhide__ = True
    try:
        blocker.answer(found.violation)
    except HermeticityViolationError as error:
        watch.raised.setdefault(found.violation, error)
        raise


def _settle(watch: Watch, error: BaseException | None) -> None:
    """Raise a violation that was swallowed, unless the phase failed anyway: then it goes beside the failure."""
    __tracebackhide__ = True
    if not watch.found:
        return
    raised = dict(watch.raised)
    watch.raised.clear()
    watch.spoken.clear()
    if isinstance(error, HermeticityViolationError):
        raised.pop(error.violation, None)
    elif error is None and raised:
        error = raised.pop(next(iter(raised)))
        watch.beside += raised
        origin.raise_at_site(error, error.violation.site, watch.base)
    watch.beside += raised
