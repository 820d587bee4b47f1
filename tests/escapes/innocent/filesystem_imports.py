"""Loading the program is not file access, also not when it happens inside a test."""

import importlib
import importlib.util
import os
import pkgutil
import sys
import threading
import zipfile

import pytest


def test_import_statement():
    import sample_project.plain

    assert sample_project.plain.ANSWER == 42


def test_from_import():
    from sample_project.named import ANSWER

    assert ANSWER == 42


def test_import_with_an_alias():
    import sample_project.aliased as other

    assert other.ANSWER == 42


def test_import_module():
    assert importlib.import_module("sample_project.dynamic").ANSWER == 42


def test_dunder_import():
    assert __import__("sample_project.dunder").dunder.ANSWER == 42


def test_relative_import():
    from sample_project.inner.relative import ANSWER

    assert ANSWER == 42


def test_relative_import_module():
    assert importlib.import_module(".inner", "sample_project")


def test_circular_import():
    from sample_project.round_one import total

    assert total() == 3


def test_reload():
    import sample_project.reloaded

    assert importlib.reload(sample_project.reloaded).ANSWER == 42


def test_import_again_after_removal():
    sys.modules.pop("sample_project.reloaded", None)
    import sample_project.reloaded

    assert sample_project.reloaded.ANSWER == 42


def test_lazy_module_attribute():
    import sample_project.lazy

    assert sample_project.lazy.ANSWER == 42


def test_namespace_package():
    from sample_namespace.part.value import VALUE

    assert VALUE


def test_assertion_rewritten_module():
    from sample_asserting import check

    check(42)


def test_assertion_rewritten_module_that_fails():
    from sample_project.asserting import check

    with pytest.raises(AssertionError, match="assert 41 == 42"):
        check(41)


def test_module_that_reads_while_imported():
    from sample_project.reading_at_import import TEXT

    assert TEXT == "hello\n"


def test_missing_module():
    with pytest.raises(ModuleNotFoundError):
        import there_is_no_such_module


def test_missing_submodule():
    with pytest.raises(ImportError):
        from sample_project import there_is_no_such_part


def test_optional_import():
    try:
        import there_is_no_such_accelerator as accelerator
    except ImportError:
        accelerator = None
    assert accelerator is None


def test_importorskip():
    assert pytest.importorskip("sample_project.in_pytest_import").ANSWER == 42


def test_find_spec():
    assert importlib.util.find_spec("sample_project.plain").origin


def test_find_spec_of_nothing():
    assert importlib.util.find_spec("there_is_no_such_module") is None


def test_spec_from_a_file_of_the_project():
    import sample_project

    path = os.path.join(os.path.dirname(sample_project.__file__), "located.py")
    spec = importlib.util.spec_from_file_location("located_by_path", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.ANSWER == 42


def test_lazy_loader():
    spec = importlib.util.find_spec("sample_project.located")
    spec.loader = importlib.util.LazyLoader(spec.loader)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.ANSWER == 42


def test_invalidated_caches():
    importlib.invalidate_caches()
    import sample_project.plain

    assert sample_project.plain


def test_module_of_the_standard_library():
    import colorsys

    assert colorsys.rgb_to_hsv(0, 0, 0)


def test_package_of_the_standard_library():
    import xmlrpc.client

    assert xmlrpc.client.dumps((1,))


def test_lazy_encoding():
    assert "ä".encode("cp1140")


def test_lazy_codec():
    assert "abc".encode("punycode")


def test_extension_module():
    import kiwisolver

    assert kiwisolver.Variable("x")


def test_another_extension_module():
    import rpds

    assert rpds.List([1])


def test_large_library():
    import networkx

    assert networkx.path_graph(2)


def test_import_in_a_thread():
    seen = []

    def work():
        import sample_project.in_thread

        seen.append(sample_project.in_thread.ANSWER)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [42]


def test_import_in_a_task():
    import asyncio

    async def main():
        import sample_project.in_task

        return sample_project.in_task.ANSWER

    assert asyncio.run(main()) == 42


@pytest.fixture
def imported():
    import sample_project.in_fixture

    return sample_project.in_fixture


def test_import_in_a_fixture(imported):
    assert imported.ANSWER == 42


@pytest.fixture(scope="module")
def zipped(tmp_path_factory):
    path = tmp_path_factory.mktemp("zipped") / "library.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("module_of_a_zip.py", "ANSWER = 42\n")
        archive.writestr("package_of_a_zip/__init__.py", "")
        archive.writestr("package_of_a_zip/data.txt", "hello")
    return str(path)


def test_import_from_a_zip(zipped, monkeypatch):
    monkeypatch.syspath_prepend(zipped)
    import module_of_a_zip

    assert module_of_a_zip.ANSWER == 42


def test_data_of_a_zipped_package(zipped, monkeypatch):
    monkeypatch.syspath_prepend(zipped)
    assert pkgutil.get_data("package_of_a_zip", "data.txt") == b"hello"


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    folder = tmp_path_factory.mktemp("elsewhere")
    (folder / "module_from_elsewhere.py").write_text("ANSWER = 42\n")
    return str(folder)


def test_import_from_a_folder_on_the_path(elsewhere, monkeypatch):
    monkeypatch.syspath_prepend(elsewhere)
    import module_from_elsewhere

    assert module_from_elsewhere.ANSWER == 42


def test_bytecode_without_source(bytecode, monkeypatch):
    monkeypatch.syspath_prepend(bytecode)
    import module_of_bytecode

    assert module_of_bytecode.ANSWER == 42


@pytest.fixture(scope="module")
def bytecode(tmp_path_factory):
    import py_compile

    folder = tmp_path_factory.mktemp("bytecode")
    (folder / "module_of_bytecode.py").write_text("ANSWER = 42\n")
    py_compile.compile(folder / "module_of_bytecode.py", cfile=folder / "module_of_bytecode.pyc")
    (folder / "module_of_bytecode.py").unlink()
    return str(folder)


def test_modules_of_a_package():
    import sample_project

    assert "plain" in {module.name for module in pkgutil.iter_modules(sample_project.__path__)}


def test_modules_of_an_installed_package():
    import email

    assert list(pkgutil.walk_packages(email.__path__, "email."))


def test_resolve_name():
    assert pkgutil.resolve_name("sample_project.plain:ANSWER") == 42


def test_run_module():
    import runpy

    assert runpy.run_module("sample_project.located")["ANSWER"] == 42


def test_dotted_name_in_a_patch(mocker):
    mocker.patch("sample_project.dynamic.ANSWER", 1)
    import sample_project.dynamic

    assert sample_project.dynamic.ANSWER == 1


def test_dotted_name_in_monkeypatch(monkeypatch):
    monkeypatch.setattr("sample_project.dunder.ANSWER", 1)


def test_unpickled_class_imports_its_module():
    import pickle

    assert pickle.loads(b"csample_project.relative_base\nANSWER\n.") == 42


def test_shared_library_of_the_system():
    import ctypes

    assert ctypes.CDLL(None).getpid() == os.getpid()
