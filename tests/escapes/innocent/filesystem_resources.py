"""Resources of packages, and metadata of distributions, read as the standard library offers it."""

import importlib.metadata
import importlib.resources
import pkgutil
from importlib.resources import files

import pytest
import sample_project


def test_text_of_a_resource():
    assert files("sample_project").joinpath("data/greeting.txt").read_text() == "hello\n"


def test_bytes_of_a_resource():
    assert (files(sample_project) / "data" / "greeting.txt").read_bytes() == b"hello\n"


def test_resource_opened():
    with files(sample_project).joinpath("data", "greeting.txt").open() as file:
        assert file.read() == "hello\n"


def test_resource_opened_binary():
    with files(sample_project).joinpath("data/greeting.txt").open("rb") as file:
        assert file.read() == b"hello\n"


def test_resource_is_there():
    assert files(sample_project).joinpath("data/greeting.txt").is_file()


def test_resources_listed():
    assert {path.name for path in files(sample_project).joinpath("data").iterdir()} == {
        "greeting.txt",
        "answer.json",
    }


def test_resource_as_a_file():
    with importlib.resources.as_file(files(sample_project) / "data" / "greeting.txt") as path:
        assert path.name == "greeting.txt"


def test_resource_as_a_file_that_is_read():
    with importlib.resources.as_file(files(sample_project) / "data" / "greeting.txt") as path:
        assert path.read_text() == "hello\n"


def test_resource_of_a_namespace_package():
    assert files("sample_namespace").joinpath("part").joinpath("value.py").read_text()


def test_resource_parsed():
    import json

    assert json.loads(files(sample_project).joinpath("data/answer.json").read_text()) == {"answer": 42}


if hasattr(importlib.resources, "open_text"):

    @pytest.mark.filterwarnings("ignore")
    def test_open_text():
        with importlib.resources.open_text("sample_project", "plain.py") as file:
            assert file.readline()

    @pytest.mark.filterwarnings("ignore")
    def test_read_text():
        assert importlib.resources.read_text("sample_project", "plain.py")

    @pytest.mark.filterwarnings("ignore")
    def test_read_binary():
        assert importlib.resources.read_binary("sample_project", "plain.py")

    @pytest.mark.filterwarnings("ignore")
    def test_is_resource():
        assert importlib.resources.is_resource("sample_project", "plain.py")


if hasattr(importlib.resources, "contents"):

    @pytest.mark.filterwarnings("ignore")
    def test_contents():
        assert "plain.py" in importlib.resources.contents("sample_project")


def test_pkgutil_get_data():
    assert pkgutil.get_data("sample_project", "data/greeting.txt") == b"hello\n"


def test_pkgutil_get_data_of_an_installed_package():
    import certifi  # noqa: F401 - else there is no data, and no word of why

    assert pkgutil.get_data("certifi", "cacert.pem")


def test_resource_of_an_installed_package():
    assert files("certifi").joinpath("cacert.pem").read_text()


def test_resource_of_the_standard_library():
    assert files("json").joinpath("tool.py").is_file()


def test_version():
    assert importlib.metadata.version("pytest")


def test_version_of_nothing():
    with pytest.raises(importlib.metadata.PackageNotFoundError):
        importlib.metadata.version("there-is-no-such-distribution")


def test_metadata():
    assert importlib.metadata.metadata("pytest")["Name"] == "pytest"


def test_entry_points():
    assert importlib.metadata.entry_points(group="console_scripts")


def test_entry_point_loaded():
    (point,) = importlib.metadata.entry_points(group="console_scripts", name="pytest")
    assert point.load()


def test_requires():
    assert importlib.metadata.requires("pytest")


def test_distribution_files():
    assert importlib.metadata.files("certifi")


def test_distribution_file_read():
    (path,) = [path for path in importlib.metadata.files("certifi") if path.name == "METADATA"]
    assert path.read_text()


def test_all_distributions():
    assert {found.metadata["Name"] for found in importlib.metadata.distributions()}


def test_packages_of_distributions():
    assert importlib.metadata.packages_distributions()["pytest"]


def test_own_version_by_the_usual_lines():
    try:
        version = importlib.metadata.version("sample-project")
    except importlib.metadata.PackageNotFoundError:
        version = "unknown"
    assert version == "unknown"
