"""What is worth telling of what pytest printed last: no banners, no frames outside the project. Pure."""

import re
from collections.abc import Iterator, Sequence

from pytest_hermetic.mcp.outcome import RunOutcome

_OUTSIDE = re.compile(r"site-packages|dist-packages|[/\\]lib[/\\]python\d|<frozen |bootstrap\.py")
_BANNER = re.compile(
    r"[\s^~]*$|=+ .* =+$|!+ .* !+$|platform |\s*(inifile|rootdir|configfile|plugins|cachedir): "
    r"|collecting |collected |\S+\.py [.FEsxX]+ *(\[ *\d+%\])?$|(ERROR: )?usage: "
)
_PREFIX = re.compile(r"^(INTERNALERROR> ?|ERROR: |E   )")


def worth_telling(outcome: RunOutcome) -> list[str]:
    """Give the lines that say something which the first line of the answer does not."""
    lines = [each for each in _within_the_project(outcome.tail.splitlines()) if not _BANNER.match(each)]
    return [each for each in lines if _PREFIX.sub("", each).strip() not in outcome.reason]


def frames(stack: Sequence[str], told: str) -> list[str]:
    """Give the project's own frames of a stack, without the one that was told."""
    return [each for each in stack if each != told and not _OUTSIDE.search(each)]


def _within_the_project(lines: Sequence[str]) -> Iterator[str]:
    """Leave out traceback frames outside the project, with the source lines below them."""
    skipping = False
    for line in lines:
        text = _PREFIX.sub("", line)
        if 'File "' in text:
            skipping = bool(_OUTSIDE.search(text))
        elif not text.startswith(" "):
            skipping = False
        if not skipping:
            yield line
