"""Modules are attached to when somebody imports them, show their own loader, and are never imported to be watched."""

import importlib
import importlib.abc
import importlib.util
import sys
from collections.abc import Callable, Iterator
from importlib.machinery import ModuleSpec
from types import ModuleType

import pytest

from pytest_hermetic.sensors.late import LateImports

pytestmark = pytest.mark.small

NAME = "a_module_of_this_test"


class InMemory(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds and loads one module, without a file."""

    def __init__(self, *, fails: bool = False) -> None:
        self.fails = fails

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        del path, target
        return ModuleSpec(name, self) if name == NAME else None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        del spec
        return None

    def exec_module(self, module: ModuleType) -> None:
        if self.fails:
            raise LookupError
        vars(module)["value"] = "real"


@pytest.fixture
def finder() -> Iterator[InMemory]:
    made = InMemory()
    sys.meta_path.insert(0, made)
    yield made
    sys.meta_path.remove(made)
    sys.modules.pop(NAME, None)


def attach(module: ModuleType) -> Callable[[], None]:
    real = vars(module)["value"]
    vars(module)["value"] = "watched"
    return lambda: vars(module).update(value=real)


def test_a_module_is_attached_to_before_its_importer_goes_on(finder: InMemory) -> None:
    imports = LateImports({NAME: [attach]})
    imports.install()
    module = importlib.import_module(NAME)
    assert vars(module)["value"] == "watched"
    imports.uninstall()
    assert vars(module)["value"] == "real"
    assert finder in sys.meta_path


def test_a_module_that_is_loaded_already_is_attached_to_at_once(finder: InMemory) -> None:
    module = importlib.import_module(NAME)
    imports = LateImports({NAME: [attach]})
    imports.install()
    assert vars(module)["value"] == "watched"
    imports.uninstall()
    assert vars(module)["value"] == "real"
    assert finder in sys.meta_path


def test_a_module_shows_its_own_loader(finder: InMemory) -> None:
    imports = LateImports({NAME: [attach]})
    imports.install()
    module = importlib.import_module(NAME)
    imports.uninstall()
    assert module.__loader__ is finder
    assert module.__spec__ is not None
    assert module.__spec__.loader is finder


@pytest.mark.usefixtures("finder")
def test_a_reload_is_attached_to_again() -> None:
    imports = LateImports({NAME: [attach]})
    imports.install()
    module = importlib.import_module(NAME)
    importlib.reload(module)
    assert vars(module)["value"] == "watched"
    imports.uninstall()
    assert vars(module)["value"] == "real"


def test_a_module_that_is_executed_without_being_registered_is_attached_to(finder: InMemory) -> None:
    del finder
    imports = LateImports({NAME: [attach]})
    imports.install()
    spec = importlib.util.find_spec(NAME)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert vars(module)["value"] == "watched"
    assert NAME not in sys.modules
    imports.uninstall()


def test_asking_whether_a_module_exists_imports_nothing(finder: InMemory) -> None:
    imports = LateImports({NAME: [attach]})
    imports.install()
    assert importlib.util.find_spec(NAME) is not None
    assert NAME not in sys.modules
    imports.uninstall()
    assert finder in sys.meta_path


def test_a_module_whose_import_fails_fails_as_it_does_without_us(finder: InMemory) -> None:
    finder.fails = True
    imports = LateImports({NAME: [attach]})
    imports.install()
    with pytest.raises(LookupError):
        importlib.import_module(NAME)
    imports.uninstall()
    assert NAME not in sys.modules


def test_a_module_that_is_not_installed_is_missing_as_ever() -> None:
    imports = LateImports({"no_such_module_anywhere": [attach]})
    imports.install()
    with pytest.raises(ModuleNotFoundError, match="No module named 'no_such_module_anywhere'"):
        importlib.import_module("no_such_module_anywhere")
    imports.uninstall()


@pytest.mark.usefixtures("finder")
def test_other_modules_are_not_looked_for() -> None:
    assert LateImports({"other": [attach]}).find_spec(NAME) is None


def test_the_finder_is_gone_once_it_is_uninstalled_and_may_be_so_twice() -> None:
    before = list(sys.meta_path)
    imports = LateImports({NAME: [attach]})
    imports.install()
    assert sys.meta_path != before
    imports.uninstall()
    imports.uninstall()
    assert sys.meta_path == before


def test_two_that_wait_for_the_same_module_both_attach(finder: InMemory) -> None:
    outer, inner = LateImports({NAME: [attach]}), LateImports({NAME: [attach]})
    outer.install()
    inner.install()
    assert vars(importlib.import_module(NAME))["value"] == "watched"
    inner.uninstall()
    outer.uninstall()
    assert finder in sys.meta_path
