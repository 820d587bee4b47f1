"""What the results of a family's passes mean: proven, caught, not visible, missed, flagged."""

from dataclasses import dataclass, replace

from .families import Family, Kind
from .results import CaseResult, FamilyResult


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """One row of the table; every name list but `not_visible`, `not_tried` and `skipped` is a reason to fail."""

    family: Family
    cases: int = 0
    proven: int = 0
    caught: int = 0
    clean: int = 0
    not_visible: tuple[str, ...] = ()
    unproven: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    flagged: tuple[str, ...] = ()
    hung: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    not_tried: tuple[str, ...] = ()
    orphans: bool = False
    missing_library: str = ""
    error: str = ""

    @property
    def good(self) -> bool:
        faults = (*self.unproven, *self.missed, *self.flagged, *self.hung)
        return not (faults or self.orphans or self.error)


def judge(
    family: Family,
    without: FamilyResult,
    strict: FamilyResult | None = None,
    warn: FamilyResult | None = None,
) -> Verdict:
    """Hold a family's passes under the plugin against what its folder expects; none, no verdict on it."""
    if without.missing_library or without.collection_error:
        return Verdict(family=family, missing_library=without.missing_library, error=without.collection_error)
    failed = [case for case in without.cases if case.outcome not in {"passed", "skipped"}]
    unproven = tuple(_said(case) for case in failed if not case.missing_library)
    not_tried = tuple(f"{case.name} ({case.missing_library})" for case in failed if case.missing_library)
    skipped = tuple(case.name for case in without.cases if case.outcome == "skipped")
    names = [case.name for case in without.cases if case.outcome == "passed"]
    start = Verdict(
        family=family,
        cases=len(without.cases),
        proven=len(names),
        unproven=unproven,
        skipped=skipped,
        not_tried=not_tried,
    )
    if strict is None:
        return start
    if strict.collection_error:
        return replace(start, error=strict.collection_error)
    return _judge_strict(start, names, strict, warn or FamilyResult())


def _judge_strict(start: Verdict, names: list[str], strict: FamilyResult, warn: FamilyResult) -> Verdict:
    gone = [CaseResult(nodeid=f"::{name}", outcome="not run") for name in names if name not in strict.by_name]
    cases = [strict.by_name[name] for name in names if name in strict.by_name] + gone
    hung = [case for case in cases if case.outcome in {"hung", "died"}]
    whole = [case for case in cases if case not in hung]
    guilty = [case for case in whole if _must_be_caught(start.family.kind, case)]
    caught = [case for case in guilty if _caught(start.family.resource, case, warn)]
    slipped = [case for case in guilty if case not in caught]
    innocent = [case for case in whole if case not in guilty]
    clean = [case for case in innocent if case.outcome == "passed" and not case.violations]
    return replace(
        start,
        caught=len(caught),
        clean=len(clean),
        not_visible=tuple(case.name for case in slipped if case.native),
        missed=tuple(_said(case) for case in slipped if not case.native),
        flagged=tuple(_said(case) for case in innocent if case not in clean),
        hung=tuple(_said(case) for case in hung),
        orphans=strict.orphans,
    )


def _must_be_caught(kind: Kind, case: CaseResult) -> bool:
    return kind is Kind.WAYS_OUT or (kind is Kind.CANARIES and case.size in {None, "small"})


def _caught(resource: str, case: CaseResult, warn: FamilyResult) -> bool:
    if case.outcome != "failed":
        return False
    if case.behind and any(record.get("resource") == case.behind for record in case.violations):
        return case.name in warn.by_name and warn.by_name[case.name].violated(resource)
    return case.violated(resource)


def _said(case: CaseResult) -> str:
    recorded = "; ".join(
        f"{record.get('resource')}: {record.get('details') or record.get('target')}" for record in case.violations
    )
    reasons = [case.outcome, f"recorded {recorded}" if recorded else "", case.failure.strip()[-400:]]
    return f"{case.name} ({', '.join(reason for reason in reasons if reason)})"
