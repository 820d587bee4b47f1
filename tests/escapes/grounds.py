"""The real servers that the ways out lead to: one process per script in `servers`, once per session."""

import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager

from .families import HERE

READY = "READY"


@contextmanager
def real_grounds() -> Iterator[Mapping[str, str]]:
    """Start every script in `servers`; yield what they print (`NAME=value`) as environment variables."""
    with ExitStack() as stack:
        environment: dict[str, str] = {}
        for script in sorted((HERE / "servers").glob("*.py")):
            process = stack.enter_context(_running(str(script)))
            for line in iter(process.stdout.readline, f"{READY}\n") if process.stdout else ():
                if not line:
                    message = f"{script} ended before it said {READY}."
                    raise RuntimeError(message)
                name, _, value = line.rstrip("\n").partition("=")
                environment[f"ESCAPES_{name}"] = value
        yield environment


@contextmanager
def _running(script: str) -> Iterator[subprocess.Popen[str]]:
    """A script ends when its standard input does, so that none outlives the runner however that ends."""
    command = [sys.executable, script]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.communicate()
