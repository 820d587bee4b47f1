"""Which test files a change can affect, and why: pure, over facts. When unsure it says all and why."""

import posixpath
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch

from pytest_hermetic.mcp import cut, imports
from pytest_hermetic.mcp.imports import Mentions

MOST_TOLD = 30

PROSE = (
    "*.md",
    "*.rst",
    "LICENSE*",
    "CHANGELOG*",
    ".gitignore",
    ".gitattributes",
    ".editorconfig",
    ".github/*",
    "docs/*",
)
SETTINGS = (
    *(
        "pyproject.toml",
        "pytest.ini",
        ".pytest.ini",
        "pytest.toml",
        ".pytest.toml",
        "tox.ini",
        "setup.cfg",
        "setup.py",
    ),
    *(
        "*requirements*.txt",
        "constraints*.txt",
        "*.lock",
        "pylock*.toml",
        "Pipfile",
        ".python-version",
        ".env",
    ),
)


@dataclass(frozen=True, kw_only=True)
class Project:
    """The facts. Paths are relative to the project, with `/`; `others` are the files that are not Python."""

    changed: Sequence[str]
    mentions: Mapping[str, Mentions]
    tests: Sequence[str]
    others: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Affected:
    """`unsure` has the reasons to run everything; without any, `reasons` has each affected test file."""

    unsure: Sequence[str]
    reasons: Mapping[str, str]
    without_effect: Sequence[str]


def affected(project: Project) -> Affected:
    graph = imports.needs(project.mentions, [*project.others, *project.changed])
    users = _reversed(graph)
    quiet = [path for path in project.changed if _is_quiet(path, users, project)]
    active = [path for path in project.changed if path not in quiet]
    reasons = _reasons(active, users, project)
    unsure = [why for path in active if (why := _unclear(path, users, project))]
    if active and not unsure:
        reasons |= _loose(project, graph, reasons)
    return Affected(unsure=unsure, reasons=dict(sorted(reasons.items())), without_effect=quiet)


def told(project: Project, reach: Affected) -> str:
    """Say which test files to run and why, or that all of them are to run."""
    changed = cut.count(len(project.changed), "changed file")
    quiet = [f"taken to have no effect: {cut.names(reach.without_effect, 5)}"] if reach.without_effect else []
    if reach.unsure:
        why = cut.lines(reach.unsure, 4, 200)
        return "\n".join([f"ALL {cut.count(len(project.tests), 'test file')}, {changed}. Unsure:", *why, *quiet])
    lines = [f"{path}: {cut.line(why, 160)}" for path, why in reach.reasons.items()]
    hidden = len(lines) - MOST_TOLD
    rest = [f"[+{hidden} files] their paths are in the structured answer"] if hidden > 0 else []
    head = f"{len(lines):,} of {cut.count(len(project.tests), 'test file')}, {changed}{':' if lines else '.'}"
    return "\n".join([head, *lines[:MOST_TOLD], *rest, *quiet])


def facts(reach: Affected) -> dict[str, object]:
    """Give what a program may want: whether to run all, else the paths to run."""
    return {"all": bool(reach.unsure), "paths": [] if reach.unsure else list(reach.reasons)}


def _is_quiet(path: str, users: Mapping[str, frozenset[str]], project: Project) -> bool:
    """Take prose that no Python file names, and outside files that none imports, to do nothing."""
    if path in users or path in project.tests:
        return False
    return path.startswith("../") or (_is(path, PROSE) and not path.endswith(".py"))


def _unclear(path: str, users: Mapping[str, frozenset[str]], project: Project) -> str:
    """Tell why a changed file could affect any test, or nothing if its reach is known."""
    if _is(path, SETTINGS):
        return f"{path} changed: settings and dependencies reach every test"
    if posixpath.basename(path) == "conftest.py":
        gone, hooks = path not in project.mentions, path in project.mentions and project.mentions[path].hooks
        return (
            f"{path} {'is gone' if gone else 'changed and has pytest hooks'}: it can reach every test"
            if gone or hooks
            else ""
        )
    if not path.endswith((".py", ".pyi")):
        return f"{path} changed: not Python, so what reads it is unknown"
    if path in users or path in project.tests or _is_empty_package(path, project):
        return ""
    return f"{path} changed and nothing imports it: how it is used is unknown"


def _is_empty_package(path: str, project: Project) -> bool:
    mentions = project.mentions.get(path)
    return path.endswith("__init__.py") and mentions == Mentions()


def _reasons(changed: Iterable[str], users: Mapping[str, frozenset[str]], project: Project) -> dict[str, str]:
    """Walk from the changed files to those that need them, nearest first: each reason is the shortest."""
    came_from: dict[str, str | None] = dict.fromkeys(changed)
    queue = deque(came_from)
    while queue:
        path = queue.popleft()
        for user in sorted(users.get(path, ())):
            if user not in came_from:
                came_from[user] = path
                queue.append(user)
    return {path: _why(path, came_from) for path in project.tests if path in came_from}


def _why(path: str, came_from: Mapping[str, str | None]) -> str:
    chain = [path]
    while (source := came_from[chain[-1]]) is not None:
        chain.append(source)
    if len(chain) == 1:
        return "changed"
    through = f" through {', '.join(chain[1:-1])}" if chain[1:-1] else ""
    return f"needs {chain[-1]}{through}"


def _loose(project: Project, graph: Mapping[str, frozenset[str]], known: Mapping[str, str]) -> dict[str, str]:
    """Find tests that reach a file which imports by a computed name: they may need anything."""
    loose = [path for path, mentions in project.mentions.items() if mentions.computed]
    reached = _reasons(loose, _reversed(graph), project)
    return {
        path: f"imports by a computed name{'' if why == 'changed' else f' ({why})'}: may need the change"
        for path, why in reached.items()
        if path not in known
    }


def _reversed(graph: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    users: dict[str, set[str]] = {}
    for path, needed in graph.items():
        for each in needed:
            users.setdefault(each, set()).add(path)
    return {path: frozenset(each) for path, each in users.items()}


def _is(path: str, patterns: Iterable[str]) -> bool:
    return any(fnmatch(path, each) or fnmatch(posixpath.basename(path), each) for each in patterns)
