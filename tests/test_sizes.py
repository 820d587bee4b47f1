"""Which size a test has: the closest marker, then its folder's, then the default; and what no marker may say."""

from collections.abc import Callable

import pytest

import pytest_hermetic
from pytest_hermetic.sizes import (
    SIZE_MARKERS,
    EnforcementMode,
    LargeTest,
    MediumTest,
    SizePolicy,
    SmallTest,
    XLargeTest,
)
from requirements import requirement

pytestmark = pytest.mark.medium

#: Plugins that would only make the tried sessions slower or louder.
PLAIN = ("-p", "no:randomly", "-p", "no:asyncio")
Sizes = dict[str, str]
SizesOf = Callable[..., Sizes]


@pytest.fixture
def sizes_of(pytester: pytest.Pytester) -> SizesOf:
    """Collect test files and return the size of each test by name; `ini` are lines of the pytest.ini."""

    def collect(source: str, *, ini: str = "", path: str = "test_it", options: tuple[str, ...] = ()) -> Sizes:
        pytester.makeini(f"[pytest]\n{ini}")
        pytester.makefile(".py", **{path: f"import pytest\nimport pytest_hermetic as hermetic\n{source}"})
        items, _ = pytester.inline_genitems(*PLAIN, *options)
        return {item.nodeid.partition("::")[2]: str(dict(item.user_properties).get("test_size")) for item in items}

    return collect


def refusal_of(pytester: pytest.Pytester, source: str) -> str:
    pytester.makepyfile(f"import pytest\n{source}")
    result = pytester.runpytest_inprocess(*PLAIN)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "Traceback" not in result.stdout.str()
    return result.stderr.str()


@pytest.mark.parametrize("size", pytest_hermetic.TestSize)
def test_a_marker_gives_a_test_its_size(sizes_of: SizesOf, size: str) -> None:
    assert sizes_of(f"@pytest.mark.{size}\ndef test_x(): ...") == {"test_x": size}


def test_a_test_without_a_marker_has_no_size(sizes_of: SizesOf) -> None:
    assert sizes_of("def test_x(): ...") == {"test_x": "None"}


@pytest.mark.parametrize("base", ["SmallTest", "MediumTest", "LargeTest", "XLargeTest"])
def test_a_base_class_gives_its_tests_their_size(sizes_of: SizesOf, base: str) -> None:
    size = base.removesuffix("Test").lower()
    assert sizes_of(f"class TestA(hermetic.{base}):\n    def test_x(self): ...") == {"TestA::test_x": size}


def test_a_base_class_works_beside_unittest(sizes_of: SizesOf) -> None:
    source = "import unittest\nclass A(hermetic.SmallTest, unittest.TestCase):\n    def test_x(self): ..."
    assert sizes_of(source) == {"A::test_x": "small"}


def test_the_closest_marker_wins(sizes_of: SizesOf) -> None:
    source = """
pytestmark = pytest.mark.large
def test_module(): ...
@pytest.mark.small
def test_function(): ...
@pytest.mark.medium
class TestA:
    def test_class(self): ...
    @pytest.mark.small
    def test_method(self): ...
    class TestInner:
        def test_outer_class(self): ...
    @pytest.mark.xlarge
    class TestOwn:
        def test_inner_class(self): ...
"""
    assert sizes_of(source) == {
        "test_module": "large",
        "test_function": "small",
        "TestA::test_class": "medium",
        "TestA::test_method": "small",
        "TestA::TestInner::test_outer_class": "medium",
        "TestA::TestOwn::test_inner_class": "xlarge",
    }


def test_a_class_s_own_marker_wins_over_its_base_s(sizes_of: SizesOf) -> None:
    source = """
@pytest.mark.medium
class TestA(hermetic.SmallTest):
    def test_x(self): ...
class TestB(TestA): ...
@pytest.mark.usefixtures("request")
class TestC(TestA): ...
@pytest.mark.large
class TestD(hermetic.XLargeTest, TestA): ...
"""
    assert sizes_of(source) == {
        "TestA::test_x": "medium",
        "TestB::test_x": "medium",
        "TestC::test_x": "medium",
        "TestD::test_x": "large",
    }


def test_the_marker_of_a_parameter_is_closer_than_that_of_its_test(sizes_of: SizesOf) -> None:
    source = """
@pytest.mark.small
@pytest.mark.parametrize("x", [1, pytest.param(2, marks=pytest.mark.large)])
def test_x(x): ...
"""
    assert sizes_of(source) == {"test_x[1]": "small", "test_x[2]": "large"}


def test_the_same_size_twice_is_that_size(sizes_of: SizesOf) -> None:
    source = "@pytest.mark.small\n@pytest.mark.small(timeout=0.1)\ndef test_x(): ..."
    assert sizes_of(source) == {"test_x": "small"}


def test_a_path_gives_its_tests_a_size_and_the_longest_wins(sizes_of: SizesOf, pytester: pytest.Pytester) -> None:
    pytester.mkdir("unit")
    pytester.mkdir("unit/deep")
    ini = "test_categories_sizes =\n  unit/deep = large\n  unit = small\n  unit/test_one.py = medium\n"
    sizes_of("def test_a(): ...", ini=ini, path="unit/test_one")
    sizes_of("def test_b(): ...", ini=ini, path="unit/test_two")
    sizes_of("def test_c(): ...", ini=ini, path="unit/deep/test_three")
    sizes_of("@pytest.mark.xlarge\ndef test_d(): ...", ini=ini, path="unit/deep/test_four")
    assert sizes_of("def test_e(): ...", ini=ini, path="test_five") == {
        "test_a": "medium",
        "test_b": "small",
        "test_c": "large",
        "test_d": "xlarge",
        "test_e": "None",
    }


