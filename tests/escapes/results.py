"""What one pytest process told about its cases: the lines of the recorder, read back."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True, kw_only=True)
class CaseResult:
    """One case, as it went in one pytest process."""

    nodeid: str
    outcome: str
    native: bool = False
    size: str | None = None
    expected_text: str | None = None
    behind: str | None = None
    violations: tuple[Mapping[str, Any], ...] = ()
    failure: str = ""
    #: The library that is not installed here, if that is why the case failed.
    missing_library: str = ""

    @property
    def name(self) -> str:
        return self.nodeid.partition("::")[2]

    def violated(self, resource: str) -> bool:
        """Say whether a violation of this resource was recorded that says what the case expects."""
        texts = [json.dumps(record) for record in self.violations if record.get("resource") == resource]
        return bool(texts) and any((self.expected_text or "") in text for text in texts)


@dataclass(frozen=True, kw_only=True)
class FamilyResult:
    """One family, as it went in one pytest process (or in several, where a case ended the first)."""

    cases: tuple[CaseResult, ...] = ()
    missing_library: str = ""
    collection_error: str = ""
    orphans: bool = False
    by_name: Mapping[str, CaseResult] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_name", {case.name: case for case in self.cases})


@dataclass(frozen=True, kw_only=True)
class Told:
    """What the recorder has written so far."""

    cases: tuple[CaseResult, ...]
    running: str | None
    collection_error: str


def read_told(path: Path) -> Told:
    """Read the recorder's lines; a case that started and did not finish is the running one."""
    cases, running, collection_error = [], None, ""
    for line in path.read_text(encoding="utf-8").splitlines():
        told: dict[str, Any] = json.loads(line)
        match told.pop("event"):
            case "started":
                running = str(told["nodeid"])
            case "finished":
                running = None
                cases.append(_case(told))
            case "not collected":
                collection_error = str(told["why"])
    return Told(cases=tuple(cases), running=running, collection_error=collection_error)


def missing_library(collection_error: str) -> str:
    """Name the library whose absence kept the module from being imported, if that was the reason."""
    found = re.search(r"ModuleNotFoundError: No module named '([^']+)'", collection_error)
    return found[1] if found else ""


def _case(told: dict[str, Any]) -> CaseResult:
    return CaseResult(**{**told, "violations": tuple(told["violations"])})
