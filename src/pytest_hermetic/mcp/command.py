"""A request becomes pytest's arguments. Pure: the disk is asked only through the given `resolve`."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

LONGEST_VALUE = 10_000
LONGEST_TIME = 86_400
MOST_WORKERS = 64
SIZES = ("small", "medium", "large", "xlarge")

HERMETIC = ("--test-categories-enforcement=warn", "--override-ini=test_categories_default_size=small")

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")

Resolve = Callable[[str], str]


class RefusalError(ValueError):
    """A request that will not be run; its text is a sentence that names the value."""


@dataclass(frozen=True, kw_only=True)
class RunRequest:
    """What to run. `root` is the directory that pytest is started in."""

    root: Path
    ids: Sequence[str] = ()
    paths: Sequence[str] = ()
    keyword: str | None = None
    markers: str | None = None
    sizes: Sequence[str] = ()
    last_failed: bool = False
    max_failures: int | None = None
    timeout: float = 600.0  # seconds for the whole run
    test_timeout: float | None = None  # seconds for one test; the run ends at the first test that exceeds it
    workers: int | None = None  # None: as the project is configured; 0: serial; n: pytest-xdist
    memory_mb: int | None = None  # address space of each process
    cpu_seconds: int | None = None  # of each process
    python: str | None = None  # interpreter or environment folder
    hermetic: bool = False  # load this distribution's plugin too, in warn mode, every test taken as small


def pytest_arguments(
    request: RunRequest,
    *,
    roots: Sequence[Path],
    resolve: Resolve = os.path.realpath,
    collect_only: bool = False,
) -> tuple[str, ...]:
    """Return pytest's arguments, or raise a `RefusalError` whose text says which value is refused and why."""
    _confined(str(request.root), request.root, roots, resolve)
    return (
        *(["--collect-only"] if collect_only else []),
        *_selection(request),
        *_limits(request),
        *(HERMETIC if request.hermetic else ()),
        *_targets(request, roots, resolve),
    )


def _selection(request: RunRequest) -> Iterator[str]:
    if request.keyword is not None:
        yield f"-k={_plain('keyword', request.keyword)}"
    expressions = [_plain("markers", request.markers)] if request.markers is not None else []
    if request.sizes:
        expressions.append(" or ".join(_size(size) for size in request.sizes))
    if expressions:
        yield "-m=" + (expressions[0] if len(expressions) == 1 else " and ".join(f"({one})" for one in expressions))


def _limits(request: RunRequest) -> Iterator[str]:
    if request.max_failures is not None:
        yield f"--maxfail={_whole('max_failures', request.max_failures, 1, 1_000_000)}"
    if request.workers is not None:
        if request.hermetic and request.workers:
            msg = f"workers = {request.workers} does not go with a hermeticity check: it runs in one process."
            raise RefusalError(msg)
        yield f"--numprocesses={_whole('workers', request.workers, 0, MOST_WORKERS)}"
    for what, value in (("memory_mb", request.memory_mb), ("cpu_seconds", request.cpu_seconds)):
        if value is not None:
            _whole(what, value, 1, 1_000_000)
    _seconds("timeout", request.timeout)
    _seconds("test_timeout", request.test_timeout)


def _targets(request: RunRequest, roots: Sequence[Path], resolve: Resolve) -> Iterator[str]:
    for what, values in (("id", request.ids), ("path", request.paths)):
        for value in values:
            path, separator, inside = _plain(what, value).partition("::")
            if what == "path" and separator:
                msg = f"path {value!r} is a test id: give it as an id."
                raise RefusalError(msg)
            real = _confined(path, request.root, roots, resolve)
            # An absolute path is given with its links followed, or pytest would take another folder for its rootdir.
            yield f"{real}{separator}{inside}" if Path(path).is_absolute() else value


def _confined(path: str, base: Path, roots: Sequence[Path], resolve: Resolve) -> Path:
    real = Path(resolve(str(base / path)))
    if not any(real.is_relative_to(resolve(str(root))) for root in roots):
        allowed = ", ".join(str(root) for root in roots)
        msg = f"{path!r} is outside the folders this server may run tests in ({allowed})."
        raise RefusalError(msg)
    return real


def _plain(what: str, value: str) -> str:
    if not value.strip():
        msg = f"{what} {value!r} is empty: leave it out instead."
    elif len(value) > LONGEST_VALUE:
        msg = f"{what} {value[:40]!r}… is {len(value)} characters long; {LONGEST_VALUE} is the most."
    elif _CONTROL.search(value):
        msg = f"{what} {value!r} contains a control character."
    elif what in ("id", "path") and value[0] in "-@":
        msg = f"{what} {value!r} starts with {value[0]!r}, which pytest would take for an option or a file."
    else:
        return value
    raise RefusalError(msg)


def _size(size: str) -> str:
    if size not in SIZES:
        msg = f"size {size!r} is unknown; the sizes are {', '.join(SIZES)}."
        raise RefusalError(msg)
    return size


def _whole(what: str, value: int, least: int, most: int) -> int:
    if isinstance(value, bool) or not least <= value <= most:
        msg = f"{what} = {value!r} is not a whole number from {least} to {most}."
        raise RefusalError(msg)
    return value


def _seconds(what: str, value: float | None) -> None:
    if value is not None and not 0 < value <= LONGEST_TIME:
        msg = f"{what} = {value!r} is not a number of seconds above 0 and up to {LONGEST_TIME}."
        raise RefusalError(msg)
