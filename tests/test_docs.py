"""Every command and snippet in README and docs is run, and everything that they promise is compared.

The blocks of a page are one project, in one folder. A block whose first line is `# some/path` is that file, and
replaces a former one. Test files are run in warn mode: all pass, and the violations are exactly those that comments
mark, `# violation: network`. Settings are read by a real pytest, strictly. `$` lines of console blocks are run, and
their output is compared; `...` stands for anything. What is not run stands in a table here, with the reason.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from pages import PAGES, ROOT, Block, blocks, broken_links, commands, promises

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.medium

#: How a command or block starts that is not run, and why.
NOT_RUN = {
    "pip install pytest-hermetic": "would fetch a release; the tests run the working tree",
    "uvx --from 'pytest-hermetic[mcp]'": "would fetch a release; tests/mcp starts the server itself",
    "claude mcp add": "would need that client, and change its settings",
    "agent> ": "what bench/mcp_transcript.py prints of a whole session; run ids and times differ each time",
}
#: Mentioned in the text, and not run from here.
TARGETS = {"demo", "test", "lint", "bench", "escapes", "peers", "clean"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_page_does_what_it_says(page: Path, tmp_path: Path) -> None:
    project = Project(tmp_path)
    for block in blocks(page):
        project.take(block)
    project.run_tests()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_page_links_to_what_is_there(page: Path) -> None:
    assert list(broken_links(page)) == []


def test_each_row_about_what_is_not_run_is_needed() -> None:
    texts = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert [start for start in NOT_RUN if start not in texts] == []


class Project:
    """The folder that a page's blocks fill, and in which its commands are run."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "project"
        self._folder.mkdir()
        self._elsewhere = folder / "elsewhere"
        self._elsewhere.mkdir()
        self._tests: dict[str, Block] = {}

    def take(self, block: Block) -> None:
        if block.text.startswith(tuple(NOT_RUN)):
            return
        if block.path:
            self._write(block)
        elif block.language == "console":
            self.run_tests()
            for command, output in commands(block):
                self._run(command, output, block)
        elif block.language == "json":
            json.loads(block.text)
        else:
            pytest.fail(f"{block}: a block that is neither a file nor a command; see the docstring")

    def run_tests(self) -> None:
        """Run the test files that came since last time: all pass, with the violations that they mark."""
        waiting, self._tests = self._tests, {}
        if not waiting:
            return
        done = _run("pytest", "-q", "--junitxml=found.xml", *waiting, folder=self._folder)
        assert done.returncode == 0, f"{' '.join(map(str, waiting.values()))}:\n{done.stdout}"
        assert set(_found(self._folder / "found.xml")) == {
            one for block in waiting.values() for one in block.violations
        }

    def _write(self, block: Block) -> None:
        path = self._folder / block.path
        is_test = path.name.startswith("test_")
        if path.exists() or not is_test:
            self.run_tests()
        path.parent.mkdir(parents=True, exist_ok=True)
        # A text file has no comments, so the line with its path is not part of it.
        path.write_text(block.text.partition("\n")[2] if path.suffix == ".txt" else block.text, encoding="utf-8")
        if is_test:
            self._tests[block.path] = block
        if path.suffix in (".toml", ".ini"):
            (self._elsewhere / path.name).write_text(block.text, encoding="utf-8")
            done = _run("pytest", "--strict-config", "-c", path.name, folder=self._elsewhere)
            assert done.returncode == pytest.ExitCode.NO_TESTS_COLLECTED, f"{block}:\n{done.stdout}{done.stderr}"

    def _run(self, command: str, output: str, block: Block) -> None:
        if command.startswith(tuple(NOT_RUN)):
            return
        done = _run(*shlex.split(command), folder=self._folder)
        actual = done.stdout + done.stderr
        assert promises(output, actual), f"{block}: $ {command}\n{actual}"


def _run(program: str, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    ways = {"pytest": [sys.executable, "-m", "pytest"], "python": [sys.executable]}
    assert program in ways, f"{program} is not run: a row in NOT_RUN says why"
    surroundings = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV_"))},
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTEST_PLUGINS": "pytest_hermetic.plugin",
        "PYTEST_ADDOPTS": "-p no:cacheprovider",
        "PYTHONDONTWRITEBYTECODE": "1",  # files are replaced faster than a time stamp can tell
        "COLUMNS": "80",
    }
    return subprocess.run(
        [*ways[program], *arguments], cwd=folder, env=surroundings, capture_output=True, text=True, check=False
    )


def _found(report: Path) -> Iterator[str]:
    for entry in ET.parse(report).getroot().iter("property"):
        if entry.get("name") == "hermetic.violation":
            violation = json.loads(entry.get("value", ""))
            yield f"{Path(violation['at']).as_posix()} {violation['resource']}"


def test_the_demo_finds_what_it_should() -> None:
    done = _run("python", str(ROOT / "examples" / "demo.py"), folder=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "As it should be: 7 violations" in done.stdout


@pytest.fixture(scope="module")
def help_text(tmp_path_factory: pytest.TempPathFactory) -> str:
    return _run("pytest", "--help", folder=tmp_path_factory.mktemp("help")).stdout


def test_help_explains_every_option(help_text: str) -> None:
    section = help_text.partition("hermetic tests (pytest-hermetic):")[2].partition("\n\n")[0]
    explained = re.findall(r"^  (--[\w-]+)\S*\n? {2,}\S", section, re.MULTILINE)
    assert explained == re.findall(r"^  (--[\w-]+)", section, re.MULTILINE)
    documented = (ROOT / "docs" / "sizes.md").read_text(encoding="utf-8")
    documented += (ROOT / "docs" / "exemptions.md").read_text(encoding="utf-8")
    assert [option for option in explained if option not in documented] == []


def test_help_explains_every_setting(help_text: str) -> None:
    settings = re.findall(r"^  (test_categories_\w+) \(\w+\):\s+(\S)", help_text, re.MULTILINE)
    documented = (ROOT / "docs" / "sizes.md").read_text(encoding="utf-8")
    assert settings
    assert [name for name, _ in settings if name not in documented] == []


def test_markers_are_explained_in_a_line_each(tmp_path: Path) -> None:
    told = _run("pytest", "--markers", folder=tmp_path).stdout
    for size in ("small", "medium", "large", "xlarge"):
        assert re.search(rf"^@pytest\.mark\.{size}\(timeout=None\): \w.+\.$", told, re.MULTILINE)


def test_pages_mention_no_option_that_is_not_there(help_text: str) -> None:
    known = set(re.findall(r"--[a-z][\w-]+", help_text))
    ours = re.compile(r"--(?:test-categories|network-|allow-network)[\w-]*")
    texts = {page: page.read_text(encoding="utf-8") for page in PAGES}
    assert {option for text in texts.values() for option in ours.findall(text)} <= known


def test_make_has_the_targets_that_pages_mention() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE)) == TARGETS
    mentioned = {target for page in PAGES for target in re.findall(r"`make (\w+)", page.read_text(encoding="utf-8"))}
    assert mentioned <= TARGETS


def test_generated_pages_are_current() -> None:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    generate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generate)
    stale = [path.name for path, text in generate.pages() if path.read_text(encoding="utf-8") != text]
    assert stale == [], "run: python docs/generate.py"
