"""The real servers that the ways out lead to: one process per script in `servers`, once per session."""

import subprocess
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from .families import HERE
from .results import missing_library

READY = "READY\n"


@dataclass(frozen=True, kw_only=True)
class Grounds:
    """What the servers say of themselves, and which resources have none because a library is missing."""

    environment: Mapping[str, str]
    missing: Mapping[str, str]


@contextmanager
def real_grounds(python: str, resources: Iterable[str]) -> Iterator[Grounds]:
    """Start the servers of these resources with an interpreter that has their libraries."""
    environment: dict[str, str] = {}
    missing: dict[str, str] = {}
    with ExitStack() as stack:
        for resource in sorted(set(resources)):
            script = HERE / "servers" / f"{resource}.py"
            if script.exists():
                said, library = stack.enter_context(_serving(python, script))
                environment |= {f"ESCAPES_{name}": value for name, value in said.items()}
                missing |= {resource: library} if library else {}
        yield Grounds(environment=environment, missing=missing)


@contextmanager
def _serving(python: str, script: Path) -> Iterator[tuple[dict[str, str], str]]:
    """Run a script until it is ready; it ends when its standard input does, however the runner ends."""
    with (
        TemporaryFile("w+") as errors,
        subprocess.Popen(
            [python, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process,
    ):
        said: dict[str, str] = {}
        for line in iter(process.stdout.readline, READY) if process.stdout else ():
            if not line:
                yield said, _missing_library_of(script, errors)
                return
            name, _, value = line.rstrip("\n").partition("=")
            said[name] = value
        try:
            yield said, ""
        finally:
            process.communicate()


def _missing_library_of(script: Path, errors: IO[str]) -> str:
    errors.seek(0)
    told = errors.read()
    if library := missing_library(told):
        return library
    message = f"{script} ended before it was ready:\n{told}"
    raise RuntimeError(message)
