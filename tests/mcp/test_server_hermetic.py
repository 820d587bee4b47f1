"""check_hermetic on a project whose environment has pytest and has never heard of this distribution."""

import asyncio
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from mcp.types import CallToolResult, TextContent

from mcp import Client
from pytest_hermetic.mcp.calls import Desk
from pytest_hermetic.mcp.engine import Engine
from pytest_hermetic.mcp.server import build

pytestmark = pytest.mark.medium

PYTEST_NEEDS = ("pytest", "_pytest", "py.py", "pluggy", "iniconfig", "packaging", "pygments")
TESTS = """
import subprocess

def test_pure(): assert 1

def test_read(tmp_path):
    (tmp_path / "x").write_text("y")

def test_process(): subprocess.run(["true"])
"""


@pytest.fixture
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make an environment with pytest alone."""
    monkeypatch.delenv("PYTEST_PLUGINS")
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    site, its_site = Path(sysconfig.get_path("purelib")), site_of(environment)
    for name in PYTEST_NEEDS:
        for each in {site / name, *site.glob(f"{name}-*.dist-info")}:
            (shutil.copytree if each.is_dir() else shutil.copy)(each, its_site / each.name)
    return environment / "bin" / "python"


def site_of(environment: Path) -> Path:
    return next(environment.glob("lib/python*/site-packages"))


def ask(root: Path, python: Path, store: Path, tool: str) -> CallToolResult:
    desk = Desk(engine=Engine(roots=[root], store=store), roots=[root], python=str(python))

    async def whole() -> CallToolResult:
        async with Client(build(desk)) as client:
            return await client.call_tool(tool, {})

    try:
        return asyncio.run(whole())
    finally:
        desk.engine.close()


def test_what_is_not_hermetic_is_found_and_nothing_fails_by_it(
    project: Callable[[Mapping[str, str]], Path], stranger: Path, tmp_path: Path
) -> None:
    pytest.importorskip("pytest_hermetic.guard", reason="the plugin is not in this tree")
    root = project({"test_it.py": TESTS})
    known = subprocess.run([stranger, "-c", "import pytest_hermetic"], check=False, capture_output=True)

    result = ask(root, stranger, tmp_path / "store", "check_hermetic")
    plain = ask(root, stranger, tmp_path / "store", "run_tests")

    (content,) = result.content
    assert isinstance(content, TextContent)
    assert known.returncode == 1
    assert content.text.startswith("PASSED 3 passed")
    assert "2 of 3 tests would not be small:" in content.text
    assert "test_it.py:7 in test_read" in content.text
    assert "test_it.py:9 in test_process" in content.text
    assert result.structured_content is not None
    assert result.structured_content["violations"] == {"filesystem": 1, "process": 1}
    assert plain.structured_content is not None
    assert plain.structured_content["counts"] == {"collected": 3, "ran": 3, "passed": 3}


def test_a_plugin_that_is_not_there_is_no_clean_bill(
    project: Callable[[Mapping[str, str]], Path], stranger: Path, tmp_path: Path
) -> None:
    package = site_of(stranger.parent.parent) / "pytest_hermetic"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "plugin.py").write_text("")

    result = ask(project({"test_it.py": TESTS}), stranger, tmp_path / "store", "check_hermetic")

    (content,) = result.content
    assert isinstance(content, TextContent)
    assert result.is_error
    assert "USAGE_ERROR" in content.text
    assert "would be small" not in content.text