def test_a_folder_s_size_is_not_that_of_a_folder_whose_name_starts_alike(
    sizes_of: SizesOf, pytester: pytest.Pytester
) -> None:
    pytester.mkdir("unit_slow")
    assert sizes_of("def test_x(): ...", ini="test_categories_sizes = unit = small\n", path="unit_slow/test_it") == {
        "test_x": "None"
    }


def test_the_default_size_is_for_what_nothing_else_gives_one(sizes_of: SizesOf) -> None:
    source = "def test_x(): ...\n@pytest.mark.large\ndef test_y(): ..."
    sizes = sizes_of(source, ini="test_categories_sizes = other = medium\ntest_categories_default_size = small\n")
    assert sizes == {"test_x": "small", "test_y": "large"}


def test_a_doctest_has_the_size_of_its_path(sizes_of: SizesOf) -> None:
    source = 'def f():\n    """\n    >>> 1\n    1\n    """'
    sizes = sizes_of(source, ini="test_categories_sizes = test_it.py = small\n", options=("--doctest-modules",))
    assert sizes == {"test_it.f": "small"}


def test_a_marker_that_a_conftest_adds_counts(sizes_of: SizesOf, pytester: pytest.Pytester) -> None:
    pytester.makeconftest(
        "import pytest\ndef pytest_collection_modifyitems(items):\n"
        "    for item in items:\n        item.add_marker(pytest.mark.small)"
    )
    assert sizes_of("def test_x(): ...") == {"test_x": "small"}


@pytest.mark.parametrize(
    "source",
    [
        "@pytest.mark.small\n@pytest.mark.large\ndef test_x(): ...",
        "pytestmark = [pytest.mark.large, pytest.mark.small]\ndef test_x(): ...",
        "@pytest.mark.small\n@pytest.mark.large\nclass TestA:\n    def test_x(self): ...",
        "from pytest_hermetic import *\nclass TestA(SmallTest, LargeTest):\n    def test_x(self): ...",
    ],
    ids=["function", "module", "class", "bases"],
)
def test_two_sizes_at_one_level_are_a_usage_error_that_names_the_test(pytester: pytest.Pytester, source: str) -> None:
    refusal = refusal_of(pytester, source)
    assert "test_x" in refusal
    assert "large and small" in refusal


@requirement("ADR-001-04", "ADR-002-03", "ADR-003-03", "ADR-004-03")
@pytest.mark.parametrize(
    "given", ["allow_network=True", "allow_paths=['/tmp']", "allow_subprocess=True", "allow_database=True"]
)
def test_a_marker_cannot_be_told_to_lift_a_rule(pytester: pytest.Pytester, given: str) -> None:
    refusal = refusal_of(pytester, f"@pytest.mark.small({given})\ndef test_x(): ...")
    assert "test_x" in refusal
    assert f"small({given})" in refusal
    assert "timeout=SECONDS" in refusal


@pytest.mark.parametrize("given", ["1", "'fast'", "1, timeout=2", "timeouts=1"])
def test_an_argument_that_no_marker_has_is_a_usage_error(pytester: pytest.Pytester, given: str) -> None:
    refusal = refusal_of(pytester, f"@pytest.mark.medium({given})\ndef test_x(): ...")
    assert "test_x" in refusal
    assert f"medium({given})" in refusal


@pytest.mark.parametrize("timeout", ["0", "-1", "None", "True", "'1'", "float('nan')", "[]"])
def test_a_timeout_that_is_no_positive_number_is_a_usage_error(pytester: pytest.Pytester, timeout: str) -> None:
    refusal = refusal_of(pytester, f"@pytest.mark.small(timeout={timeout})\ndef test_x(): ...")
    assert "test_x" in refusal
    assert "positive number of seconds" in refusal


@pytest.mark.parametrize("timeout", ["0.1", "1", "60"])
def test_a_timeout_tightens_and_leaves_the_size(sizes_of: SizesOf, timeout: str) -> None:
    assert sizes_of(f"@pytest.mark.small(timeout={timeout})\ndef test_x(): ...") == {"test_x": "small"}


@pytest.mark.small
def test_sizes_and_modes_are_texts_with_the_names_users_know() -> None:
    assert list(pytest_hermetic.TestSize) == ["small", "medium", "large", "xlarge"]
    assert list(EnforcementMode) == ["strict", "warn", "off"]
    assert list(SIZE_MARKERS) == list(pytest_hermetic.TestSize)


@pytest.mark.small
def test_each_marker_is_explained_in_a_line() -> None:
    for size, line in SIZE_MARKERS.items():
        assert line.startswith(f"{size}(timeout=None): ")
        assert "\n" not in line


@pytest.mark.small
def test_the_base_classes_carry_the_markers() -> None:
    marked = [base.pytestmark.name for base in (SmallTest, MediumTest, LargeTest, XLargeTest)]
    assert marked == list(pytest_hermetic.TestSize)


@pytest.mark.small
def test_the_size_class_is_not_collected_as_a_test_class() -> None:
    assert not pytest_hermetic.TestSize.__test__


@pytest.mark.small
def test_a_policy_without_anything_leaves_a_test_without_a_size(request: pytest.FixtureRequest) -> None:
    class Bare:
        def __init__(self, item: pytest.Item) -> None:
            self.nodeid, self.parent, self.path = "x", None, item.path
            self.own_markers: list[pytest.Mark] = []

        def listchain(self) -> list[object]:
            return [self]

    assert SizePolicy().size_of(Bare(request.node)) is None  # type: ignore[arg-type] # as much of an item as it looks at
