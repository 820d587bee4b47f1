"""What users import: the names, that they are all there, and that asking for one imports no more than it takes."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import pytest_hermetic

pytestmark = pytest.mark.small

PUBLIC = [
    "BlockerState",
    "BlockerStateError",
    "ConnectionAttempt",
    "DatabaseAccessAttempt",
    "DatabaseBlockerPort",
    "DatabaseViolationError",
    "EnforcementMode",
    "FakeDatabaseBlocker",
    "FakeFilesystemBlocker",
    "FakeNetworkBlocker",
    "FakeProcessBlocker",
    "FilesystemAccessAttempt",
    "FilesystemAccessViolationError",
    "FilesystemBlockerPort",
    "FilesystemOperation",
    "HermeticityViolationError",
    "HermeticityWarning",
    "LargeTest",
    "MediumTest",
    "NetworkAccessViolationError",
    "NetworkBlockerPort",
    "ProcessBlockerPort",
    "SmallTest",
    "SpawnAttempt",
    "SubprocessViolationError",
    "TestSize",
    "XLargeTest",
]


def test_the_public_names_are_these() -> None:
    assert pytest_hermetic.__all__ == PUBLIC


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_name_is_there_and_is_called_so(name: str) -> None:
    assert getattr(pytest_hermetic, name).__name__ == name


def test_a_star_import_brings_them_all() -> None:
    names: dict[str, object] = {}
    exec("from pytest_hermetic import *", names)
    assert set(PUBLIC) == names.keys() - {"__builtins__"}


def test_another_name_is_missing_as_from_any_module() -> None:
    with pytest.raises(AttributeError, match="module 'pytest_hermetic' has no attribute 'Nonsense'"):
        pytest_hermetic.Nonsense  # noqa: B018 - asking is the test
    with pytest.raises(ImportError):
        exec("from pytest_hermetic import Nonsense")


@pytest.mark.medium
def test_type_checkers_see_the_same_names() -> None:
    tree = ast.parse(Path(pytest_hermetic.__file__).read_text(encoding="utf-8"))
    (for_types,) = [node for node in tree.body if isinstance(node, ast.If)]
    seen = [alias.name for node in for_types.body if isinstance(node, ast.ImportFrom) for alias in node.names]
    assert sorted(seen) == PUBLIC


@pytest.mark.medium
def test_a_type_checker_s_import_and_the_real_one_come_from_the_same_module() -> None:
    tree = ast.parse(Path(pytest_hermetic.__file__).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("pytest_hermetic."):
            for alias in node.names:
                real = getattr(sys.modules[node.module], alias.name)
                assert getattr(pytest_hermetic, alias.name) is real


@pytest.mark.medium
def test_importing_the_package_imports_none_of_its_rooms() -> None:
    program = (
        "import sys, pytest_hermetic; print([name for name in sys.modules if name.startswith('pytest_hermetic.')])"
    )
    told = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert told.stdout.strip() == "[]"


@pytest.mark.medium
def test_the_package_is_typed_for_its_users() -> None:
    assert (Path(pytest_hermetic.__file__).parent / "py.typed").exists()
