"""A run's outcome in few bytes: verdict first, then each cause once, with every cut marked. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pytest_hermetic.mcp import cut
from pytest_hermetic.mcp.causes import Cause, causes
from pytest_hermetic.mcp.heading import headline
from pytest_hermetic.mcp.outcome import Culprit, RunOutcome, Source
from pytest_hermetic.mcp.tail import frames, worth_telling

USUAL_BYTES = 1000
CASCADE_BYTES = 600
BYTES_FOR_ONE_MORE_CAUSE = 150
MOST_BYTES = 4000
A_CASCADE = 20
TOLD_PHASES = frozenset({"setup", "teardown", "collect"})

FALLBACKS = {
    Source.JUNIT: "From JUnit XML, because the injected reporter never spoke.",
    Source.TEXT: "Read from pytest's text, because the injected reporter never spoke: counts may be off.",
}


@dataclass(frozen=True, kw_only=True)
class Detail:
    """How much of each cause is told."""

    width: int
    lines: int
    ids: int


# From generous to stingy; the first that fits the budget is used.
DETAILS = tuple(
    Detail(width=width, lines=lines, ids=ids)
    for width, lines, ids in (
        (200, 14, 5),
        (160, 8, 4),
        (120, 5, 3),
        (100, 4, 2),
        (90, 3, 2),
        (80, 2, 1),
        (80, 0, 1),
    )
)


def run(outcome: RunOutcome, notes: Sequence[str] = ()) -> str:
    """Tell a run within its byte budget; `notes` are further lines that must not be lost."""
    found = causes([*outcome.collect_errors, *outcome.failures])
    head = [headline(outcome), *_fallback(outcome), *_culprits(outcome), *notes, *_swept(outcome)]
    budget = _budget(found) - sum(cut.size(each) + 1 for each in head)
    return "\n".join([*head, *_fitting(found, budget, outcome.run_id), *_tail(outcome)])


def _budget(found: Sequence[Cause]) -> int:
    if any(len(each.ids) > A_CASCADE for each in found) and len(found) == 1:
        return CASCADE_BYTES
    return min(MOST_BYTES, USUAL_BYTES + BYTES_FOR_ONE_MORE_CAUSE * max(0, len(found) - 5))


def _fitting(found: Sequence[Cause], budget: int, run_id: str) -> list[str]:
    """Tell all causes in the most detail that fits; at last, as many as fit in the least."""
    for detail in DETAILS:
        told = [text for each in found for text in _cause(each, detail)]
        told += _how_to_get_the_rest(told, run_id)
        if sum(cut.size(each) + 1 for each in told) <= budget:
            return told
    return _first(found, budget, run_id)


def _first(found: Sequence[Cause], budget: int, run_id: str) -> list[str]:
    told: list[str] = []
    for place, each in enumerate(found):
        more = list(_cause(each, DETAILS[-1]))
        left = found[place:]
        if told and sum(cut.size(text) + 1 for text in [*told, *more]) > budget - 110:
            tests = sum(len(cause.ids) for cause in left)
            return [*told, f"[+{len(left)} causes, {tests} tests] inspect_run run={run_id} lists them"]
        told += more
    return [*told, *_how_to_get_the_rest(told, run_id)]


def _how_to_get_the_rest(told: Sequence[str], run_id: str) -> list[str]:
    was_cut = any("[+" in each for each in told)
    return [f"[+n]: cut; inspect_run run={run_id} test=<id> has one in full"] if was_cut else []


def _cause(cause: Cause, detail: Detail) -> Iterator[str]:
    example = cause.example
    first, *rest = _message(cause)
    times = f" x{len(cause.ids)}" if len(cause.ids) > 1 else ""
    subtest = f" [{example.subtest}]" if example.subtest else ""
    phase = f" in {example.phase}" if example.phase in TOLD_PHASES else ""
    yield cut.line(f"{named(cause.ids, detail.ids)}{subtest}{phase}{times}", max(detail.width, 160))
    yield "  " + cut.line(first, detail.width)
    if places := example.frames or [each for each in [example.location] if each]:
        yield "  at " + cut.line(cut.names(_shortened_frames(places), 4, " > "), 200)
    yield from ("    " + each for each in cut.lines(rest, detail.lines, detail.width))
    yield from ("  from " + cut.line(each, detail.width) for each in example.causes[:2])
    yield from ("  " + cut.line(each, detail.width) for each in _outputs(cause, detail))


def _message(cause: Cause) -> list[str]:
    example = cause.example
    lines = [each for each in (example.diff or example.message.splitlines()) if each.strip()] or [example.message]
    named = any(each.strip().startswith((example.exception, "assert")) for each in lines)
    if example.exception and not named:
        lines[0] = f"{example.exception}: {lines[0]}"
    return lines


def _shortened_frames(frames: Sequence[str]) -> list[str]:
    return list(frames) if len(frames) <= 4 else [frames[0], *frames[-3:]]  # noqa: PLR2004 - the entry and where it broke


def _outputs(cause: Cause, detail: Detail) -> Iterator[str]:
    for each in cause.example.output:
        last = each.text.strip().rpartition("\n")[2]
        hidden = each.length - len(last)
        mark = f"[+{hidden:,} chars] " if hidden > 2 else ""  # noqa: PLR2004 - line ends are no loss
        if last and detail.lines:
            yield f"{each.title.removeprefix('Captured ')}: {mark}{last.strip()}"


def named(ids: Sequence[str], most: int) -> str:
    """Join node ids of one file without repeating the file; count what is left out by file."""
    told: list[str] = []
    seen = ""
    for each in ids[:most]:
        file, colons, inside = each.partition("::")
        told.append(f"{colons}{inside}" if file == seen and inside else each)
        seen = file
    left = Counter(each.partition("::")[0] for each in ids[most:])
    files = [f"[+{number} in {file}]" for file, number in left.most_common(2)]
    others = sum(left.values()) - sum(number for _, number in left.most_common(2))
    return ", ".join([*told, *files, *([f"[+{others} in {len(left) - 2} files]"] if others else [])])


def _fallback(outcome: RunOutcome) -> list[str]:
    return [FALLBACKS[outcome.source]] if outcome.source in FALLBACKS else []


def _culprits(outcome: RunOutcome) -> list[str]:
    return [text for each in outcome.culprits[:3] for text in _culprit(each, outcome.reason)]


def _culprit(culprit: Culprit, reason: str) -> list[str]:
    """Tell the place unless the reason did, then the project's own frames."""
    line = f" at {culprit.line}" if culprit.line else ""
    phase = f" ({culprit.phase})" if culprit.phase else ""
    place = [] if culprit.id in reason else [cut.line(f"in {culprit.id}{phase}{line}", 300)]
    stack = frames(culprit.stack, culprit.line)
    return [*place, *("  " + each for each in cut.lines(stack, 6, 120))]


def _swept(outcome: RunOutcome) -> list[str]:
    swept = outcome.exit.swept
    return [f"{swept} process{'es' if swept > 1 else ''} outlived pytest and had to be killed."] if swept else []


def _tail(outcome: RunOutcome) -> list[str]:
    return ["  " + each for each in cut.lines(worth_telling(outcome), 8, 160)]
