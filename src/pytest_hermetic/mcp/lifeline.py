"""The server's end of a supervisor: start one, say a word to it, learn how it ended."""

import asyncio
import contextlib
import json
import signal
import subprocess
import sys
import threading
from dataclasses import fields
from pathlib import Path
from typing import Literal

from pytest_hermetic.mcp.outcome import ExitFacts
from pytest_hermetic.mcp.supervisor import Order

Word = Literal["cancel", "timeout", "test_timeout", "kill"]

_SUPERVISOR = Path(__file__).with_name("supervisor.py")
_FACTS = frozenset(field.name for field in fields(ExitFacts))


class Lifeline:
    """A supervisor that waits for its order. Closing it, or our own death, ends all that it started."""

    def __init__(self) -> None:
        self._ordered = False
        # In a session of its own: what is sent to the server's group must not hit it before it has swept.
        self._process = subprocess.Popen(  # noqa: S603 - our own file, our own interpreter
            [sys.executable, "-I", "-S", str(_SUPERVISOR)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            cwd=_SUPERVISOR.parent,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )

    def start(self, order: Order) -> "asyncio.Future[ExitFacts]":
        """Hand over the order; the future is done when the last process is gone."""
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[ExitFacts] = loop.create_future()
        threading.Thread(target=self._wait, args=(loop, ended), daemon=True, name="pytest-run").start()
        self._ordered = True
        self._send(json.dumps(order))
        return ended

    def say(self, word: Word) -> None:
        """Say a word to a supervisor that listens, also if a test has stopped it."""
        if sys.platform != "win32":
            self._process.send_signal(signal.SIGCONT)
        self._send(word)

    def close(self) -> None:
        """Let go; a supervisor that still has processes kills them."""
        with contextlib.suppress(BrokenPipeError):
            if self._process.stdin:
                self._process.stdin.close()
        if not self._ordered:
            self._process.wait()  # it has nothing to do and goes at once
            if self._process.stdout:
                self._process.stdout.close()

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def _send(self, line: str) -> None:
        if self._process.stdin is None or self._process.stdin.closed:
            return
        with contextlib.suppress(BrokenPipeError):  # it has ended, and its last word is on its way
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()

    def _wait(self, loop: asyncio.AbstractEventLoop, ended: "asyncio.Future[ExitFacts]") -> None:
        facts = ExitFacts(lost=True)
        try:
            facts = read_facts(self._last_word())
        finally:  # whatever happens here, nobody must wait for ever
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(_settle, ended, facts)

    def _last_word(self) -> str:
        if self._process.stdout is None:
            return ""
        with self._process.stdout as said:
            line = said.readline()
        self._process.wait()
        return line.decode()


def read_facts(text: str) -> ExitFacts:
    """Read a supervisor's last word; an empty one means that it was killed."""
    if not text.strip():
        return ExitFacts(lost=True)
    said = json.loads(text)
    return ExitFacts(**{name: value for name, value in said.items() if name in _FACTS})


def _settle(ended: "asyncio.Future[ExitFacts]", facts: ExitFacts) -> None:
    if not ended.done():
        ended.set_result(facts)
