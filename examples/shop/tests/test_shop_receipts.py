"""Files: a small test writes into memory, and reads what travels with the package through importlib.resources."""

import io
from pathlib import Path

import pytest

from shop import receipts


def test_receipt_in_a_file(tmp_path: Path) -> None:
    receipts.save(tmp_path / "receipt.txt", {"tea": 350})


def test_receipt_in_memory() -> None:
    paper = io.StringIO()
    receipts.write(paper, {"tea": 350})
    assert paper.getvalue() == "tea           3.50\n"


def test_greeting_read_beside_the_module() -> None:
    assert receipts.greeting_beside_this_file().startswith("Thank you")


def test_greeting_read_as_package_data() -> None:
    assert receipts.greeting().startswith("Thank you")


@pytest.mark.medium
def test_a_medium_test_may_write_files(tmp_path: Path) -> None:
    receipts.save(tmp_path / "receipt.txt", {"tea": 350})
    assert (tmp_path / "receipt.txt").read_text(encoding="utf-8") == "tea           3.50\n"
