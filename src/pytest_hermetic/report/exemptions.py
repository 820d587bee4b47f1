"""The table of whose access is not the test's own, as text for a terminal and as Markdown for the documentation."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_hermetic.exemptions import Exemption


def lines(rows: Iterable[Exemption], *, width: int, modules: bool) -> Iterator[str]:
    """Tell the table to a terminal this wide; `modules` adds by which modules each row is recognised."""
    yield from _folded("An access never counts as the test's own when it is one of these.", width, "")
    for row in rows:
        yield ""
        yield from _folded(f"{row.who}: {row.what}", width, "")
        yield from _folded(f"why: {row.why}", width, "  ")
        for note in _limits(row):
            yield from _folded(note, width, "  ")
        if modules and row.modules:
            yield from _folded(f"modules: {row.modules}", width, "  ")
    if not modules:
        yield ""
        yield "-v adds the modules by which each is recognised."


def markdown(rows: Iterable[Exemption]) -> Iterator[str]:
    """Tell the same as a Markdown table."""
    yield "| who | what for | why it cannot matter | only |"
    yield "|---|---|---|---|"
    for row in rows:
        yield f"| {row.who} | {row.what} | {row.why} | {'; '.join(_limits(row))} |"


def _limits(row: Exemption) -> Iterator[str]:
    if row.reading:
        yield "only reading, listing and asking, never changing"
    if row.alone:
        yield "only where no line of the test's own asked for it"


def _folded(text: str, width: int, indent: str) -> list[str]:
    return textwrap.wrap(
        text, max(width, 40), initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False
    )
