"""Reads Markdown pages: their fenced blocks, their links and headings, and what output a console block promises."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md")))

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PATH = re.compile(r"# ([\w./-]+\.(?:py|toml|ini|txt))\n")
_MARK = re.compile(r"# violation: (\w+)")


@dataclass(frozen=True, kw_only=True)
class Block:
    """A fenced block, and where it stands."""

    page: str
    line: int
    language: str
    text: str

    @property
    def path(self) -> str:
        """The file that the block is, by its first line; empty if it is none."""
        found = _PATH.match(self.text)
        return found[1] if found else ""

    @property
    def violations(self) -> set[str]:
        """The violations that the block marks, as `path:line resource`."""
        lines = enumerate(self.text.splitlines(), 1)
        return {f"{self.path}:{number} {found[1]}" for number, line in lines if (found := _MARK.search(line))}

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        yield Block(page=page.relative_to(ROOT).as_posix(), line=line, language=found[1], text=found[2])


def commands(block: Block) -> Iterator[tuple[str, str]]:
    """Take a console block apart into commands and the output that each promises."""
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def promises(expected: str, actual: str) -> bool:
    """Compare outputs: `...` stands for anything, alone on a line for any number of lines; times do not matter."""
    pattern = ""
    for line in expected.rstrip().splitlines():
        if line == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += r".*?".join(re.escape(part.rstrip()) for part in _timeless(line).split("...")) + r"[ ]*\n"
    return re.fullmatch(pattern, _timeless(actual.strip("\n")) + "\n") is not None


def _timeless(text: str) -> str:
    return re.sub(r"in \d+\.\d+s", "in 0.00s", text)


def broken_links(page: Path) -> Iterator[str]:
    """Return the links of a page to files and headings that are not there."""
    prose = _FENCE.sub("", page.read_text(encoding="utf-8"))
    for link in re.findall(r"\]\((?!https?:)([^)]+)\)", prose):
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        if not target.exists() or (anchor and anchor not in _anchors(target)):
            yield link


def _anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", _FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
