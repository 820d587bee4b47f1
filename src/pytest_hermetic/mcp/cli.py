"""The command line of `pytest-hermetic-mcp`, the only place to say which folders may be run."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Final

USUAL_ADDRESS: Final = "127.0.0.1:8000"
LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
LARGEST_LIMIT: Final = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What the server was started with; roots are absolute, every link followed."""

    roots: Sequence[Path]
    python: str | None = None
    address: tuple[str, int] | None = None
    memory_mb: int | None = None
    cpu_seconds: int | None = None


def read(arguments: Sequence[str]) -> Settings:
    """Read the command line; a mistake ends the program with a sentence."""
    parser = _parser()
    given = parser.parse_args(arguments)
    roots = [Path(each).resolve() for each in given.root or ["."]]
    for named, root in zip(given.root or ["."], roots, strict=True):
        if not root.is_dir():
            parser.error(f"--root {named}: there is no such folder")
    try:
        address = _address(given.http) if given.http else None
    except ValueError as fault:
        parser.error(str(fault))
    return Settings(
        roots=tuple(dict.fromkeys(roots)),
        python=given.python,
        address=address,
        memory_mb=given.memory,
        cpu_seconds=given.cpu,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pytest-hermetic-mcp",
        description="An MCP server through which an AI agent runs a project's tests.",
        epilog="Without --http it speaks MCP on its standard input and output, as agents expect.",
    )
    parser.add_argument(
        "--root",
        action="append",
        metavar="DIR",
        help="project folder; nothing outside is run. Repeat it for more. Default: the current folder",
    )
    parser.add_argument(
        "--http",
        nargs="?",
        const=USUAL_ADDRESS,
        metavar="HOST:PORT",
        help=f"serve streamable HTTP at /mcp instead, on this machine only (default {USUAL_ADDRESS})",
    )
    parser.add_argument(
        "--python",
        metavar="PATH",
        help="interpreter or environment folder for all projects; default: found for each project",
    )
    parser.add_argument(
        "--memory", type=_limit, metavar="MB", help="address space that each process of a run may use; default: any"
    )
    parser.add_argument(
        "--cpu", type=_limit, metavar="SECONDS", help="processor time that each process of a run may use; default: any"
    )
    parser.add_argument("--version", action="version", version=version("pytest-hermetic"))
    return parser


def _limit(given: str) -> int:
    if not given.isdecimal() or not 0 < int(given) <= LARGEST_LIMIT:
        msg = f"{given!r} is no whole number from 1 to {LARGEST_LIMIT}"
        raise argparse.ArgumentTypeError(msg)
    return int(given)


def _address(given: str) -> tuple[str, int]:
    host, colon, port = given.rpartition(":")
    if not colon:
        host, port = (USUAL_ADDRESS.partition(":")[0], given) if given.isdecimal() else (given, "8000")
    host = host.removeprefix("[").removesuffix("]")
    if host not in LOOPBACK:
        msg = f"--http {given}: this server runs code, so it listens on {', '.join(LOOPBACK)} only"
        raise ValueError(msg)
    if not port.isdecimal() or int(port) > 65_535:  # noqa: PLR2004 - the highest port there is
        msg = f"--http {given}: {port!r} is no port number"
        raise ValueError(msg)
    return host, int(port)
