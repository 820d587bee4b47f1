"""The front of the engine: run or discover a project's tests from asyncio, without any third-party package."""

from collections.abc import Callable, Sequence
from pathlib import Path

from pytest_hermetic.mcp.command import RunRequest
from pytest_hermetic.mcp.outcome import Discovery, Progress, RunOutcome

OnProgress = Callable[[Progress], None]


class Engine:
    """Runs tests below `roots` and nowhere else. Holds nothing that outlives a run: that is on disk, under its run id."""

    def __init__(self, *, roots: Sequence[Path], store: Path | None = None) -> None:
        """`store` is where runs are kept; by default a folder of the user's, outside any project."""
        raise NotImplementedError

    async def run(self, request: RunRequest, *, on_progress: OnProgress | None = None) -> RunOutcome:
        """Run to an outcome. Raises `RefusalError` (a sentence) for a request that will not be run.

        When the awaiting task is cancelled, CancelledError is raised at once and the run is ended behind it: SIGINT,
        a second later SIGKILL, for the whole process tree; its partial results stay readable under the run id. A second
        run on the same root waits for the first and says so through `on_progress`.
        """
        raise NotImplementedError

    async def discover(self, request: RunRequest, *, on_progress: OnProgress | None = None) -> Discovery:
        """Collect only."""
        raise NotImplementedError

    def recall(self, run_id: str) -> RunOutcome:
        """Return a run by its id, also one of another server process. Raises `RefusalError` for an unknown id."""
        raise NotImplementedError

    def output(self, run_id: str, *, file: str = "stdout", first: int = 1, last: int = 200) -> tuple[int, list[str]]:
        """Return (number of lines, lines first..last) of stdout, stderr or an `Output.file` of that run."""
        raise NotImplementedError

    def search(self, run_id: str, pattern: str, *, file: str = "stdout", most: int = 50) -> list[tuple[int, str]]:
        """Return (line number, line) of the lines that contain `pattern`, as plain text."""
        raise NotImplementedError
