"""Which project file needs which: the import graph of a project's Python files, read with `ast`. Pure.

It errs on the side of more: an import that two files could answer points at both, and a string that names a
module or file of the project needs it too (`mock.patch("app.db.connect")`, `pytest_plugins`).
"""

import ast
import posixpath
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

COMPUTED_IMPORTS = frozenset({"import_module", "__import__", "run_path", "run_module", "spec_from_file_location"})


@dataclass(frozen=True, kw_only=True)
class Mentions:
    """What one file speaks of: names it imports, its other strings, and whether more stays unclear."""

    modules: frozenset[str] = frozenset()
    relative: frozenset[tuple[int, str]] = frozenset()
    strings: frozenset[str] = frozenset()
    computed: bool = False
    hooks: bool = False


def read(source: str) -> Mentions:
    """Read one file; a file that does not parse could import anything."""
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError):
        return Mentions(computed=True)
    imports = [each for node in nodes for each in _imports(node)]
    return Mentions(
        modules=frozenset(name for level, name in imports if not level),
        relative=frozenset((level, name) for level, name in imports if level),
        strings=frozenset(
            node.value
            for node in nodes
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and 0 < len(node.value) <= 200  # noqa: PLR2004 - longer is prose
        ),
        computed=any(_imports_by_a_computed_name(node) for node in nodes),
        hooks=any(isinstance(node, ast.FunctionDef) and node.name.startswith("pytest_") for node in nodes),
    )


def _imports(node: ast.AST) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.Import):
        yield from ((0, alias.name) for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        base = node.module or ""
        yield node.level, base
        yield from ((node.level, f"{base}.{alias.name}".strip(".")) for alias in node.names)


def _imports_by_a_computed_name(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    return name in COMPUTED_IMPORTS and not (node.args and isinstance(node.args[0], ast.Constant))


def needs(files: Mapping[str, Mentions], others: Iterable[str] = ()) -> dict[str, frozenset[str]]:
    """Give the project's files that each Python file needs; `others` are not Python, or deleted."""
    paths = {*files, *others}
    by_module = _module_names(paths)
    by_name = _file_names(paths)
    graph = {}
    for path, mentions in files.items():
        modules = {name for each in mentions.modules for name in _with_parents(each)}
        modules |= {name for each in mentions.strings if "." in each for name in _with_parents(each)}
        found = {target for name in modules for target in by_module.get(name, ())}
        found |= {target for level, name in mentions.relative for target in _relative(path, level, name, paths)}
        found |= {target for each in mentions.strings for target in by_name.get(posixpath.basename(each), ())}
        found |= _conftests(path, paths)
        graph[path] = frozenset(found - {path})
    return graph


def _module_names(paths: set[str]) -> dict[str, set[str]]:
    names: dict[str, set[str]] = {}
    for path in paths:
        if path.endswith((".py", ".pyi")):
            for name in _names_of(path, paths):
                names.setdefault(name, set()).add(path)
    return names


def _names_of(path: str, paths: set[str]) -> Iterator[str]:
    """Give every name a file could be imported by: from each folder above it that is no package."""
    parts = path.rpartition(".")[0].split("/")
    if parts[-1] == "__init__":
        parts.pop()
    for start in range(len(parts)):
        folder = "/".join(parts[:start])
        if not folder or f"{folder}/__init__.py" not in paths:
            yield ".".join(parts[start:])


def _with_parents(name: str) -> Iterator[str]:
    parts = name.split(".")
    return (".".join(parts[:end]) for end in range(1, len(parts) + 1))


def _relative(path: str, level: int, name: str, paths: set[str]) -> Iterator[str]:
    folder = path.split("/")[:-level]
    steps = name.split(".") if name else []
    for end in range(len(steps) + 1):
        place = "/".join([*folder, *steps[:end]])
        yield from (found for found in (f"{place}.py", f"{place}/__init__.py") if found.lstrip("/") in paths)


def _file_names(paths: set[str]) -> dict[str, set[str]]:
    names: dict[str, set[str]] = {}
    for path in paths:
        if not path.endswith("__init__.py"):
            names.setdefault(posixpath.basename(path), set()).add(path)
    return names


def _conftests(path: str, paths: set[str]) -> set[str]:
    parts = path.split("/")
    return {found for end in range(len(parts)) if (found := "/".join([*parts[:end], "conftest.py"])) in paths}
