"""A request becomes arguments of pytest, and no value in it can become an option."""

import os
from pathlib import Path
from typing import Any

import pytest

from pytest_hermetic.mcp.command import RefusalError, RunRequest, pytest_arguments

ROOT = Path("/srv/shop")


def arguments(**asked: Any) -> tuple[str, ...]:
    return pytest_arguments(RunRequest(root=ROOT, **asked), roots=[ROOT], resolve=os.path.normpath)


def test_nothing_asked_is_no_argument() -> None:
    assert arguments() == ()


def test_each_wish_has_its_argument() -> None:
    assert arguments(
        ids=["tests/test_a.py::test_x[a b]"],
        paths=["tests"],
        keyword="a and not b",
        markers="slow",
        max_failures=2,
        workers=3,
    ) == (
        "-k=a and not b",
        "-m=slow",
        "--maxfail=2",
        "--numprocesses=3",
        "tests/test_a.py::test_x[a b]",
        "tests",
    )


def test_sizes_are_markers_and_narrow_other_markers() -> None:
    assert arguments(sizes=["small", "medium"]) == ("-m=small or medium",)
    assert arguments(sizes=["small"], markers="a or b") == ("-m=(a or b) and (small)",)


def test_values_that_look_like_options_stay_values() -> None:
    assert arguments(keyword="--junitxml=x", markers="-p evil") == ("-k=--junitxml=x", "-m=-p evil")


REFUSED = {
    "option as id": ({"ids": ["--junitxml=/tmp/x"]}, "'--junitxml=/tmp/x'"),
    "option as path": ({"paths": ["-pevil"]}, "'-pevil'"),
    "argument file": ({"ids": ["@/etc/passwd"]}, "'@/etc/passwd'"),
    "outside": ({"paths": ["../other"]}, "'../other'"),
    "outside, absolute": ({"ids": ["/etc/test_x.py::test_a"]}, "'/etc/test_x.py'"),
    "neighbour with the same beginning": ({"paths": ["/srv/shop-2"]}, "'/srv/shop-2'"),
    "NUL": ({"ids": ["a\0b"]}, r"'a\x00b'"),
    "line break": ({"keyword": "a\nb"}, r"'a\nb'"),
    "empty": ({"paths": [""]}, "''"),
    "id as path": ({"paths": ["a.py::b"]}, "'a.py::b'"),
    "unknown size": ({"sizes": ["tiny"]}, "'tiny'"),
    "too long": ({"keyword": "x" * 10_001}, "10001 characters"),
    "no failure": ({"max_failures": 0}, "max_failures = 0"),
    "too many workers": ({"workers": 65}, "workers = 65"),
    "truth as a number": ({"workers": True}, "workers = True"),
    "no time": ({"timeout": 0}, "timeout = 0"),
    "not a time": ({"test_timeout": float("nan")}, "test_timeout = nan"),
    "too much time": ({"timeout": float("inf")}, "timeout = inf"),
    "no memory": ({"memory_mb": 0}, "memory_mb = 0"),
    "no processor": ({"cpu_seconds": -1}, "cpu_seconds = -1"),
    "hermetic in parallel": ({"hermetic": True, "workers": 2}, "workers = 2"),
}


@pytest.mark.parametrize(("asked", "named"), REFUSED.values(), ids=REFUSED)
def test_a_refusal_is_a_sentence_that_names_the_value(asked: dict[str, Any], named: str) -> None:
    with pytest.raises(RefusalError) as refusal:
        arguments(**asked)
    assert named in str(refusal.value)
    assert str(refusal.value).endswith(".")


def test_a_link_that_leads_outside_is_refused(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    (inside / "link").symlink_to(outside)
    with pytest.raises(RefusalError, match="outside"):
        pytest_arguments(RunRequest(root=inside, paths=["link/test_a.py"]), roots=[inside])


def test_a_root_that_was_not_given_is_refused() -> None:
    with pytest.raises(RefusalError, match="outside"):
        pytest_arguments(RunRequest(root=Path("/srv")), roots=[ROOT], resolve=os.path.normpath)
