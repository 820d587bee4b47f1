"""What the choice of an interpreter may know: the file system and the environment, read here alone."""

import os
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol


class Disk(Protocol):
    """Three questions about paths; tests answer them from a dictionary."""

    def is_file(self, path: Path) -> bool: ...
    def names(self, path: Path) -> list[str]: ...
    def text(self, path: Path) -> str: ...


class RealDisk:
    """The disk. What cannot be read is taken as not there."""

    def is_file(self, path: Path) -> bool:
        return path.is_file()

    def names(self, path: Path) -> list[str]:
        try:
            return sorted(each.name for each in path.iterdir())
        except OSError:
            return []

    def text(self, path: Path) -> str:
        try:
            return path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""


@dataclass(frozen=True, kw_only=True)
class Facts:
    """Everything outside its arguments that the choice may look at."""

    disk: Disk
    environ: Mapping[str, str]
    platform: str = "linux"
    own_prefix: Path = Path("/nowhere")  # the server's own environment: never the project's

    @classmethod
    def of_this_machine(cls) -> "Facts":
        environ = dict(os.environ)
        environ.setdefault("HOME", str(Path.home()))
        return cls(disk=RealDisk(), environ=environ, platform=sys.platform, own_prefix=Path(sys.prefix))

    @property
    def separator(self) -> str:
        return ";" if self.platform == "win32" else ":"

    def is_file(self, path: Path) -> bool:
        return self.disk.is_file(path)

    def names(self, path: Path) -> list[str]:
        return self.disk.names(path)

    def text(self, path: Path) -> str:
        return self.disk.text(path)

    def home(self, *parts: str) -> Path:
        return Path(self.environ.get("HOME", "/"), *parts)

    def table(self, path: Path, *keys: str) -> Mapping[str, Any]:
        """Return a table of a TOML file, empty if it is not there."""
        try:
            found: Any = tomllib.loads(self.text(path))
        except tomllib.TOMLDecodeError:  # pytest will complain about it, with the line
            return {}
        for key in keys:
            found = found.get(key, {}) if isinstance(found, dict) else {}
        return found if isinstance(found, dict) else {}
