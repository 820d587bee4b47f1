"""Where a request may reach: the roots given at start, and what lies under them once every link is followed."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_hermetic.mcp.refusal import Refusal


@dataclass(frozen=True, kw_only=True)
class Roots:
    """The folders this server was given; it runs nothing outside them."""

    folders: Sequence[Path]

    def choose(self, wanted: str) -> Path:
        """Give the project folder a request means: the only root, or the one named, or a folder below one."""
        if not wanted:
            if len(self.folders) == 1:
                return self.folders[0]
            raise Refusal(f"root is needed, because this server has several: {self._listed()}.")
        found = self._below(wanted)
        if not found.is_dir():
            raise Refusal(f"root: there is no folder {wanted!r} under {self._listed()}.")
        return found

    def holds(self, folder: Path) -> bool:
        return any(folder.is_relative_to(each) for each in self.folders)

    def _below(self, wanted: str) -> Path:
        for root in self.folders:
            found = _resolved(root / wanted, "root", wanted)
            if found.is_relative_to(root) and found.exists():
                return found
        raise Refusal(f"root: {wanted!r} is no folder under {self._listed()}. Start the server with --root to add one.")

    def _listed(self) -> str:
        return ", ".join(map(str, self.folders))


def targets(root: Path, name: str, wanted: Sequence[str]) -> tuple[str, ...]:
    """Check node ids or paths and give them relative to the root, spelled so that pytest cannot take them for options."""
    return tuple(_target(root, f"{name}[{place}]", each) for place, each in enumerate(wanted))


def _target(root: Path, name: str, wanted: str) -> str:
    path, colons, inside = wanted.partition("::")
    if not path.strip() or path.startswith("-"):
        raise Refusal(f"{name} must be a path under {root}, or a node id such as tests/test_a.py::test_b, not {wanted!r}.")
    found = _resolved(root / path, name, wanted)
    if not found.is_relative_to(root):
        raise Refusal(f"{name}: {wanted!r} lies outside {root}. Only tests under the server's roots are run.")
    if not found.exists():
        raise Refusal(f"{name}: there is no {path!r} in {root}. discover_tests lists what there is.")
    relative = (root / path).relative_to(root).as_posix() if ".." not in Path(path).parts else found.relative_to(root).as_posix()
    # pytest reads `@name` as a file of further options, hence the `./`.
    return f"{'./' if relative.startswith(('@', '-')) else ''}{relative}{colons}{inside}"


def _resolved(path: Path, name: str, wanted: str) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError) as fault:
        raise Refusal(f"{name}: {wanted!r} cannot be followed to a place on disk ({fault}).") from None


def expression(name: str, wanted: str) -> str:
    """Check a keyword or marker expression: it is a value, so nothing that looks like an option passes."""
    if wanted.startswith("-"):
        raise Refusal(f"{name} must be an expression such as 'login and not slow', not {wanted!r}.")
    return wanted
