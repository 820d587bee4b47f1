"""The runs on disk: a folder each, outside any project, the last twenty kept. A run id is the only handle."""

import json
import os
import re
import secrets
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pytest_hermetic.mcp.command import RefusalError
from pytest_hermetic.mcp.lifeline import read_facts
from pytest_hermetic.mcp.outcome import ExitFacts, Source

KEPT = 20
STALE = 86_400.0  # seconds after which a run without an end is taken for dead
END = 65_536  # bytes from the end of stdout and stderr that a judgement may look at

_COLOUR = re.compile(r"\x1b\[[\d;]*m")
_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


@dataclass(frozen=True, kw_only=True)
class Note:
    """What was asked, written when a run begins: it can be judged without the server that began it."""

    root: str
    python: str
    why: str
    args: tuple[str, ...]
    timeout: float
    test_timeout: float | None = None
    collect_only: bool = False
    source: Source = Source.EVENTS
    started: float = 0.0  # time.time()


@dataclass(frozen=True, kw_only=True)
class Folder:
    """One run's place on disk."""

    path: Path

    @property
    def run_id(self) -> str:
        return self.path.name

    @property
    def events_file(self) -> Path:
        return self.path / "events.jsonl"

    @property
    def exit_file(self) -> Path:
        return self.path / "exit.json"

    @property
    def junit_file(self) -> Path:
        return self.path / "junit.xml"

    def write_note(self, note: Note) -> None:
        (self.path / "note.json").write_text(json.dumps(asdict(note)), encoding="utf-8")

    def note(self) -> Note:
        said = json.loads((self.path / "note.json").read_text(encoding="utf-8"))
        return Note(**{**said, "args": tuple(said["args"]), "source": Source(said["source"])})

    def events(self) -> Iterator[Mapping[str, Any]]:
        return Follower(self.events_file).new()

    def exit(self) -> ExitFacts:
        with suppress(FileNotFoundError):
            return read_facts(self.exit_file.read_text(encoding="utf-8"))
        return ExitFacts(lost=True)

    def end_of(self, name: str, *, most: int = END) -> str:
        """Return the last part of a text file of this run."""
        with suppress(FileNotFoundError), (self.path / name).open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - most))
            return _COLOUR.sub("", file.read().decode("utf-8", "replace"))
        return ""

    def failing(self) -> tuple[str, ...] | None:
        """Return the ids failing after this run, also those it did not run; None if it was never judged."""
        with suppress(FileNotFoundError):
            return tuple(json.loads((self.path / "failing.json").read_text(encoding="utf-8")))
        return None

    def write_failing(self, ids: tuple[str, ...]) -> None:
        (self.path / "failing.json").write_text(json.dumps(ids), encoding="utf-8")

    def lines(self, name: str) -> Iterator[str]:
        """Yield the lines of stdout, stderr or a spilled output."""
        if name not in {each.name for each in self.path.iterdir()} or name.endswith(".json"):
            msg = f"run {self.run_id} has no output called {name!r}."
            raise RefusalError(msg)
        with (self.path / name).open(encoding="utf-8", errors="replace") as file:
            for line in file:
                yield line.rstrip("\n")


class Follower:
    """Reads the events of a file that is still being written."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._offset = 0

    def new(self) -> Iterator[Mapping[str, Any]]:
        """Yield the events of all complete lines that have come since the last call."""
        try:
            with self._path.open("rb") as file:
                file.seek(self._offset)
                data = file.read()
        except FileNotFoundError:  # nothing has been said yet
            return
        whole = data[: data.rfind(b"\n") + 1]
        self._offset += len(whole)
        for line in whole.splitlines():
            with suppress(ValueError):  # the line in which the process died
                event = json.loads(line)
                if isinstance(event, dict):
                    yield event


class Store:
    """The folder of all runs."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or usual_place(os.environ)

    def begin(self, note: Note) -> Folder:
        """Make the folder of a new run and drop the oldest."""
        self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
        while True:
            path = self.path / ("r" + "".join(secrets.choice(_ALPHABET) for _ in range(5)))
            try:
                path.mkdir(mode=0o700)
            except FileExistsError:  # one in 28 million
                continue
            folder = Folder(path=path)
            folder.write_note(note)
            self._prune()
            return folder

    def find(self, run_id: str) -> Folder:
        path = self.path / run_id
        if not run_id.isalnum() or not (path / "note.json").is_file():
            msg = f"run {run_id!r} is not known here: the last {KEPT} runs are kept."
            raise RefusalError(msg)
        return Folder(path=path)

    def newest_first(self) -> list[Folder]:
        found = []
        for path in self.path.iterdir() if self.path.is_dir() else ():
            with suppress(OSError):  # another server has just dropped it
                found.append(((path / "note.json").stat().st_mtime_ns, path))
        return [Folder(path=path) for _, path in sorted(found, reverse=True)]

    def _prune(self) -> None:
        for folder in self.newest_first()[KEPT:]:
            with suppress(OSError):  # another server drops it at the same time
                age = time.time() - (folder.path / "note.json").stat().st_mtime
                if folder.exit_file.exists() or age > STALE:
                    shutil.rmtree(folder.path, ignore_errors=True)


def usual_place(environ: Mapping[str, str]) -> Path:
    """Return the user's folder for things that should survive a restart but not a backup."""
    if environ.get("XDG_STATE_HOME"):
        base = Path(environ["XDG_STATE_HOME"])
    elif sys.platform == "win32":
        base = Path(environ.get("LOCALAPPDATA") or tempfile.gettempdir())
    elif not environ.get("HOME"):
        base = Path(tempfile.gettempdir(), f"pytest-hermetic-{os.getuid()}")
    else:
        base = Path(environ["HOME"], "Library/Caches" if sys.platform == "darwin" else ".local/state")
    return base / "pytest-hermetic" / "runs"
