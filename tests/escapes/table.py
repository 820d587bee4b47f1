"""The table that the runner prints: verdicts in, text out."""

from collections.abc import Iterator, Sequence

from .families import Kind
from .verdicts import Verdict

TITLES = {
    Kind.WAYS_OUT: ("Ways out", ("cases", "not tried", "proven", "caught", "not visible", "MISSED")),
    Kind.INNOCENT: ("Innocent code", ("cases", "not tried", "proven", "clean", "FLAGGED")),
    Kind.CANARIES: ("Canaries", ("cases", "not tried", "proven", "caught", "clean", "MISSED", "FLAGGED")),
}


def table(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Print a row per family and a total per kind, with the names of what went wrong below each row."""
    for kind, (title, columns) in TITLES.items():
        rows = [verdict for verdict in verdicts if verdict.family.kind is kind]
        if rows:
            yield f"{title:<44}" + "".join(f"{column:>13}" for column in columns)
            for verdict in rows:
                yield from _row(verdict, columns)
            yield _line("total", columns, rows)
            yield ""
    yield total(verdicts)


def total(verdicts: Sequence[Verdict]) -> str:
    """Say it all in a line."""
    good = all(verdict.good for verdict in verdicts)
    absent = sum(1 for verdict in verdicts if verdict.missing_library)
    unseen = sum(len(verdict.not_visible) for verdict in verdicts)
    return (
        f"{'GOOD' if good else 'NOT GOOD'}: {sum(verdict.cases for verdict in verdicts)} cases"
        f", {sum(verdict.caught for verdict in verdicts)} caught"
        f", {unseen} not visible (documented)"
        f", {sum(len(verdict.missed) for verdict in verdicts)} missed"
        f", {sum(verdict.clean for verdict in verdicts)} clean"
        f", {sum(len(verdict.flagged) for verdict in verdicts)} flagged"
        f", {sum(len(verdict.hung) for verdict in verdicts)} hung or died"
        f", {sum(len(verdict.not_tried) for verdict in verdicts)} cases and {absent} families without their libraries"
    )


def remarks(verdict: Verdict) -> Iterator[str]:
    """Name what stands out in a family, a line each."""
    if verdict.skipped:
        yield f"cannot be tried on this machine: {', '.join(verdict.skipped)}"
    if verdict.not_tried:
        yield f"not tried, library missing: {', '.join(verdict.not_tried)}"
    for title, names in (
        ("not proven without the plugin", verdict.unproven),
        ("MISSED", verdict.missed),
        ("FLAGGED", verdict.flagged),
        ("HUNG OR DIED", verdict.hung),
    ):
        for name in names:
            yield f"{title}: {name}"
    if verdict.orphans:
        yield "ORPHANS: processes of this family outlived its pytest process"
    if verdict.error:
        yield f"NOT RUN: {verdict.error}"


def _row(verdict: Verdict, columns: Sequence[str]) -> Iterator[str]:
    if verdict.missing_library:
        yield f"  {verdict.family.name:<42}    library missing: {verdict.missing_library}"
        return
    yield _line(verdict.family.name, columns, [verdict])
    for remark in remarks(verdict):
        yield "      " + remark.replace("\n", "\n        ")


def _line(name: str, columns: Sequence[str], verdicts: Sequence[Verdict]) -> str:
    counts = [sum(_count(verdict, column) for verdict in verdicts) for column in columns]
    return f"  {name:<42}" + "".join(f"{count:>13}" for count in counts)


def _count(verdict: Verdict, column: str) -> int:
    value = getattr(verdict, column.lower().replace(" ", "_"))
    return value if isinstance(value, int) else len(value)
