"""The interpreter is the project's own: each layout on a disk that is a dictionary."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from pytest_hermetic.mcp.disk import Facts
from pytest_hermetic.mcp.environment import Choice, choose, surroundings
from requirements import requirement

ROOT = Path("/home/dev/shop")


@dataclass(frozen=True)
class FakeDisk:
    """Files and their text; folders are what the files' names imply."""

    files: Mapping[str, str]

    def is_file(self, path: Path) -> bool:
        return str(path) in self.files

    def names(self, path: Path) -> list[str]:
        below = [Path(name) for name in self.files if Path(name).is_relative_to(path) and Path(name) != path]
        return sorted({name.relative_to(path).parts[0] for name in below})

    def text(self, path: Path) -> str:
        return self.files.get(str(path), "")


def facts(files: Mapping[str, str], **environ: str) -> Facts:
    return Facts(disk=FakeDisk(files), environ={"HOME": "/home/dev", "PATH": "/usr/bin", **environ})


def chosen(
    files: Mapping[str, str], *, explicit: str | None = None, start: Path = ROOT, **environ: str
) -> Choice | str:
    return choose(facts(files, **environ), explicit=explicit, root=ROOT, start=start)


def python_of(choice: Choice | str) -> str:
    assert isinstance(choice, Choice), choice
    return str(choice.python)


def env(home: str, *, pytest_too: bool = True) -> dict[str, str]:
    files = {f"{home}/bin/python": "", f"{home}/pyvenv.cfg": ""}
    return files | ({f"{home}/lib/python3.12/site-packages/pytest/__init__.py": ""} if pytest_too else {})


POETRY = {f"{ROOT}/pyproject.toml": '[tool.poetry]\nname = "My Shop"\n'}
HATCH = {f"{ROOT}/pyproject.toml": '[project]\nname = "my_shop"\n[tool.hatch.version]\npath = "x"\n'}
IN_POETRY_CACHE = "/home/dev/.cache/pypoetry/virtualenvs/my_shop-6Cis_Hku-py3.12"

LAYOUTS = {
    ".venv": (env(f"{ROOT}/.venv"), f"{ROOT}/.venv"),
    "venv": (env(f"{ROOT}/venv"), f"{ROOT}/venv"),
    ".virtualenv": (env(f"{ROOT}/.virtualenv"), f"{ROOT}/.virtualenv"),
    ".venv as a file with a path": (
        {f"{ROOT}/.venv": "/envs/shop\n", **env("/envs/shop")},
        "/envs/shop",
    ),
    "pdm": ({f"{ROOT}/.pdm-python": "/pdm/shop/bin/python\n", **env("/pdm/shop")}, "/pdm/shop"),
    "pixi": (env(f"{ROOT}/.pixi/envs/default"), f"{ROOT}/.pixi/envs/default"),
    "conda by name": (
        {f"{ROOT}/environment.yml": "name: shop\n", **env("/home/dev/miniforge3/envs/shop")},
        "/home/dev/miniforge3/envs/shop",
    ),
    "conda by its own list": (
        {
            f"{ROOT}/environment.yml": "name: shop\n",
            "/home/dev/.conda/environments.txt": "/data/envs/shop\n",
            **env("/data/envs/shop"),
        },
        "/data/envs/shop",
    ),
    "tox": (env(f"{ROOT}/.tox/py312"), f"{ROOT}/.tox/py312"),
    "nox": (env(f"{ROOT}/.nox/tests-3-12"), f"{ROOT}/.nox/tests-3-12"),
    "pyenv, by prefix": (
        {f"{ROOT}/.python-version": "3.12\n", **env("/home/dev/.pyenv/versions/3.12.4")},
        "/home/dev/.pyenv/versions/3.12.4",
    ),
}


@requirement("MCP-004-12")
@pytest.mark.parametrize(("files", "home"), LAYOUTS.values(), ids=LAYOUTS)
def test_each_layout_is_found_on_disk(files: Mapping[str, str], home: str) -> None:
    assert python_of(chosen(files)) == f"{home}/bin/python"


def test_poetry_names_its_environment_after_the_project_and_the_hash_of_its_path() -> None:
    assert python_of(chosen(POETRY | env(IN_POETRY_CACHE))) == f"{IN_POETRY_CACHE}/bin/python"


def test_poetry_prefers_the_version_it_was_told_to_use() -> None:
    other = IN_POETRY_CACHE.replace("3.12", "3.11")
    told = {"/home/dev/.cache/pypoetry/virtualenvs/envs.toml": '["my_shop-6Cis_Hku"]\nminor = "3.11"\n'}
    files = POETRY | env(IN_POETRY_CACHE) | env(other)
    assert python_of(chosen(files)) == f"{IN_POETRY_CACHE}/bin/python"
    assert python_of(chosen(files | told)) == f"{other}/bin/python"


