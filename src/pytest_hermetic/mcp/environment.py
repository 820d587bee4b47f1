"""Which interpreter runs a project's tests: facts in, choice out.

Said by the caller, then by the configuration; else what lies nearest above the project: a folder such as
`.venv`, then what poetry, pdm, hatch, pipenv, pixi, conda and tox leave on disk, then pyenv's pin; last the
PATH. No tool is asked, because a tool can hang. VIRTUAL_ENV is not looked at: it is the server's own, or
missing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_hermetic.mcp import layouts
from pytest_hermetic.mcp.disk import Facts


@dataclass(frozen=True, kw_only=True)
class Choice:
    """An interpreter and the words that say why this one."""

    python: Path
    why: str


def choose(facts: Facts, *, explicit: str | None, root: Path, start: Path) -> Choice | str:
    """Return the interpreter for the tests in `start`, a folder in `root`; a sentence if there is none."""
    if explicit is not None:
        return _named(facts, explicit, root, "as asked")
    levels = _levels(facts, root, start)
    for level in levels:
        configured = facts.table(level / "pyproject.toml", "tool", "pytest-hermetic", "mcp").get("python")
        if configured is not None:
            return _named(facts, str(configured), level, f"[tool.pytest-hermetic.mcp] python in {level}")
    for level in levels:
        found = list(_at(facts, level))
        if found:
            return next((choice for choice in found if has_pytest(facts, choice.python)), found[0])
    found = [*_by_pyenv(facts, levels), *_on_path(facts)]
    return (
        next(iter(found), None)
        or f"No Python for {start}: no environment in or above it, none on PATH. Make one, or name one."
    )


def has_pytest(facts: Facts, python: Path) -> bool:
    """Tell whether pytest lies in the environment's own site-packages."""
    home = python.parent.parent
    folders = [home / "Lib" / "site-packages"]
    folders += [
        home / "lib" / name / "site-packages" for name in facts.names(home / "lib") if name.startswith("python")
    ]
    return any(facts.is_file(folder / "pytest" / "__init__.py") for folder in folders)


def surroundings(choice: Choice, facts: Facts) -> Mapping[str, str]:
    """Return the child's variables: the server's, but with the chosen environment active and no other."""
    environ = {name: value for name, value in facts.environ.items() if name not in ("PYTHONHOME", "VIRTUAL_ENV")}
    places, home = str(choice.python.parent), choice.python.parent.parent
    if facts.is_file(home / "pyvenv.cfg"):
        environ["VIRTUAL_ENV"] = str(home)
    own = facts.environ.get("VIRTUAL_ENV")
    others = [
        place
        for place in environ.get("PATH", "").split(facts.separator)
        if place and place != places and not (own and Path(place).is_relative_to(own))
    ]
    environ["PATH"] = facts.separator.join([places, *others])
    return environ


def _levels(facts: Facts, root: Path, start: Path) -> list[Path]:
    """Return the folders from `start` up to `root`, and further up to the one that holds the repository."""
    top = next((level for level in (root, *root.parents) if ".git" in facts.names(level)), root)
    return [level for level in (start, *start.parents) if level.is_relative_to(top)]


def _named(facts: Facts, name: str, base: Path, why: str) -> Choice | str:
    path = base / Path(name.replace("~", facts.environ.get("HOME", "~"), 1) if name.startswith("~") else name)
    if facts.is_file(path):
        return Choice(python=path, why=why)
    inside = layouts.python_in(facts, path)
    if inside is None:
        return f"There is no interpreter and no environment at {path} ({why})."
    return Choice(python=inside, why=why)


def _at(facts: Facts, level: Path) -> Iterator[Choice]:
    for name, layout in layouts.LAYOUTS:
        for home in layout(facts, level):
            python = layouts.python_in(facts, home)
            if python is not None:
                yield Choice(python=python, why=f"{name} {home}" if name else str(home))


def _by_pyenv(facts: Facts, levels: Sequence[Path]) -> Iterator[Choice]:
    """Yield what is pinned; a pin is no environment of the project's own, so any such goes first."""
    for level in levels:
        for home in layouts.pyenv(facts, level):
            python = layouts.python_in(facts, home)
            if python is not None:
                yield Choice(python=python, why=f"pyenv, .python-version in {level}")


def _on_path(facts: Facts) -> Iterator[Choice]:
    own = facts.own_prefix
    for place in facts.environ.get("PATH", "").split(facts.separator):
        for name in _names(facts):
            path = Path(place) / name
            if place and path.parent.parent != own and facts.is_file(path):
                yield Choice(python=path, why="PATH")


def _names(facts: Facts) -> Sequence[str]:
    return ("python.exe",) if facts.platform == "win32" else ("python3", "python")
