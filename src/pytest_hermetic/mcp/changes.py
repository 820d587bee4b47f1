"""What git says of a project: which files changed since a commit and which there are. It only reads."""

import asyncio
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from pytest_hermetic.mcp.affected import Project
from pytest_hermetic.mcp.imports import read
from pytest_hermetic.mcp.refusal import refuse

PATIENCE = 30.0
# What tools leave behind; a project that does not ignore it did not change by it.
LEFTOVERS = frozenset({"__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis", ".tox", ".nox"})
ENVIRONMENTS = frozenset({".venv", "venv", "site-packages", "node_modules"})
# A repository's own settings must not start programs of its choice while we only look.
HARMLESS = ("-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "--no-pager", "--no-optional-locks")


async def project_since(root: Path, base: str, tests: Sequence[str]) -> Project:
    """Gather the facts for `affected`: changes between the merge base with `base` and the working tree."""
    commit = await _commit(root, base)
    top = Path((await _git(root, "rev-parse", "--show-toplevel")).strip())
    tracked = await _git(root, "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", commit, "--")
    others = _split(await _git(root, "ls-files", "--others", "--exclude-standard", "-z"))
    untracked = [each for each in others if not (LEFTOVERS | ENVIRONMENTS) & set(each.split("/"))]
    files = _split(await _git(root, "ls-files", "-z")) + untracked
    changed = [_relative(top / each, root) for each in _split(tracked)] + untracked
    return await asyncio.to_thread(_project, root, list(dict.fromkeys(changed)), files, tests)


def _project(root: Path, changed: Sequence[str], files: Sequence[str], tests: Sequence[str]) -> Project:
    present = [each for each in dict.fromkeys(files) if (root / each).is_file()]
    python = [each for each in present if each.endswith(".py")]
    return Project(
        changed=changed,
        mentions={each: read((root / each).read_text("utf-8", "replace")) for each in python},
        tests=tests,
        others=[each for each in present if not each.endswith(".py")],
    )


async def _commit(root: Path, base: str) -> str:
    if base.startswith("-"):
        refuse(f"base must be a commit, branch or tag, not {base!r}.")
    await _git(
        root,
        "rev-parse",
        "--git-dir",
        refusal=f"{root} is not in a git repository, so there is no diff to read.",
    )
    unknown = f"git knows no commit {base!r} in {root}. Name a commit, branch or tag, or leave base out for HEAD."
    commit = await _git(
        root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{base}^{{commit}}", refusal=unknown
    )
    apart = f"{base!r} and HEAD have no common commit in {root}. Name another base."
    return (await _git(root, "merge-base", commit.strip(), "HEAD", refusal=apart)).strip()


async def _git(root: Path, *arguments: str, refusal: str = "") -> str:
    try:
        process = await asyncio.create_subprocess_exec(
            "git",
            *HARMLESS,
            *arguments,
            cwd=root,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
    except FileNotFoundError:
        refuse("git is not on this machine's PATH, so there is no diff to read.")
    try:
        out, complaint = await asyncio.wait_for(process.communicate(), PATIENCE)
    except TimeoutError:
        refuse(f"git {arguments[0]} did not answer within {PATIENCE:g} s in {root}.")
    finally:
        with suppress(ProcessLookupError):  # it has ended by itself, as it should
            process.kill()
    if process.returncode:
        refuse(refusal or f"git {arguments[0]} failed in {root}: {complaint.decode(errors='replace').strip()}")
    return out.decode("utf-8", "surrogateescape")


def _split(listing: str) -> list[str]:
    return [each for each in listing.split("\0") if each]


def _relative(path: Path, root: Path) -> str:
    return os.path.relpath(path, root.resolve()).replace(os.sep, "/")
