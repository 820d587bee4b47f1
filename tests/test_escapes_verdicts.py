"""How the passes of a family become a verdict."""

from pathlib import Path

import pytest

from escapes.families import Family, Kind
from escapes.results import CaseResult, FamilyResult, missing_library
from escapes.table import remarks, total
from escapes.verdicts import Verdict, judge

pytestmark = pytest.mark.small

NETWORK = ({"resource": "network", "details": "Attempted connection to: localhost:80"},)
FILESYSTEM = ({"resource": "filesystem", "details": "Attempted stat on: /a"},)


def verdict_on(*strict: CaseResult, kind: Kind = Kind.WAYS_OUT, warn: FamilyResult | None = None) -> Verdict:
    family = Family(kind=kind, resource="network", path=Path("network_made_up.py"))
    without = [CaseResult(nodeid=case.nodeid, outcome="passed") for case in strict]
    return judge(family, FamilyResult(cases=tuple(without)), FamilyResult(cases=strict), warn)


def case(name: str = "test_it", **facts: object) -> CaseResult:
    return CaseResult(**{"nodeid": f"m.py::{name}", "outcome": "failed", "violations": NETWORK, **facts})  # type: ignore[arg-type]


def test_a_way_out_that_fails_with_a_violation_of_its_resource_is_caught() -> None:
    verdict = verdict_on(case())
    assert verdict.caught == 1
    assert verdict.good


@pytest.mark.parametrize(
    "slipped",
    [
        case(outcome="passed", violations=()),
        case(outcome="passed"),
        case(violations=()),
        case(violations=FILESYSTEM),
        case(expected_text="example.com"),
    ],
    ids=["nothing seen", "seen but passed", "failed of itself", "other resource", "other text"],
)
def test_any_other_way_out_is_missed(slipped: CaseResult) -> None:
    verdict = verdict_on(slipped)
    assert not verdict.caught
    assert verdict.missed
    assert not verdict.good


def test_a_native_way_out_is_not_visible_and_no_fault() -> None:
    verdict = verdict_on(case(outcome="passed", violations=(), native=True))
    assert verdict.not_visible == ("test_it",)
    assert verdict.good


def test_a_way_out_behind_another_resource_must_show_in_warn_mode() -> None:
    hidden = case(violations=FILESYSTEM, behind="filesystem")
    seen = FamilyResult(cases=(case(outcome="passed", violations=FILESYSTEM + NETWORK),))
    assert verdict_on(hidden, warn=seen).caught == 1
    assert verdict_on(hidden, warn=FamilyResult(cases=(case(violations=FILESYSTEM),))).missed


def test_a_case_that_hangs_is_named() -> None:
    verdict = verdict_on(case(outcome="hung", violations=()))
    assert verdict.hung == ("test_it (hung)",)
    assert not verdict.good


@pytest.mark.parametrize("flagged", [case(), case(outcome="passed"), case(violations=())])
def test_innocent_code_passes_and_leaves_no_record(flagged: CaseResult) -> None:
    assert verdict_on(case(outcome="passed", violations=()), kind=Kind.INNOCENT).good
    assert verdict_on(flagged, kind=Kind.INNOCENT).flagged


def test_a_canary_of_medium_size_must_be_free_and_one_of_small_size_caught() -> None:
    free = case("test_free", outcome="passed", violations=(), size="medium")
    verdict = verdict_on(case(), free, kind=Kind.CANARIES)
    assert (verdict.caught, verdict.clean) == (1, 1)
    assert verdict_on(case(size="medium"), kind=Kind.CANARIES).flagged


def test_a_case_that_fails_without_the_plugin_proves_nothing() -> None:
    family = Family(kind=Kind.WAYS_OUT, resource="network", path=Path("network_made_up.py"))
    verdict = judge(family, FamilyResult(cases=(case(violations=()),)))
    assert list(remarks(verdict)) == ["not proven without the plugin: test_it (failed)"]


def test_a_case_whose_library_is_missing_is_named_and_no_fault() -> None:
    family = Family(kind=Kind.INNOCENT, resource="network", path=Path("network_made_up.py"))
    verdict = judge(family, FamilyResult(cases=(case(violations=(), missing_library="numpy"),)))
    assert list(remarks(verdict)) == ["not tried, library missing: test_it (numpy)"]
    assert total([verdict]).startswith("GOOD: 1 cases, 0 caught")
    assert total([verdict]).endswith("1 cases and 0 families without their libraries")


def test_a_library_that_is_missing_only_under_the_plugin_is_a_fault() -> None:
    import_failed = case(outcome="failed", violations=(), missing_library="numpy")
    assert verdict_on(import_failed, kind=Kind.INNOCENT).flagged
    assert verdict_on(import_failed, kind=Kind.WAYS_OUT).missed


def test_a_missing_library_is_reported_and_no_fault() -> None:
    library = missing_library("E   ModuleNotFoundError: No module named 'uvloop'")
    family = Family(kind=Kind.WAYS_OUT, resource="network", path=Path("network_made_up.py"))
    verdict = judge(family, FamilyResult(missing_library=library))
    assert verdict.missing_library == "uvloop"
    assert total([verdict]).startswith("GOOD")
