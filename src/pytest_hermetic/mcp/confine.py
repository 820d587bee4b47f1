"""Which folder a request means: a root given at start or a folder below one, every link followed."""

from collections.abc import Sequence
from pathlib import Path

from pytest_hermetic.mcp import cut
from pytest_hermetic.mcp.refusal import refuse


def chosen(roots: Sequence[Path], wanted: str) -> Path:
    """Give the only root, or the one named (by path, absolute or below a root), or refuse."""
    if wanted:
        return _named(roots, wanted)
    if len(roots) > 1:
        refuse(f"root is needed, because this server has several: {_listed(roots)}.")
    return roots[0]


def _named(roots: Sequence[Path], wanted: str) -> Path:
    for root in roots:
        found = _followed(root / wanted, wanted)
        if found is not None and found.is_relative_to(root):
            return found
    return refuse(f"root: {wanted!r} is no folder in {_listed(roots)}. Only a restart with another --root can add one.")


def _followed(path: Path, wanted: str) -> Path | None:
    try:
        found = path.resolve()
        return found if found.is_dir() else None
    except (OSError, RuntimeError, ValueError) as fault:
        refuse(f"root: {cut.line(wanted, 100)!r} cannot be followed to a folder ({cut.line(str(fault), 200)}).")


def _listed(roots: Sequence[Path]) -> str:
    return ", ".join(map(str, roots))
