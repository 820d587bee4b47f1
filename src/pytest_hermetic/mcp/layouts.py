"""Where each tool keeps a project's environments, as one table: its name, and where to look.

Only names and places on disk; the rules for names in caches are the tools' own (a hash of the project's
path).
"""

import base64
import hashlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from pytest_hermetic.mcp.disk import Facts

_POETRY_UNFIT = re.compile(r'[ $`!*@"\\\r\n\t]')
_PIPENV_UNFIT = re.compile(r'[ &$`!*@"()\[\]\\\r\n\t]')
_CONDA_NAME = re.compile(r"^name:\s*['\"]?([\w.-]+)", re.MULTILINE)
_CONDA_HOMES = ("miniforge3", "mambaforge", "miniconda3", "anaconda3", "micromamba", ".conda")


def python_in(facts: Facts, home: Path) -> Path | None:
    """Return the interpreter of the environment at `home`, or at `home` itself if it is one."""
    if home.name.startswith("python") and facts.is_file(home):
        return home
    places = [home / "Scripts" / "python.exe", home / "python.exe"] if facts.platform == "win32" else []
    places += [home / "bin" / "python", home / "bin" / "python3"]
    return next((place for place in places if facts.is_file(place)), None)


def _uv_variable(facts: Facts, project: Path) -> Iterator[Path]:
    told = facts.environ.get("UV_PROJECT_ENVIRONMENT")
    if told and facts.is_file(project / "pyproject.toml"):
        yield project / told


def _folder(facts: Facts, project: Path) -> Iterator[Path]:
    for name in (".venv", "venv", ".virtualenv", "env"):
        yield project / name
    pointer = facts.text(project / ".venv").strip()  # a file: pipenv and virtualenvwrapper write a path or a name
    if pointer:
        yield project / pointer
        yield _workon(facts) / pointer


def _poetry(facts: Facts, project: Path) -> Iterator[Path]:
    manifest = project / "pyproject.toml"
    name = facts.table(manifest, "tool", "poetry").get("name") or facts.table(manifest, "project").get("name")
    if not name:
        return
    prefix = f"{_POETRY_UNFIT.sub('_', str(name).lower())[:42]}-{_hash(str(project))}-py"
    cache = _poetry_cache(facts)
    active = facts.table(cache / "envs.toml", prefix.removesuffix("-py")).get("minor")
    if active:
        yield cache / f"{prefix}{active}"
    for found in sorted(facts.names(cache), key=_version_in, reverse=True):
        if found.startswith(prefix):
            yield cache / found


def _poetry_cache(facts: Facts) -> Path:
    environ = facts.environ
    if environ.get("POETRY_VIRTUALENVS_PATH"):
        return Path(environ["POETRY_VIRTUALENVS_PATH"])
    if environ.get("POETRY_CACHE_DIR"):
        return Path(environ["POETRY_CACHE_DIR"]) / "virtualenvs"
    if facts.platform == "darwin":
        return facts.home("Library", "Caches", "pypoetry", "virtualenvs")
    if facts.platform == "win32":
        return Path(environ.get("LOCALAPPDATA", "")) / "pypoetry" / "Cache" / "virtualenvs"
    return Path(environ.get("XDG_CACHE_HOME") or facts.home(".cache")) / "pypoetry" / "virtualenvs"


def _pdm(facts: Facts, project: Path) -> Iterator[Path]:
    told = facts.text(project / ".pdm-python").strip() or facts.table(project / ".pdm.toml", "python").get("path")
    if told:
        python = Path(str(told))
        yield python.parent.parent
        yield python


def _hatch(facts: Facts, project: Path) -> Iterator[Path]:
    manifest = project / "pyproject.toml"
    name = facts.table(manifest, "project").get("name")
    if not name or not (
        facts.is_file(project / "hatch.toml")
        or facts.table(manifest, "tool", "hatch")
        or "hatchling" in str(facts.table(manifest, "build-system").get("build-backend", ""))
    ):
        return
    place = _hatch_data(facts) / re.sub(r"[-_.]+", "-", str(name)).lower() / _hash(str(project))
    found = facts.names(place)
    for wanted in ("hatch-test", "test", str(name), ""):
        for each in sorted(found, key=_version_in, reverse=True):
            if each.startswith(wanted):
                yield place / each


