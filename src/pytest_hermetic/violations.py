"""What a test did beyond its size, as data, as an exception and as the one message."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_hermetic.record import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_hermetic.sizes import TestSize

DOCUMENTATION = "https://pytest-hermetic.readthedocs.io/"
#: More violations of one test than this are only counted where they are told beside its failure.
_TOLD = 20


@record
class Site:
    """The user's own line an access came from, and the library call it went through."""

    file: str
    line: int
    function: str
    through: str = ""

    def __str__(self) -> str:
        through = f", through {self.through}" if self.through else ""
        return f"{self.file}:{self.line} in {self.function}{through}"


@record
class Attempt:
    """One access a test attempted; each resource has a record of its own that says to what."""

    test_nodeid: str = ""
    allowed: bool = False


@record
class Violation:
    """An access that the size of a test does not allow."""

    resource: str
    title: str
    details: str
    rule: str
    advice: tuple[str, ...]
    attempt: Attempt
    test_nodeid: str
    test_size: TestSize
    test_location: str = ""
    phase: str = ""
    site: Site | None = None

    @property
    def headline(self) -> str:
        """The violation in one line."""
        at = f" ({self.site})" if self.site else ""
        return f"{self.test_size} test: {self.details}{at}"


class HermeticityViolationError(Exception):
    """A test did more than its size allows."""

    __module__ = "pytest_hermetic"  # where users import it from, and a shorter line in pytest's summary

    def __init__(self, violation: Violation) -> None:
        super().__init__(violation)
        self.violation = violation
        self.test_size = violation.test_size
        self.test_nodeid = violation.test_nodeid
        self.remediation = list(violation.advice)

    def __getattr__(self, name: str) -> Any:
        attempt = self.__dict__["violation"].attempt if "violation" in self.__dict__ else None
        if name.startswith("_") or not hasattr(attempt, name):
            message = f"{type(self).__name__!r} object has no attribute {name!r}"
            raise AttributeError(message)
        return getattr(attempt, name)

    def __str__(self) -> str:
        return message_of(self.violation)


class HermeticityWarning(UserWarning):
    """A test did more than its size allows, and the mode is warn."""


def message_of(violation: Violation) -> str:
    """Lay a violation out for a person: what happened, where, and what to do."""
    name = violation.test_nodeid.rpartition("::")[2] or violation.test_nodeid
    where = f" ({violation.test_location})" if violation.test_location else ""
    return "\n".join(
        [
            violation.headline,
            " HermeticityViolationError ".center(63, "="),
            f"Test: {name}{where}",
            f"Category: {violation.test_size.upper()}",
            f"Violation: {violation.title}",
            "",
            "Details:",
            f"  {violation.details}",
            *([f"  At: {violation.site}"] if violation.site else []),
            "",
            f"{violation.rule} Options:",
            *(f"  {number}. {option}" for number, option in enumerate(violation.advice, 1)),
            "",
            f"Documentation: {DOCUMENTATION}{violation.resource}/",
            "=" * 63,
        ]
    )


def messages_of(violations: Sequence[Violation]) -> str:
    """Lay several violations out for a person: the first in full, some more in a line each, the rest as a number."""
    told = [message_of(violations[0]), *(each.headline for each in violations[1:_TOLD])] if violations else []
    if len(violations) > _TOLD:
        told.append(f"… and {len(violations) - _TOLD:,} more")
    return "\n".join(told)
