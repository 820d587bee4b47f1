"""The table of exemptions as text: every row is told, at any width."""

from __future__ import annotations

import pytest

from pytest_hermetic.exemptions import EXEMPTIONS, Exemption
from pytest_hermetic.report.exemptions import lines, markdown

pytestmark = pytest.mark.small

ROW = Exemption(who="a tool", what="reads its notes", why="nobody else does", modules="tool.*", reading=True)


def test_a_row_tells_who_what_and_why() -> None:
    told = list(lines([ROW], width=80, modules=False))
    assert told == [
        "An access never counts as the test's own when it is one of these.",
        "",
        "a tool: reads its notes",
        "  why: nobody else does",
        "  only reading, listing and asking, never changing",
        "",
        "-v adds the modules by which each is recognised.",
    ]


def test_the_modules_are_told_when_asked_for() -> None:
    assert "  modules: tool.*" in list(lines([ROW], width=80, modules=True))


@pytest.mark.parametrize("width", [1, 40, 60, 200])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    told = list(lines(EXEMPTIONS, width=width, modules=True))
    assert max(len(line) for line in told if " " in line.strip()) <= max(width, 50)


def test_the_page_has_a_line_for_each_row() -> None:
    assert len(list(markdown(EXEMPTIONS))) == len(EXEMPTIONS) + 2


def test_each_row_gives_its_reason() -> None:
    assert [row.who for row in EXEMPTIONS if not (row.who and row.what and row.why)] == []


def test_no_row_names_two_modules_in_one_word() -> None:
    names = [name for row in EXEMPTIONS for name in row.modules.split()]
    assert [name for name in names if name.count("_pytest.") > 1] == []