def test_hatch_environments_for_tests_go_first() -> None:
    home = "/home/dev/.local/share/hatch/env/virtual/my-shop/6Cis_Hku"
    files = HATCH | env(f"{home}/my-shop") | env(f"{home}/hatch-test.py3.12")
    assert python_of(chosen(files)) == f"{home}/hatch-test.py3.12/bin/python"


def test_pipenv_hashes_the_path_of_the_pipfile() -> None:
    home = "/home/dev/.local/share/virtualenvs/shop-_7rSsLg_"
    assert python_of(chosen({f"{ROOT}/Pipfile": ""} | env(home))) == f"{home}/bin/python"


def test_uv_is_told_by_its_variable() -> None:
    files = {f"{ROOT}/pyproject.toml": ""} | env(f"{ROOT}/.venv") | env("/opt/uv-env")
    assert python_of(chosen(files, UV_PROJECT_ENVIRONMENT="/opt/uv-env")) == "/opt/uv-env/bin/python"


@requirement("MCP-004-14")
def test_what_is_asked_for_goes_before_what_is_configured_and_that_before_what_is_found() -> None:
    configured = {f"{ROOT}/pyproject.toml": '[tool.pytest-hermetic.mcp]\npython = "envs/b"\n'}
    files = configured | env(f"{ROOT}/.venv") | env(f"{ROOT}/envs/a") | env(f"{ROOT}/envs/b")
    assert python_of(chosen(files, explicit="envs/a")) == f"{ROOT}/envs/a/bin/python"
    choice = chosen(files)
    assert python_of(choice) == f"{ROOT}/envs/b/bin/python"
    assert isinstance(choice, Choice)
    assert choice.why == f"[tool.pytest-hermetic.mcp] python in {ROOT}"


def test_a_wrong_name_is_told_and_not_replaced_by_a_guess() -> None:
    assert chosen(env(f"{ROOT}/.venv"), explicit="nowhere") == (
        f"There is no interpreter and no environment at {ROOT}/nowhere (as asked)."
    )


@requirement("MCP-004-03")
def test_in_a_monorepo_the_nearest_project_wins() -> None:
    files = {"/home/dev/shop/.git/HEAD": ""} | env(f"{ROOT}/.venv") | env(f"{ROOT}/packages/a/.venv")
    assert python_of(chosen(files, start=ROOT / "packages/a/tests")) == f"{ROOT}/packages/a/.venv/bin/python"
    assert python_of(chosen(files, start=ROOT / "packages/b/tests")) == f"{ROOT}/.venv/bin/python"


def test_above_the_root_only_the_repository_is_looked_through() -> None:
    above = env("/home/dev/.venv") | {"/usr/bin/python3": ""}
    assert python_of(chosen(above)) == "/usr/bin/python3"
    assert python_of(chosen(above | {"/home/dev/.git/HEAD": ""})) == "/home/dev/.venv/bin/python"


def test_of_two_environments_side_by_side_the_one_with_pytest_is_taken() -> None:
    files = env(f"{ROOT}/.venv", pytest_too=False) | env(f"{ROOT}/.tox/py312")
    assert python_of(chosen(files)) == f"{ROOT}/.tox/py312/bin/python"


def test_an_environment_without_pytest_is_not_replaced_by_the_path() -> None:
    files = env(f"{ROOT}/.venv", pytest_too=False) | {"/usr/bin/python3": ""}
    assert python_of(chosen(files)) == f"{ROOT}/.venv/bin/python"


def test_a_pinned_version_gives_way_to_any_environment_above() -> None:
    files = {f"{ROOT}/api/.python-version": "3.12.4", **env("/home/dev/.pyenv/versions/3.12.4")}
    files |= env(f"{ROOT}/.venv")
    assert python_of(chosen(files, start=ROOT / "api")) == f"{ROOT}/.venv/bin/python"


@requirement("MCP-004-13")
def test_virtual_env_is_not_believed() -> None:
    files = env("/srv/server") | {"/usr/bin/python3": ""}
    assert python_of(chosen(files, VIRTUAL_ENV="/srv/server")) == "/usr/bin/python3"


def test_without_any_python_a_sentence_says_so() -> None:
    assert "No Python for /home/dev/shop" in str(chosen({}))


def test_the_child_finds_its_own_environment_active_and_not_the_servers() -> None:
    there = facts(
        env(f"{ROOT}/.venv"),
        VIRTUAL_ENV="/srv/server",
        PATH="/srv/server/bin:/usr/bin",
        PYTHONHOME="/x",
        A="1",
    )
    choice = Choice(python=ROOT / ".venv/bin/python", why="")
    given = surroundings(choice, there)
    assert given == {
        "HOME": "/home/dev",
        "A": "1",
        "PATH": f"{ROOT}/.venv/bin:/usr/bin",
        "VIRTUAL_ENV": f"{ROOT}/.venv",
    }
