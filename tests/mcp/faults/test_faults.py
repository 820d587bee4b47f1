"""A selection of the faults against this environment's pytest; `fault_runner.py` tries all on several."""

import asyncio
import sys
from pathlib import Path

import pytest
from fault_runner import answer
from fault_scenarios import SCENARIOS, Scenario

QUICK = [scenario for scenario in SCENARIOS if scenario.quick]


@pytest.mark.parametrize("scenario", QUICK, ids=lambda scenario: scenario.name)
def test_a_fault_is_called_what_it_is_and_its_test_is_named(scenario: Scenario, tmp_path: Path) -> None:
    found = asyncio.run(answer(scenario, Path(sys.executable), tmp_path / "fault"))
    assert not found.complaints, found.outcome.reason


def test_no_two_scenarios_share_a_name() -> None:
    assert len({scenario.name for scenario in SCENARIOS}) == len(SCENARIOS) >= 40
