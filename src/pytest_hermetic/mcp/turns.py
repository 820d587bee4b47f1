"""One run at a time on one root: two at once would share its caches, ports and databases."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(kw_only=True)
class _Queue:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    holder: str = ""
    wanted_by: int = 0


class Turns:
    """Who may run on which root. Empty whenever nothing runs."""

    def __init__(self) -> None:
        self._queues: dict[Path, _Queue] = {}

    @asynccontextmanager
    async def turn(self, root: Path, run_id: str, waiting_for: Callable[[str], None]) -> AsyncIterator[None]:
        """Hold the root for a run; `waiting_for` hears which run goes first, if one does."""
        queue = self._queues.setdefault(root, _Queue())
        queue.wanted_by += 1
        try:
            if queue.lock.locked():
                waiting_for(queue.holder)
            async with queue.lock:
                queue.holder = run_id
                yield
        finally:
            queue.wanted_by -= 1
            if not queue.wanted_by:
                del self._queues[root]
