"""A tool takes what its schema says and refuses everything else in a sentence."""

import jsonschema  # type: ignore[import-untyped] # ships no types; it comes with mcp
import pytest

from pytest_hermetic.mcp.arguments import schema_of, understand
from pytest_hermetic.mcp.command import RefusalError
from pytest_hermetic.mcp.tools import TOOLS, InspectRun, RunTests

pytestmark = pytest.mark.small

GOOD = [
    {},
    {"ids": ["tests/test_a.py::test_b[x y]"], "timeout": 5},
    {"timeout": 0.5, "test_timeout": 3.5, "repeat": 3, "max_failures": 1, "workers": 2},
    {"sizes": ["small", "medium"], "last_failed": True, "keyword": "a and not b"},
    {"repeat": 2.0},
]
BAD = [
    ({"verbosity": 2}, "no argument 'verbosity'. It takes root, ids, paths, keyword"),
    ({"env": {"A": "b"}}, "no argument 'env'"),
    ({"ids": "tests/test_a.py"}, "ids must be a list of strings, not 'tests/test_a.py'"),
    ({"ids": [1]}, "ids[0] must be a string, not 1"),
    ({"ids": None}, "ids must be a list of strings, not null"),
    ({"last_failed": "yes"}, "last_failed must be true or false, not 'yes'"),
    ({"last_failed": 1}, "last_failed must be true or false, not 1"),
    ({"repeat": "5"}, "repeat must be a whole number, not '5'"),
    ({"repeat": True}, "repeat must be a whole number, not True"),
    ({"repeat": 1.5}, "repeat must be a whole number, not 1.5"),
    ({"repeat": 0}, "repeat must be from 1 to 100, not 0"),
    ({"timeout": 0}, "timeout must be above 0 and at most 86400, not 0"),
    ({"timeout": float("nan")}, "timeout must be a number, not nan"),
    ({"workers": 10**400}, "workers must be from 1 to 64, not 100000"),
    ({"sizes": ["tiny"]}, "sizes[0] must be 'small', 'medium', 'large', 'xlarge', not 'tiny'"),
    ({"keyword": 3}, "keyword must be a string, not 3"),
]


@pytest.mark.parametrize("given", GOOD)
def test_what_the_schema_allows_is_taken(given: dict[str, object]) -> None:
    jsonschema.validate(given, schema_of(RunTests))

    understood = understand("run_tests", RunTests, given)

    for name, value in given.items():
        assert getattr(understood, name) == (tuple(value) if isinstance(value, list) else value)


@pytest.mark.parametrize(("given", "sentence"), BAD)
def test_everything_else_is_refused_by_name(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(RefusalError) as refusal:
        understand("run_tests", RunTests, given)

    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    "given", [given for given, _ in BAD if given != {"timeout": float("nan")} and "nan" not in str(given)]
)
def test_the_schema_itself_refuses_the_same(given: dict[str, object]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(given, schema_of(RunTests))


@pytest.mark.parametrize("character", ["\n", "\0", "\x1b", "\u2028"])
def test_a_control_character_is_refused(character: str) -> None:
    with pytest.raises(RefusalError, match="control character"):
        understand("run_tests", RunTests, {"keyword": f"a{character}b"})


def test_what_is_missing_is_named() -> None:
    with pytest.raises(RefusalError, match="inspect_run needs 'run'"):
        understand("inspect_run", InspectRun, {})


def test_there_are_six_tools_and_each_schema_is_closed() -> None:
    assert len(TOOLS) == 6
    for tool in TOOLS:
        schema = schema_of(tool.arguments)
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["additionalProperties"] is False


def test_a_number_too_long_to_be_written_is_refused_all_the_same() -> None:
    with pytest.raises(RefusalError, match="workers must be from 1 to 64, not a number of thousands of digits"):
        understand("run_tests", RunTests, {"workers": 10**5000})
