"""Which room may import what: a table, and one test per file of the source."""

import ast
import sys
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

import pytest

from requirements import requirement

pytestmark = pytest.mark.medium

SOURCE = Path(__file__).parent.parent / "src" / "pytest_hermetic"
FILES = sorted(path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py"))
PACKAGE = "pytest_hermetic"

#: Standard library that only computes: any room may import it.
PURE = tuple(
    """
    __future__ abc argparse collections contextlib copy dataclasses enum fnmatch functools inspect ipaddress itertools
    json operator pathlib re shlex string textwrap tomllib types typing warnings
    """.split()  # noqa: SIM905 - words are easier to read than quotes
)
#: Modules that not every platform has.
NOT_EVERYWHERE = frozenset(
    """
    _posixsubprocess crypt curses fcntl grp msvcrt nt ossaudiodev posix pty pwd readline resource spwd syslog termios
    tty winreg winsound
    """.split()  # noqa: SIM905 - words are easier to read than quotes
)


@dataclass(frozen=True, kw_only=True)
class Room:
    """Who may be found in these files' import statements."""

    files: tuple[str, ...]
    #: Our own rooms, each with all below it.
    ours: tuple[str, ...] = ()
    #: Beyond the pure standard library.
    others: tuple[str, ...] = ()


#: The first row that matches a file is its room; imports for types alone do not count.
ROOMS = (
    Room(files=("__init__.py",), others=("importlib",)),
    Room(files=("drivers.py",), ours=("resources.drivers", "resources.targets")),
    Room(files=("hooks.py", "record.py")),
    Room(files=("loading.py",), others=("gc", "sys")),
    Room(files=("sizes.py",), others=("pytest",)),
    Room(files=("masking.py",)),
    Room(files=("violations.py",), ours=("record",)),
    Room(files=("hosts.py",), others=("pytest", "socket")),
    Room(files=("exemptions.py",), others=("os", "site", "sys")),
    Room(files=("origin.py",), ours=("exemptions", "sensors.tasks", "violations"), others=("ast", "os", "sys")),
    Room(files=("settings.py",), ours=("sizes", "hosts"), others=("pytest",)),
    Room(
        files=("blockers.py",),
        ours=("masking", "resources", "settings", "sizes", "violations"),
        others=("os",),
    ),
    Room(
        files=("guard.py",),
        ours=("origin", "blockers", "sensors.bus", "sensors.wrappers", "sizes", "violations"),
        others=("sys", "threading"),
    ),
    Room(files=("sensors/bus.py",), others=("contextvars", "os")),
    Room(
        files=("sensors/*.py",),
        ours=("sensors",),
        others=("contextvars", "gc", "os", "sys", "threading", "importlib"),
    ),
    Room(files=("resources/__init__.py",), ours=("resources",)),
    Room(files=("resources/base.py",), ours=("sizes", "violations")),
    Room(files=("resources/targets.py",), ours=("masking",), others=("os", "urllib")),
    Room(files=("resources/libpq.py",), ours=("masking", "resources.targets"), others=("os", "urllib")),
    Room(
        files=("resources/drivers.py",),
        ours=("resources.libpq", "resources.readers", "resources.targets"),
    ),
    Room(files=("resources/readers.py",), ours=("masking", "resources.libpq", "resources.targets")),
    Room(
        files=("resources/database.py",),
        ours=(
            *("resources.base", "resources.drivers", "sensors.calls", "settings", "sizes", "violations", "hosts"),
            "record",
        ),
        others=("os",),
    ),
    Room(
        files=("resources/filesystem.py",),
        ours=("exemptions", "resources.base", "resources.targets", "sensors.calls", "sizes", "violations", "record"),
        others=("os",),
    ),
    Room(
        files=("resources/*.py",),
        ours=(
            *("resources.base", "sensors.calls", "sensors.sockets", "settings", "sizes", "violations", "hosts"),
            *("masking", "exemptions", "record"),
        ),
        others=("os", "socket", "sys"),
    ),
    Room(files=("report/*.py",), ours=("report", "violations")),
    Room(files=("testing.py",), ours=("blockers", "resources", "settings", "sizes", "violations")),
    Room(
        files=("enforcement.py",),
        ours=("guard", "loading", "report", "reporting", "resources", "sensors.session", "sizes", "watching"),
        others=("pytest",),
    ),
    Room(files=("watching.py",), ours=("guard", "sensors.bus", "sizes"), others=("pytest",)),
    Room(files=("reporting.py",), ours=("origin", "report", "sizes", "violations"), others=("pytest", "warnings")),
    Room(
        files=("plugin.py",),
        ours=("settings", "sizes", "enforcement", "hooks", "loading", "exemptions", "report.exemptions"),
        others=("pytest", "shutil", "sys"),
    ),
    # The other half: it runs other people's pytest, and shares nothing with the plugin. `*` is any module.
    Room(files=("mcp/*",), ours=("mcp",), others=("*",)),
)


def room_of(file: str) -> Room:
    return next(room for room in ROOMS if any(fnmatch(file, pattern) for pattern in room.files))


def tree_of(file: str) -> ast.Module:
    return ast.parse((SOURCE / file).read_text(encoding="utf-8"))


def imports_in(file: str, tree: ast.AST) -> set[str]:
    """Return the dotted names that a file imports when it runs, wherever in the file it does so."""
    package = ".".join((PACKAGE, *Path(file).parent.parts))
    found = set()
    for node in running(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.rsplit(".", node.level - 1)[0] if node.level else ""
            module = ".".join(part for part in (above, node.module) if part)
            found |= {f"{module}.{alias.name}" if module in PACKAGES else module for alias in node.names}
    return found


def running(tree: ast.AST) -> list[ast.AST]:
    """Return every node but those that only a type checker looks at."""
    found = [tree]
    for child in ast.iter_child_nodes(tree):
        if not (isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"):
            found += running(child)
    return found


PACKAGES = {".".join((PACKAGE, *Path(file).parent.parts)) for file in FILES if file.endswith("__init__.py")}


def within(name: str, rooms: tuple[str, ...]) -> bool:
    return any(name == room or name.startswith(f"{room}.") for room in rooms)


@pytest.mark.parametrize("file", FILES)
def test_a_room_imports_only_what_it_may(file: str) -> None:
    room = room_of(file)
    imported = imports_in(file, tree_of(file))
    ours = {name.removeprefix(f"{PACKAGE}.") for name in imported if within(name, (PACKAGE,))}
    others = {name for name in imported if not within(name, (PACKAGE,))}
    assert {name for name in ours if not within(name, room.ours)} == set(), f"{file} reaches into another room"
    allowed = (*others, *PURE) if room.others == ("*",) else (*room.others, *PURE)
    assert {name for name in others if not within(name, allowed)} == set(), f"{file} imports what it may not"


@pytest.mark.parametrize("file", [file for file in FILES if not file.startswith("mcp/")])
def test_the_plugin_imports_nothing_of_the_server_nor_anything_but_pytest(file: str) -> None:
    tops = {name.partition(".")[0] for name in imports_in(file, tree_of(file))}
    assert tops <= {*sys.stdlib_module_names, "pytest", PACKAGE}
    assert not any(within(name, (f"{PACKAGE}.mcp",)) for name in imports_in(file, tree_of(file)))


@pytest.mark.parametrize("file", [file for file in FILES if file.startswith("mcp/")])
def test_the_server_imports_nothing_of_the_plugin(file: str) -> None:
    ours = {name for name in imports_in(file, tree_of(file)) if within(name, (PACKAGE,))}
    assert {name for name in ours if not within(name, (f"{PACKAGE}.mcp",))} == set()


@pytest.mark.parametrize("file", FILES)
def test_only_the_server_room_knows_the_protocol_s_library(file: str) -> None:
    tops = {name.partition(".")[0] for name in imports_in(file, tree_of(file))}
    assert file == "mcp/server.py" or tops & {"mcp", "pydantic", "anyio"} == set()


@requirement("ADR-002-32")
@pytest.mark.parametrize("file", FILES)
def test_nothing_that_only_some_platforms_have_is_imported_at_module_level(file: str) -> None:
    at_import = [node for node in ast.iter_child_nodes(tree_of(file)) if isinstance(node, ast.Import | ast.ImportFrom)]
    imported = imports_in(file, ast.Module(body=at_import, type_ignores=[]))  # type: ignore[arg-type] # they are statements
    assert {name.partition(".")[0] for name in imported} & NOT_EVERYWHERE == set()


@pytest.mark.parametrize("file", ["plugin.py", "guard.py", "settings.py", "sizes.py", "origin.py"])
def test_no_resource_is_named_where_resources_are_only_handled(file: str) -> None:
    names = {node.id for node in ast.walk(tree_of(file)) if isinstance(node, ast.Name)}
    assert names & {"NETWORK", "FILESYSTEM", "PROCESS", "DATABASE"} == set()
    assert not any(within(name, (f"{PACKAGE}.resources",)) for name in imports_in(file, tree_of(file)))


@pytest.mark.parametrize("file", [file for file in FILES if not file.startswith("mcp/")])
def test_options_are_read_in_one_room(file: str) -> None:
    asked = {node.attr for node in ast.walk(tree_of(file)) if isinstance(node, ast.Attribute)}
    assert file == "settings.py" or asked & {"getoption", "getini", "inicfg"} == set()


@pytest.mark.parametrize("file", FILES)
def test_a_file_says_in_its_first_sentence_what_it_is(file: str) -> None:
    tree = tree_of(file)
    if tree.body:
        text = ast.get_docstring(tree)
        assert text
        assert text.partition("\n")[0].rstrip().endswith((".", ":", ",")) or "\n" in text


@requirement("ADR-001-39")
def test_the_resources_are_named_in_one_list_and_nowhere_else_together() -> None:
    named = [
        file
        for file in FILES
        if {"NETWORK", "FILESYSTEM", "PROCESS", "DATABASE"}
        <= {node.id for node in ast.walk(tree_of(file)) if isinstance(node, ast.Name)}
    ]
    # The ports are the decision records' own names, one each; everything else goes by the list.
    assert named == ["blockers.py", "resources/__init__.py"]


def test_every_row_of_the_table_is_about_a_file() -> None:
    rooms = {room.files for room in map(room_of, FILES)}
    unused = [room.files for room in ROOMS if room.files not in rooms and not room.files[0].startswith("mcp/")]
    assert unused == []


@pytest.mark.small
def test_an_import_for_types_alone_does_not_count() -> None:
    tree = ast.parse("import os\nif TYPE_CHECKING:\n    import socket\ndef f():\n    from pytest_hermetic import hosts")
    assert imports_in("x.py", tree) == {"os", "pytest_hermetic.hosts"}


@pytest.mark.small
def test_a_relative_import_is_read_as_what_it_names() -> None:
    tree = ast.parse("from .targets import Target\nfrom . import base\nfrom .. import masking")
    assert imports_in("resources/x.py", tree) == {
        "pytest_hermetic.resources.targets",
        "pytest_hermetic.resources.base",
        "pytest_hermetic.masking",
    }
