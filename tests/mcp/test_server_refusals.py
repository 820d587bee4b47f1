"""What a client sends never becomes an option, never leaves the roots, and every refusal is a sentence."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from mcp.types import CallToolResult, TextContent

from mcp import Client
from pytest_hermetic.mcp.calls import Desk
from pytest_hermetic.mcp.engine import Engine
from pytest_hermetic.mcp.server import build

pytestmark = pytest.mark.medium

# Tool and arguments; OUT stands for a folder outside the roots, whose test leaves a mark if it is ever run.
PROBES: list[tuple[str, dict[str, object]]] = [
    ("run_tests", {"ids": ["--junitxml", "OUT/x.xml"]}),
    ("run_tests", {"ids": ["--junitxml=OUT/x.xml"]}),
    ("run_tests", {"ids": ["-pevil"]}),
    ("run_tests", {"ids": ["-p", "evil"]}),
    ("run_tests", {"paths": ["-c", "OUT/pytest.ini"]}),
    ("run_tests", {"paths": ["-cOUT/pytest.ini"]}),
    ("run_tests", {"paths": ["-oaddopts=-pevil"]}),
    ("run_tests", {"paths": ["--rootdir=OUT"]}),
    ("run_tests", {"paths": ["--rootdir", "OUT"]}),
    ("run_tests", {"paths": ["--basetemp=OUT"]}),
    ("run_tests", {"paths": ["--confcutdir=/"]}),
    ("run_tests", {"paths": ["--pyargs", "evil"]}),
    ("run_tests", {"paths": ["@OUT/options"]}),
    ("run_tests", {"ids": ["@options"]}),
    ("run_tests", {"ids": ["OUT/test_evil.py::test_evil"]}),
    ("run_tests", {"paths": ["OUT/test_evil.py"]}),
    ("run_tests", {"paths": ["OUT"]}),
    ("run_tests", {"paths": ["../out"]}),
    ("run_tests", {"paths": ["tests/../../out/test_evil.py"]}),
    ("run_tests", {"ids": ["../out/test_evil.py::test_evil"]}),
    ("run_tests", {"paths": ["link"]}),
    ("run_tests", {"ids": ["link/test_evil.py::test_evil"]}),
    ("run_tests", {"paths": ["link_to_file.py"]}),
    ("run_tests", {"paths": ["/"]}),
    ("run_tests", {"paths": ["~"]}),
    ("run_tests", {"paths": [""]}),
    ("run_tests", {"paths": ["test_a.py\0--junitxml=OUT/x.xml"]}),
    ("run_tests", {"paths": ["test_a.py\n--junitxml=OUT/x.xml"]}),
    ("run_tests", {"root": "OUT"}),
    ("run_tests", {"root": "../out"}),
    ("run_tests", {"root": "link"}),
    ("run_tests", {"root": "/"}),
    ("run_tests", {"env": {"PYTEST_ADDOPTS": "-p evil"}}),
    ("run_tests", {"extra_args": ["-p", "evil"]}),
    ("run_tests", {"command": "touch OUT/x"}),
    ("run_tests", {"python": "OUT/python"}),
    ("run_tests", {"sizes": ["small or 1"]}),
    ("run_tests", {"workers": "2 -p evil"}),
    ("run_tests", {"workers": 10**400}),
    ("run_tests", {"root": "x" * 4000}),
    ("run_tests", {"paths": ["x" * 4000]}),
    ("run_tests", {"ids": ["x" * 4000 + "::test_a"]}),
    ("run_tests", {"timeout": "5; touch OUT/x"}),
    ("run_tests", {"keyword": "__import__('os').system('touch OUT/x')"}),
    ("run_tests", {"markers": "__import__('os').system('touch OUT/x')"}),
    ("discover_tests", {"paths": ["--junitxml=OUT/x.xml"]}),
    ("discover_tests", {"paths": ["../out"]}),
    ("check_flaky", {"ids": ["--junitxml=OUT/x.xml"]}),
    ("check_flaky", {"paths": ["OUT"]}),
    ("check_hermetic", {"paths": ["link"]}),
    ("affected_tests", {"base": "--output=OUT/x"}),
    ("affected_tests", {"base": "HEAD --output=OUT/x"}),
    ("affected_tests", {"root": "OUT"}),
    ("inspect_run", {"run": "../../out"}),
    ("inspect_run", {"run": "OUT"}),
    ("inspect_run", {"run": "r00000", "test": "../x"}),
    ("evil", {}),
]


def filled(value: object, out: Path) -> object:
    if isinstance(value, str):
        return value.replace("OUT", str(out))
    if isinstance(value, list):
        return [filled(each, out) for each in value]
    return value


@pytest.mark.parametrize(("tool", "arguments"), PROBES)
def test_a_probe_is_refused_in_a_sentence_and_leaves_no_mark(
    tool: str,
    arguments: dict[str, object],
    project: Callable[[Mapping[str, str]], Path],
    make_desk: Callable[..., Desk],
) -> None:
    root = project({"test_a.py": "def test_a(): pass\n", "options": "--junitxml=x.xml\n"})
    out = root.parent / "out"
    out.mkdir()
    (out / "test_evil.py").write_text("from pathlib import Path\nPath(__file__).with_name('mark').write_text('')\n")
    (out / "options").write_text(f"--junitxml={out}/x.xml\n")
    if "link" in str(arguments):  # pytest itself follows a project's own links when it is asked for everything
        (root / "link").symlink_to(out)
        (root / "link_to_file.py").symlink_to(out / "test_evil.py")
    before = sorted(each.name for each in out.iterdir())
    given = {name: filled(value, out) for name, value in arguments.items()}

    result = ask(make_desk(root), tool, given)

    (content,) = result.content
    assert isinstance(content, TextContent)
    assert result.is_error, content.text
    assert 0 < len(content.text.strip()) < 500
    assert "Traceback" not in content.text
    assert sorted(each.name for each in out.iterdir() if each.name != "__pycache__") == before
    assert not (root / "x.xml").exists()


def ask(desk: Desk, tool: str, arguments: dict[str, object]) -> CallToolResult:
    async def whole() -> CallToolResult:
        async with Client(build(desk)) as client:
            return await client.call_tool(tool, arguments)

    return asyncio.run(whole())


def test_there_are_more_than_thirty_probes() -> None:
    assert len(PROBES) > 30


def test_where_no_run_can_be_kept_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "store").write_text("this is no folder")
    desk = Desk(engine=Engine(roots=[tmp_path], store=tmp_path / "store"), roots=[tmp_path])
    result = ask(desk, "run_tests", {})
    (content,) = result.content
    assert isinstance(content, TextContent)
    assert result.is_error
    assert content.text.startswith("This machine does not let the server do it: ")
    assert str(tmp_path / "store") in content.text
