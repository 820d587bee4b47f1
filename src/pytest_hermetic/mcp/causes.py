"""Many failures, few causes: failures of one kind are told once. Pure.

Two failures share a cause if exception, phase and normalised message agree. Addresses, temporary folders,
identifiers and durations make no difference; where that leaves a long list, numbers and quotations make none.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pytest_hermetic.mcp.outcome import Failure

MANY = 8

_ALWAYS_VARIES = (
    (re.compile(r"0x[0-9a-fA-F]+"), "0x"),
    (re.compile(r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"), "<uuid>"),
    (re.compile(r"\S*pytest-of-\S*"), "<tmp_path>"),
    (re.compile(r"/tmp/\S*"), "<tmp>"),  # noqa: S108 - a pattern, nothing is opened
    (re.compile(r"\b\d+(\.\d+)? ?(s|ms|us|seconds)\b"), "<time>"),
)
_MAY_VARY = (
    (re.compile(r"'[^']*'|\"[^\"]*\""), "<text>"),
    (re.compile(r"\d+(\.\d+)?"), "<n>"),
)


@dataclass(frozen=True, kw_only=True)
class Cause:
    """Failures of one kind, the first of them as the example."""

    failures: Sequence[Failure]

    @property
    def example(self) -> Failure:
        return self.failures[0]

    @property
    def ids(self) -> list[str]:
        return list(dict.fromkeys(each.id for each in self.failures))


def causes(failures: Sequence[Failure]) -> list[Cause]:
    """Group failures, the biggest group first, groups of one size in the order in which they failed."""
    found = _grouped(failures, _close)
    return found if len(found) <= MANY else _grouped(failures, _wide)


def _grouped(failures: Sequence[Failure], normal: Callable[[str], str]) -> list[Cause]:
    groups: dict[tuple[str, ...], list[Failure]] = {}
    for each in failures:
        first, _, _ = each.message.strip().partition("\n")
        groups.setdefault((each.phase, each.exception, normal(first)), []).append(each)
    return sorted((Cause(failures=each) for each in groups.values()), key=lambda each: -len(each.ids))


def _close(message: str) -> str:
    for pattern, name in _ALWAYS_VARIES:
        message = pattern.sub(name, message)
    return message


def _wide(message: str) -> str:
    message = _close(message)
    for pattern, name in _MAY_VARY:
        message = pattern.sub(name, message)
    return message
