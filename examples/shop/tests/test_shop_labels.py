"""Processes: a small test checks which command would run, and runs none."""

import pytest

from shop.labels import command_for, label


def test_label_by_the_real_program() -> None:
    assert label("Hauptstr. 1") == "TO: Hauptstr. 1"


def test_label_by_a_fake_program() -> None:
    assert label("Hauptstr. 1", run=lambda command: " ".join(command[-2:])) == "TO: Hauptstr. 1"


def test_the_command_ends_with_the_address() -> None:
    assert command_for("Hauptstr. 1")[-1] == "Hauptstr. 1"


@pytest.mark.medium
def test_a_medium_test_may_run_programs() -> None:
    assert label("Hauptstr. 1") == "TO: Hauptstr. 1"