def _hatch_data(facts: Facts) -> Path:
    told = facts.environ.get("HATCH_DATA_DIR")
    if told:
        return Path(told, "env", "virtual")
    if facts.platform == "darwin":
        return facts.home("Library", "Application Support", "hatch", "env", "virtual")
    if facts.platform == "win32":
        return Path(facts.environ.get("LOCALAPPDATA", ""), "hatch", "env", "virtual")
    return Path(facts.environ.get("XDG_DATA_HOME") or facts.home(".local", "share"), "hatch", "env", "virtual")


def _pipenv(facts: Facts, project: Path) -> Iterator[Path]:
    pipfile = project / "Pipfile"
    if not facts.is_file(pipfile):
        return
    told = facts.environ.get("PIPENV_CUSTOM_VENV_NAME")
    yield _workon(facts) / (told or f"{_PIPENV_UNFIT.sub('_', project.name)[:42]}-{_hash(str(pipfile), raw=6)}")


def _workon(facts: Facts) -> Path:
    told = facts.environ.get("WORKON_HOME")
    if told:
        return Path(told)
    if facts.platform == "win32":
        return facts.home(".virtualenvs")
    return Path(facts.environ.get("XDG_DATA_HOME") or facts.home(".local", "share"), "virtualenvs")


def _pixi(facts: Facts, project: Path) -> Iterator[Path]:
    envs = project / ".pixi" / "envs"
    found = facts.names(envs)
    for name in sorted(found, key=lambda name: (name not in ("test", "dev"), name != "default", name)):
        yield envs / name


def _conda(facts: Facts, project: Path) -> Iterator[Path]:
    yield from (project / ".conda", project / "envs")
    text = facts.text(project / "environment.yml") or facts.text(project / "environment.yaml")
    named = _CONDA_NAME.search(text)
    if named is None:
        return
    homes = [facts.home(name) for name in _CONDA_HOMES]
    homes += [Path(told) for told in map(facts.environ.get, ("MAMBA_ROOT_PREFIX", "CONDA_ROOT")) if told]
    for home in homes:
        yield home / "envs" / named[1]
    for line in facts.text(facts.home(".conda", "environments.txt")).splitlines():
        if Path(line).name == named[1]:
            yield Path(line)


def _tox(facts: Facts, project: Path) -> Iterator[Path]:
    for folder in (".tox", ".nox"):
        for name in sorted(facts.names(project / folder), key=_version_in, reverse=True):
            yield project / folder / name


def pyenv(facts: Facts, project: Path) -> Iterator[Path]:
    versions = Path(facts.environ.get("PYENV_ROOT") or facts.home(".pyenv")) / "versions"
    for wanted in facts.text(project / ".python-version").split():
        installed = facts.names(versions)
        if wanted in installed:
            yield versions / wanted
        for name in sorted(installed, key=_version_in, reverse=True):
            if name.startswith(wanted + "."):
                yield versions / name


def _hash(text: str, *, raw: int = 32) -> str:
    digest = hashlib.sha256(text.encode()).digest()[:raw]
    return base64.urlsafe_b64encode(digest).decode()[:8]


def _version_in(name: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", name.rpartition("py")[2] or name))


LAYOUTS: tuple[tuple[str, Callable[[Facts, Path], Iterator[Path]]], ...] = (
    ("UV_PROJECT_ENVIRONMENT", _uv_variable),
    ("", _folder),
    ("poetry", _poetry),
    ("pdm", _pdm),
    ("hatch", _hatch),
    ("pipenv", _pipenv),
    ("pixi", _pixi),
    ("conda", _conda),
    ("tox", _tox),
)
