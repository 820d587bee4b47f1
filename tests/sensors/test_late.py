"""Modules that are imported late are attached to, whatever they are, and show no loader but their own."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING

import pytest

from pytest_hermetic.sensors.late import LateImports

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from types import ModuleType

pytestmark = pytest.mark.medium


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "late_one", raising=False)
    return tmp_path


@pytest.fixture
def attached() -> Iterator[list[ModuleType]]:
    modules: list[ModuleType] = []

    def attach(module: ModuleType) -> Callable[[], None]:
        modules.append(module)
        return lambda: modules.remove(module)

    imports = LateImports({"late_one": [attach]})
    imports.install()
    yield modules
    imports.uninstall()
    assert modules == []
    sys.modules.pop("late_one", None)


def test_a_module_is_attached_to_once_it_has_been_executed(folder: Path, attached: list[ModuleType]) -> None:
    (folder / "late_one.py").write_text("answer = 42")
    module = importlib.import_module("late_one")
    assert attached == [module]
    assert module.answer == 42


def test_a_package_is_attached_to(folder: Path, attached: list[ModuleType]) -> None:
    (folder / "late_one").mkdir()
    (folder / "late_one" / "__init__.py").write_text("")
    assert attached == [importlib.import_module("late_one")]


def test_a_module_shows_its_own_loader(folder: Path, attached: list[ModuleType]) -> None:
    (folder / "late_one.py").write_text("seen = __loader__, __spec__.loader")
    module = importlib.import_module("late_one")
    assert attached
    assert module.__spec__ is not None
    assert {type(loader).__module__ for loader in (module.__loader__, module.__spec__.loader, *module.seen)} == {
        "_frozen_importlib_external"
    }


def test_a_reload_attaches_again(folder: Path, attached: list[ModuleType]) -> None:
    (folder / "late_one.py").write_text("")
    module = importlib.import_module("late_one")
    importlib.reload(module)
    assert attached == [module, module]
