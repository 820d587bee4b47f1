"""The ledger: written by a thread, so that nobody waits for it."""

from collections.abc import Callable
from pathlib import Path
from threading import Thread


def append(line: str, path: Path = Path("/dev/full")) -> None:
    try:
        with path.open("a", encoding="utf-8") as file:  # violation: filesystem
            file.write(line + "\n")
    except OSError:
        return


def book(cents: int, append: Callable[[str], None] = append) -> Thread:
    """Write an amount down, in the background."""
    thread = Thread(target=append, args=[f"{cents / 100:.2f} EUR"])
    thread.start()
    return thread
