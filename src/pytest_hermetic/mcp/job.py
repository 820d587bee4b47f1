"""One run carried out: give the order, follow the events, tell the progress, end it when that is due."""

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from pytest_hermetic.mcp import fallback, recall
from pytest_hermetic.mcp.command import RunRequest
from pytest_hermetic.mcp.evidence import Evidence
from pytest_hermetic.mcp.lifeline import Lifeline
from pytest_hermetic.mcp.outcome import ExitFacts, Progress
from pytest_hermetic.mcp.runs import Folder, Follower, Note
from pytest_hermetic.mcp.supervisor import Order
from pytest_hermetic.mcp.tally import Tally

OnProgress = Callable[[Progress], None]

POLL = 0.02  # seconds between two looks at the events
BUSY = 0.25  # seconds between two tellings while things change
QUIET = 2.0  # seconds between two tellings while nothing changes
OVERDUE = 1.0  # seconds after which we tell a supervisor that time is up, should it not have noticed

_BOOTSTRAP = Path(__file__).with_name("bootstrap.py")
_PACKAGE = Path(__file__).parent.parent


class Job:
    """A run on its way. `lifelines` gives a supervisor that waits for an order."""

    def __init__(
        self,
        *,
        request: RunRequest,
        folder: Folder,
        environ: Mapping[str, str],
        lifelines: Callable[[], Lifeline],
        grace: float,
    ) -> None:
        self.folder = folder
        self.root = request.root
        self._request = request
        self._environ = environ
        self._lifelines = lifelines
        self._lifeline: Lifeline | None = None
        self._grace = grace
        self._cancelled = False

    async def to_the_end(self, on_progress: OnProgress) -> Evidence:
        """Run, and where our reporter could not report run once more as plain pytest."""
        note = self.folder.note()
        evidence = await self._once(note, self._injected(note), on_progress)
        for source, argv in fallback.ways(note, self.folder):
            if self._cancelled or not fallback.is_needed(evidence):
                break
            note = replace(note, source=source)
            self.folder.write_note(note)
            evidence = await self._once(note, argv, on_progress)
        return evidence

    def cancel(self) -> bool:
        """Begin the end; `to_the_end` returns once all processes are gone. False if nothing has begun yet."""
        self._cancelled = True
        if self._lifeline is None:
            return False
        self._lifeline.say("cancel" if self._grace else "kill")
        return True

    async def _once(self, note: Note, argv: list[str], on_progress: OnProgress) -> Evidence:
        self._lifeline = lifeline = self._lifelines()
        watch = _Watch(folder=self.folder, on_progress=lambda now: None if self._cancelled else on_progress(now))
        try:
            ended = lifeline.start(self._order(argv))
            if self._cancelled:
                self.cancel()
            overdue = time.monotonic() + self._request.timeout + OVERDUE
            while not ended.done():
                watch.look()
                if time.monotonic() > overdue:
                    lifeline.say("timeout")
                    overdue += OVERDUE
                if watch.hangs(note.test_timeout):
                    lifeline.say("test_timeout")
                await asyncio.wait({ended}, timeout=POLL)
        finally:
            lifeline.close()
            self._lifeline = None
        watch.look(last=True)
        return recall.evidence(self.folder, exit_facts=ended.result(), seen=watch.tally)

    def _injected(self, note: Note) -> list[str]:
        order = self.folder.path / "order.json"
        text = {
            "events": str(self.folder.events_file),
            "folder": str(self.folder.path),
            "args": note.args,
            "plugin": str(_PACKAGE) if self._request.hermetic else None,
        }
        order.write_text(json.dumps(text), encoding="utf-8")
        return [note.python, str(_BOOTSTRAP), str(order)]

    def _order(self, argv: list[str]) -> Order:
        return Order(
            argv=argv,
            cwd=str(self._request.root),
            env=dict(self._environ),
            stdout=str(self.folder.path / "stdout"),
            stderr=str(self.folder.path / "stderr"),
            exit_file=str(self.folder.exit_file),
            events=str(self.folder.events_file),
            timeout=self._request.timeout,
            grace=self._grace,
            memory_mb=self._request.memory_mb,
            cpu_seconds=self._request.cpu_seconds,
        )


@dataclass(kw_only=True)
class _Watch:
    """Follows one attempt's events and tells how far it is."""

    folder: Folder
    on_progress: OnProgress
    tally: Tally = field(default_factory=Tally)
    _since: dict[str, float] = field(default_factory=dict)
    _hangs: bool = False
    _told: float = 0.0
    _last: tuple[int, int | None] = (-1, None)

    def __post_init__(self) -> None:
        self._follower = Follower(self.folder.events_file)
        self._began = time.monotonic()

    def look(self, *, last: bool = False) -> None:
        """Read what is new and tell it when that is due; the last look tells whatever was not told yet."""
        now = time.monotonic()
        for event in self._follower.new():
            self.tally.add(event)
            if event.get("e") == "start":
                self._since.setdefault(event["id"], now)
            elif event.get("e") == "finish":
                self._since.pop(event["id"], None)
        state = (len(self.tally.tests), self.tally.selected)
        patience = QUIET if state == self._last else 0.0 if last else BUSY
        if now - self._told >= patience:
            self._told, self._last = now, state
            self.on_progress(self._progress(now))

    def hangs(self, test_timeout: float | None) -> bool:
        """Tell, once, that the longest running test has been running for too long."""
        if test_timeout is None or not self._since or self._hangs:
            return False
        self._hangs = time.monotonic() - min(self._since.values()) > test_timeout
        return self._hangs

    def _progress(self, now: float) -> Progress:
        current = next(iter(self._since), "")
        return Progress(
            run_id=self.folder.run_id,
            done=len(self.tally.tests),
            total=self.tally.selected,
            failed=self.tally.failed,
            current=current,
            current_for=now - self._since[current] if current else 0.0,
            elapsed=now - self._began,
        )


def nowhere(folder: Folder, sentence: str) -> Evidence:
    """Return the evidence of a run that could not begin for want of an interpreter."""
    facts = ExitFacts(started=False, error=sentence)
    folder.exit_file.write_text(json.dumps({"started": False, "error": sentence}), encoding="utf-8")
    return recall.evidence(folder, exit_facts=facts, seen=Tally())
