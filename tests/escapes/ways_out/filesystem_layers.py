"""Layers over the file system, and command line tools that open files."""

import argparse

import click
import click.testing
import fsspec
import path as path_py
import pathspec
import rich.console
import rich.progress
import smart_open
import typer
import typer.testing
import upath
import vcr


def test_fsspec_open(box):
    with fsspec.open(str(box / "text.txt"), "rt") as file:
        assert file.read()


def test_fsspec_ls(box):
    assert fsspec.filesystem("file").ls(str(box))


def test_fsspec_exists(box):
    assert fsspec.filesystem("file").exists(str(box))


def test_fsspec_glob(box):
    assert fsspec.filesystem("file").glob(f"{box}/*.txt")


def test_fsspec_written(box):
    with fsspec.open(f"file://{box}/new.txt", "w") as file:
        file.write("new")


def test_smart_open(box):
    with smart_open.open(str(box / "text.txt")) as file:
        assert file.read()


def test_smart_open_compressed(box):
    with smart_open.open(str(box / "new.gz"), "w") as file:
        file.write("new")


def test_universal_pathlib(box):
    assert upath.UPath(str(box / "text.txt")).read_text()


def test_universal_pathlib_by_url(box):
    assert upath.UPath(f"file://{box}/text.txt").exists()


def test_path_py(box):
    assert path_py.Path(str(box / "text.txt")).read_text()


def test_path_py_files(box):
    assert path_py.Path(str(box)).files("*.txt")


def test_path_py_walk(box):
    assert list(path_py.Path(str(box)).walkfiles())


def test_pathspec_match_tree(box):
    assert list(pathspec.PathSpec.from_lines("gitignore", ["*.txt"]).match_tree_files(box))


def test_click_file(box):
    @click.command()
    @click.argument("source", type=click.File())
    def main(source):
        click.echo(source.read())

    assert click.testing.CliRunner().invoke(main, [str(box / "text.txt")], catch_exceptions=True).output is not None


def test_click_path_that_must_exist(box):
    @click.command()
    @click.argument("source", type=click.Path(exists=True))
    def main(source):
        click.echo(source)

    click.testing.CliRunner().invoke(main, [str(box / "text.txt")])


def test_click_path_that_need_not_exist(box):
    @click.command()
    @click.argument("source", type=click.Path())
    def main(source):
        click.echo(source)

    click.testing.CliRunner().invoke(main, [str(box / "missing")])


def test_click_open_file(box):
    with click.open_file(str(box / "text.txt")) as file:
        assert file.read()


def test_click_isolated_filesystem(box):
    with click.testing.CliRunner().isolated_filesystem(box):
        pass


def test_typer_path_option(box):
    app = typer.Typer()

    @app.command()
    def main(source: typer.FileText):
        typer.echo(source.read())

    typer.testing.CliRunner().invoke(app, [str(box / "text.txt")])


def test_argparse_arguments_from_a_file(box):
    parser = argparse.ArgumentParser(fromfile_prefix_chars="@")
    parser.add_argument("words", nargs="*")
    assert parser.parse_args([f"@{box / 'text.txt'}"]).words == ["hello", "world"]


def test_argparse_path_type(box):
    import pathlib

    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=pathlib.Path)
    assert parser.parse_args([str(box / "text.txt")]).source.exists()


def test_rich_saved(box):
    console = rich.console.Console(record=True, file=__import__("io").StringIO())
    console.print("hello")
    console.save_text(str(box / "out.txt"))


def test_rich_progress_over_a_file(box):
    with rich.progress.open(box / "text.txt") as file:
        assert file.read()


def test_vcr_cassette(box):
    with vcr.use_cassette(str(box / "cassette.yaml"), record_mode="none"):
        pass


def test_syrupy_snapshot_asserted(snapshot):
    try:
        assert snapshot == "no such snapshot"
    except AssertionError:
        pass


def test_send_a_file_with_requests(box):
    import requests

    with open(box / "text.txt", "rb") as file:
        assert requests.Request("POST", "http://example.org", files={"file": file}).prepare().body


def test_requests_file_of_certificates(box):
    import responses
    import requests

    with responses.RequestsMock() as mocked:
        mocked.get("http://example.org/", body="text")
        (box / "page").write_text(requests.get("http://example.org/").text)
