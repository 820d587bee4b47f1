"""A change reaches the tests that need it, with the reason; whatever is unclear reaches all of them."""

from collections.abc import Mapping

import pytest

from pytest_hermetic.mcp.affected import Affected, Project, affected, facts, told
from pytest_hermetic.mcp.imports import read

pytestmark = pytest.mark.small

FILES = {
    "src/shop/__init__.py": "",
    "src/shop/money.py": "RATE = 2\n",
    "src/shop/price.py": "from . import money\n",
    "src/shop/basket.py": "from shop.price import price\n",
    "src/shop/mail.py": "import smtplib\n",
    "src/shop/lonely.py": "X = 1\n",
    "src/shop/plugins.py": "import importlib\ndef load(name): return importlib.import_module(name)\n",
    "tests/conftest.py": "import pytest\n@pytest.fixture\ndef basket(): ...\n",
    "tests/helpers.py": "def make(): ...\n",
    "tests/test_money.py": "from shop.money import RATE\n",
    "tests/test_basket.py": "import shop.basket\nfrom helpers import make\n",
    "tests/test_mail.py": "from unittest import mock\ndef test(): mock.patch('shop.mail.send')\n",
    "tests/test_plugins.py": "from shop import plugins\n",
}
TESTS = ["tests/test_basket.py", "tests/test_mail.py", "tests/test_money.py", "tests/test_plugins.py"]


def reach(*changed: str, files: Mapping[str, str] = FILES) -> Affected:
    mentions = {path: read(source) for path, source in files.items()}
    return affected(Project(changed=changed, mentions=mentions, tests=TESTS, others=["README.md", "data/x.json"]))


def test_a_change_reaches_what_imports_it_also_through_others() -> None:
    found = reach("src/shop/money.py")

    assert not found.unsure
    assert found.reasons["tests/test_money.py"] == "needs src/shop/money.py"
    assert (
        found.reasons["tests/test_basket.py"] == "needs src/shop/money.py through src/shop/basket.py, src/shop/price.py"
    )
    assert "tests/test_mail.py" not in found.reasons


def test_a_changed_test_is_its_own_reason() -> None:
    assert reach("tests/test_mail.py").reasons["tests/test_mail.py"] == "changed"


def test_a_patched_name_counts_as_needed() -> None:
    assert "tests/test_mail.py" in reach("src/shop/mail.py").reasons


def test_a_helper_beside_the_tests_is_found() -> None:
    assert "tests/test_basket.py" in reach("tests/helpers.py").reasons


def test_a_conftest_without_hooks_reaches_the_tests_below_it() -> None:
    found = reach("tests/conftest.py")

    assert not found.unsure
    assert list(found.reasons) == TESTS


def test_importing_by_a_computed_name_may_need_anything() -> None:
    assert reach("src/shop/mail.py").reasons["tests/test_plugins.py"].startswith("imports by a computed name")


def test_a_deleted_module_still_reaches_those_that_import_it() -> None:
    files = {path: source for path, source in FILES.items() if path != "src/shop/money.py"}

    assert "tests/test_money.py" in reach("src/shop/money.py", files=files).reasons


def test_a_package_reaches_those_that_import_from_it() -> None:
    assert set(reach("src/shop/__init__.py").reasons) == set(TESTS)


@pytest.mark.parametrize(
    "changed",
    [
        "pyproject.toml",
        "requirements-dev.txt",
        "uv.lock",
        "data/x.json",
        "src/shop/lonely.py",
        "Makefile",
        "src/fast.pyx",
    ],
)
def test_what_is_unclear_reaches_all(changed: str) -> None:
    found = reach(changed)

    assert changed in found.unsure[0]
    assert facts(found)["all"] is True


def test_a_conftest_with_hooks_reaches_all() -> None:
    files = FILES | {"tests/conftest.py": "def pytest_collection_modifyitems(items): ..."}

    assert "hooks" in reach("tests/conftest.py", files=files).unsure[0]


@pytest.mark.medium  # CPython looks for the line of a SyntaxError in a file called "<unknown>"
def test_a_file_that_does_not_parse_may_need_anything() -> None:
    files = FILES | {"tests/test_money.py": "def broken(:"}

    assert "tests/test_money.py" in reach("src/shop/mail.py", files=files).reasons


def test_prose_that_nothing_names_is_set_aside_and_said() -> None:
    found = reach("README.md")

    assert not found.reasons
    assert not found.unsure
    assert found.without_effect == ["README.md"]


def test_prose_that_a_test_names_reaches_all() -> None:
    files = FILES | {"tests/test_mail.py": "TEXT = open('README.md')"}

    assert reach("README.md", files=files).unsure


def test_the_answer_names_file_and_reason() -> None:
    project = Project(changed=["a.py"], mentions={"a.py": read(""), "test_a.py": read("import a")}, tests=["test_a.py"])

    assert told(project, affected(project)) == "1 of 1 test file, 1 changed file:\ntest_a.py: needs a.py"
