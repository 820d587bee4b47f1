"""Code found by path, and source files used as data."""

import compileall
import importlib.machinery
import linecache
import os
import py_compile
import runpy
import site
import sys
import tabnanny
import tokenize
from linecache import getline


def test_run_path(box):
    assert runpy.run_path(str(box / "script.py"))["answer"] == 42


def test_compile_a_file(box):
    assert py_compile.compile(str(box / "script.py"), cfile=str(box / "script.pyc"))


def test_compile_all(box):
    assert compileall.compile_dir(box / "folder", quiet=2)


def test_exec_of_a_file(box):
    names = {}
    exec(compile((box / "script.py").read_text(), "script.py", "exec"), names)
    assert names["answer"] == 42


def test_loader_reads_data(box):
    loader = importlib.machinery.SourceFileLoader("data", str(box / "text.txt"))
    assert loader.get_data(str(box / "text.txt")).startswith(b"hello")


def test_own_loader_reads_data_from_elsewhere(box):
    assert __loader__.get_data(str(box / "text.txt")).startswith(b"hello")


def test_sourceless_loader_reads_data(box):
    loader = importlib.machinery.SourcelessFileLoader("data", str(box / "data.bin"))
    assert loader.get_data(str(box / "data.bin"))[1] == 1


def test_loader_writes_data(box):
    loader = importlib.machinery.SourceFileLoader("data", str(box / "text.txt"))
    loader.set_data(str(box / "written"), b"text")


def test_loader_asks(box):
    loader = importlib.machinery.SourceFileLoader("data", str(box / "text.txt"))
    assert loader.path_stats(str(box / "text.txt"))["size"]


def test_linecache_of_a_text_file(box):
    assert linecache.getline(str(box / "text.txt"), 2) == "world\n"


def test_linecache_imported_by_name(box):
    assert getline(str(box / "text.txt"), 1) == "hello\n"


def test_linecache_lines_of_a_text_file(box):
    assert linecache.getlines(str(box / "settings.ini"))[0] == "[server]\n"


def test_linecache_checked(box):
    linecache.getlines(str(box / "text.txt"))
    linecache.checkcache(str(box / "text.txt"))


def test_tokenize_a_file(box):
    with tokenize.open(str(box / "script.py")) as file:
        assert list(tokenize.generate_tokens(file.readline))


def test_tabnanny(box):
    tabnanny.check(str(box / "script.py"))


def test_site_dir_added(box):
    before = sys.path[:]
    site.addsitedir(str(box))
    sys.path[:] = before


def test_modulefinder(box):
    import modulefinder

    finder = modulefinder.ModuleFinder(path=[])
    finder.run_script(str(box / "script.py"))
    assert "__main__" in finder.modules


def test_pyclbr_by_path(box):
    import pyclbr

    assert pyclbr.readmodule_ex("script", path=[str(box)]) == {}


def test_code_of_a_file_in_the_tests_folder():
    with open(__file__, encoding="utf-8") as file:
        assert file.readline().startswith('"""Code found')


def test_resource_of_the_test_package_by_hand():
    assert os.path.isfile(os.path.join(os.path.dirname(__file__), "conftest.py"))


def test_doctest_of_a_file(box):
    import doctest

    assert doctest.testfile(str(box / "text.txt"), module_relative=False).failed == 0


def test_zip_of_a_package(box):
    import zipfile

    with zipfile.PyZipFile(box / "package.zip", "w") as archive:
        archive.writepy(str(box / "script.py"))
