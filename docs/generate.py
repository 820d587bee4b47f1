"""Writes the parts of the documentation that repeat what the code says: `python docs/generate.py`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pytest_hermetic.exemptions import EXEMPTIONS
from pytest_hermetic.report import exemptions
from pytest_hermetic.resources.drivers import DRIVERS

if TYPE_CHECKING:
    from collections.abc import Iterator

DOCS = Path(__file__).parent

_EXEMPTIONS = """# Whose access never counts

Some accesses happen while a test runs and are not the test's own. This table is made from the one that the plugin uses;
`pytest --test-categories-explain` prints it too, and with `-v` the modules by which each row is recognised. A row
applies when the frames of a call show that these modules asked, before any line of the test or of the code under test.
"Anyone" is recognised by the path alone.

"""


def pages() -> Iterator[tuple[Path, str]]:
    """Return each page that is generated, with the text that it should have."""
    yield DOCS / "exemptions.md", _EXEMPTIONS + "\n".join(exemptions.markdown(EXEMPTIONS)) + "\n"
    database = DOCS / "database.md"
    yield database, between(database.read_text(encoding="utf-8"), "drivers", known_drivers())


def known_drivers() -> str:
    """Name the libraries that the table of drivers knows."""
    names = sorted({driver.library for driver in DRIVERS}, key=str.lower)
    return f"Known by name: {', '.join(f'`{name}`' for name in names)}."


def between(text: str, name: str, new: str) -> str:
    """Put a text between the comments `<!-- name -->` and `<!-- /name -->`."""
    before, _, rest = text.partition(f"<!-- {name} -->")
    after = rest.partition(f"<!-- /{name} -->")[2]
    return f"{before}<!-- {name} -->\n{new}\n<!-- /{name} -->{after}"


if __name__ == "__main__":
    for path, text in pages():
        path.write_text(text, encoding="utf-8")
