"""The tests that were found, in few bytes: names while they fit, then files, then folders. Pure."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from pytest_hermetic.mcp import cut
from pytest_hermetic.mcp.causes import causes
from pytest_hermetic.mcp.heading import where
from pytest_hermetic.mcp.outcome import Discovery, Item, Verdict
from pytest_hermetic.mcp.render import named

PAGE_BYTES = 1500
NOT_TOLD = frozenset({"parametrize", "usefixtures", "filterwarnings", "skipif"})


def listing(discovery: Discovery, page: int) -> str:
    """Tell what was found; errors come first and are on every page."""
    lines, kind = _lines(discovery.items)
    pages = list(_pages(lines))
    shown = pages[page - 1] if page <= len(pages) else []
    paging = _paging(page, len(pages), kind)
    return "\n".join([_headline(discovery), *_errors(discovery), *_markers(discovery.items), *paging, *shown])


def facts(discovery: Discovery) -> dict[str, object]:
    """Give what a program may want of a discovery."""
    around = discovery.surroundings
    known = {"tests": len(discovery.items), "files": len(files(discovery)), "errors": len(discovery.errors)}
    return known | {
        name: value for name, value in (("interpreter", around.python), ("rootdir", around.rootdir)) if value
    }


def files(discovery: Discovery) -> list[str]:
    """Give every file that holds tests, those that could not be collected too."""
    ids = [*(each.id for each in discovery.items), *(each.id for each in discovery.errors)]
    return list(dict.fromkeys(each.partition("::")[0] for each in ids))


def _headline(discovery: Discovery) -> str:
    around = where(discovery.surroundings)
    if discovery.verdict not in {Verdict.PASSED, Verdict.COLLECTION_ERROR}:
        said = f"{discovery.verdict}: {discovery.reason}"
        return "\n".join([f"{said}{around}", *cut.lines(discovery.tail.strip().splitlines(), 8, 160)])
    left_out = f", {discovery.deselected:,} deselected" if discovery.deselected else ""
    found = f"{cut.count(len(discovery.items), 'test')} in {cut.count(len(files(discovery)), 'file')}"
    return f"{found}{left_out}{around}"


def _errors(discovery: Discovery) -> list[str]:
    if not discovery.errors:
        return []
    found = causes(discovery.errors)
    told = [
        f"  {cut.line(named(each.ids, 3), 200)}: {cut.line(' '.join(each.example.message.split()), 160)}"
        for each in found[:5]
    ]
    rest = sum(len(each.ids) for each in found[5:])
    more = [f"  [+{rest} errors] run_tests on these files has them all"] if rest else []
    return [f"{len(discovery.errors)} could not be collected:", *told, *more]


def _markers(items: Sequence[Item]) -> list[str]:
    counts = Counter(marker for each in items for marker in set(each.markers) - NOT_TOLD)
    told = [f"{marker} {count:,}" for marker, count in counts.most_common()]
    return [f"markers: {cut.names(told, 8)}"] if told else []


def _lines(items: Sequence[Item]) -> tuple[list[str], str]:
    """Choose the finest of names, files and folders that fits one page; a single file is told by name."""
    one_by_one, together = (
        _names(items, lambda name: name),
        _names(items, lambda name: name.partition("[")[0]),
    )
    by_file = _counted(each.id.partition("::")[0] for each in items)
    by_folder = _counted(f"{each.id.partition('::')[0].rpartition('/')[0] or '.'}/" for each in items)
    for lines, kind in (
        (one_by_one, "names"),
        (together, "names"),
        (by_file, "files"),
        (by_folder, "folders"),
    ):
        if sum(cut.size(each) + 1 for each in lines) <= PAGE_BYTES and (len(lines) > 1 or kind == "names"):
            return lines, kind
    return (by_file, "files") if len(by_file) > 1 else (together, "names")


def _names(items: Sequence[Item], shorten: Callable[[str], str]) -> list[str]:
    lines = []
    for file, group in groupby(items, lambda each: each.id.partition("::")[0]):
        names = Counter(shorten(each.id.partition("::")[2]) for each in group)
        lines.append(f"{file}:")
        lines += [f"  {name}{f' x{count}' if count > 1 else ''}" for name, count in names.items()]
    return lines


def _counted(names: Iterable[str]) -> list[str]:
    return [f"{name} {count:,}" for name, count in Counter(names).items()]


def _pages(lines: Sequence[str]) -> Iterator[list[str]]:
    page: list[str] = []
    for each in lines:
        if page and sum(cut.size(text) + 1 for text in [*page, each]) > PAGE_BYTES:
            yield page
            page = []
        page.append(cut.line(each, 300))
    if page:
        yield page


def _paging(page: int, pages: int, kind: str) -> list[str]:
    if page > max(pages, 1):
        return [f"There is no page {page}: the last is {max(pages, 1)}."]
    finer = "" if kind == "names" else "; name paths to see test names"
    of_pages = f", page {page} of {pages}" if pages > 1 else ""
    return [f"{kind}{of_pages}{finer}:"] if of_pages or finer else []
