"""Projects made on the spot and a desk that answers calls about them."""

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from pytest_hermetic.mcp.calls import Desk
from pytest_hermetic.mcp.engine import Engine

MakeProject = Callable[[Mapping[str, str]], Path]


@pytest.fixture(autouse=True)
def chosen_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no run within a test depend on what else is installed beside us."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_PLUGINS", "xdist.plugin,pytest_rerunfailures")


@pytest.fixture
def project(tmp_path: Path) -> MakeProject:
    """Write files into a fresh project folder."""
    root = (tmp_path / "project").resolve()

    def make(files: Mapping[str, str]) -> Path:
        for name, text in ({"pytest.ini": "[pytest]\n"} | dict(files)).items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return root

    return make


@pytest.fixture
def make_desk(tmp_path: Path) -> Iterator[Callable[..., Desk]]:
    """Make a desk for some roots that runs this very interpreter's pytest."""
    engines: list[Engine] = []

    def make(*roots: Path) -> Desk:
        engines.append(Engine(roots=roots, store=tmp_path / "store"))
        return Desk(engine=engines[-1], roots=roots, python=sys.executable)

    yield make
    for each in engines:
        each.close()
