"""Every promise of the decision records has a test, and no test names a promise that nobody made."""

import ast
import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import pytest

from requirements import REQUIREMENTS, Requirement

pytestmark = pytest.mark.medium

TESTS = Path(__file__).parent


def proofs_in(source: str) -> list[tuple[str, str]]:
    """Return (id, test) for each `@requirement(...)` in a file, read from its source, whatever is selected."""
    return [
        (argument.value, definition.name)
        for definition in ast.walk(ast.parse(source))
        if isinstance(definition, ast.FunctionDef | ast.AsyncFunctionDef)
        for decorator in definition.decorator_list
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).rpartition(".")[2] == "requirement"
        for argument in decorator.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


@cache
def proofs() -> dict[str, list[str]]:
    found = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        for id_, test in proofs_in(path.read_text(encoding="utf-8")):
            found[id_].append(f"{path.relative_to(TESTS)}::{test}")
    return found


@pytest.mark.parametrize("row", REQUIREMENTS, ids=lambda row: row.id)
def test_a_promise_has_a_test(row: Requirement) -> None:
    assert proofs().get(row.id), f"no test carries @requirement({row.id!r}): {row.sentence}"


def test_a_test_names_only_promises_that_were_made() -> None:
    known = {row.id for row in REQUIREMENTS}
    assert {id_: tests for id_, tests in proofs().items() if id_ not in known} == {}


def test_only_tests_carry_a_promise() -> None:
    assert [test for tests in proofs().values() for test in tests if "::test_" not in test] == []


@pytest.mark.small
def test_the_scan_reads_one_id_and_several_with_and_without_a_module() -> None:
    source = "@requirement('A-1', 'A-2')\ndef test_x(): ...\n@requirements.requirement('A-3')\nasync def test_y(): ..."
    assert proofs_in(source) == [("A-1", "test_x"), ("A-2", "test_x"), ("A-3", "test_y")]


@pytest.mark.small
def test_every_row_has_an_id_of_its_own() -> None:
    assert [id_ for id_, count in Counter(row.id for row in REQUIREMENTS).items() if count > 1] == []


@pytest.mark.small
@pytest.mark.parametrize("record", ["ADR-001", "ADR-002", "ADR-003", "ADR-004", "MCP-004"])
def test_the_rows_of_a_record_are_numbered_without_a_gap(record: str) -> None:
    ids = [row.id for row in REQUIREMENTS if row.id.startswith(f"{record}-")]
    assert ids
    assert ids == [f"{record}-{place:02}" for place in range(1, len(ids) + 1)]


@pytest.mark.small
@pytest.mark.parametrize("row", REQUIREMENTS, ids=lambda row: row.id)
def test_a_row_is_made_of_sentences(row: Requirement) -> None:
    assert re.fullmatch(r"(ADR|MCP)-\d{3}-\d{2}", row.id)
    assert row.sentence.endswith(".")
    assert not row.settled or row.settled.endswith(".")
