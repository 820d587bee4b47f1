"""Mocks and fakes of files and processes: they just work, in any order, and leave nothing behind."""

from __future__ import annotations

import pytest

from inner_runs import Project, Run, inner
from requirements import requirement

pytestmark = pytest.mark.medium

_PLUGINS = ("-p", "pyfakefs.pytest_plugin", "-p", "pytest_mock", "-p", "pytest-subprocess")

_FREE = """
    @pytest.mark.medium
    def test_free_afterwards():
        import io, socket, subprocess, pathlib
        assert open("data.txt").read() == "data"
        assert io.open("data.txt").read() == "data"
        assert os.path.exists("data.txt") and pathlib.Path("data.txt").exists()
        assert os.stat("data.txt").st_size == 4 and os.listdir()
        assert subprocess.run(["true"]).returncode == 0
        socket.socket().close()

    def test_still_watched_afterwards():
        os.stat("data.txt")
"""


def _nothing_left_behind(came: Run) -> dict[str, str]:
    """Check that medium tests are free and small ones watched; return what the other tests came to."""
    outcomes = came.outcomes()
    assert outcomes.pop("test_free_afterwards", "") == "passed", came.output
    assert outcomes.pop("test_still_watched_afterwards") == "failed"
    return outcomes


@inner(
    """
    from pathlib import Path

    def test_fs(fs):
        fs.create_file("/made/x.txt", contents="hello")
        assert open("/made/x.txt").read() == "hello"
        assert Path("/made/x.txt").exists() and os.listdir("/made") == ["x.txt"]
        Path("/made/y.txt").write_text("there")
        os.rename("/made/y.txt", "/made/z.txt")
        assert os.stat("/made/z.txt").st_size == 5

    def test_failing_with_fs(fs):
        fs.create_file("/x")
        assert os.path.exists("/y"), "its own"

    def test_failing_after_fs():
        assert False, "its own"

    def test_patcher():
        from pyfakefs.fake_filesystem_unittest import Patcher
        with Patcher() as patcher:
            patcher.fs.create_file("/x", contents="1")
            assert open("/x").read() == "1"

    def test_failing_after_patcher():
        assert False, "its own"

    @pytest.fixture
    def patched():
        from pyfakefs.fake_filesystem_unittest import Patcher
        with Patcher() as patcher:
            yield patcher.fs

    def test_fixture_that_patches(patched, monkeypatch):
        monkeypatch.setattr(os.path, "exists", lambda path: True)
        patched.create_file("/x")
        assert os.stat("/x").st_size == 0

    def test_fs_with_a_mocked_function(fs, monkeypatch):
        monkeypatch.setattr("builtins.open", lambda *_: "mocked")
        assert open("x") == "mocked"

    def test_violating_before_fs(request):
        with pytest.raises(Exception):
            os.stat("data.txt")
        fs = request.getfixturevalue("fs")
        fs.create_file("/x")
        assert os.stat("/x").st_size == 0
    """
    + _FREE,
    *_PLUGINS,
)
@requirement("ADR-002-18")
def test_pyfakefs_works_in_any_order(came: Run) -> None:
    assert _nothing_left_behind(came) == {
        "test_fs": "passed",
        "test_failing_with_fs": "failed",
        "test_failing_after_fs": "failed",
        "test_patcher": "passed",
        "test_failing_after_patcher": "failed",
        "test_fixture_that_patches": "passed",
        "test_fs_with_a_mocked_function": "passed",
        "test_violating_before_fs": "failed",
    }, came.text()
    assert len(came.violations()) == 2


@inner(
    """
    import builtins, io, pathlib, shutil, socket, subprocess
    from unittest import mock

    def test_mock_open():
        with mock.patch("builtins.open", mock.mock_open(read_data="made up")):
            assert open("anything").read() == "made up"
            open("anything", "w").write("x")

    @mock.patch("builtins.open", new_callable=mock.mock_open, read_data="made up")
    def test_decorated(opened):
        assert open("anything").read() == "made up"

    def test_monkeypatch_open(monkeypatch):
        monkeypatch.setattr("builtins.open", lambda *_: io.StringIO("made up"))
        monkeypatch.setattr(builtins, "open", lambda *_: io.StringIO("made up twice"))
        assert open("anything").read() == "made up twice"

    def test_mocker(mocker):
        mocker.patch("os.path.exists", return_value=True)
        mocker.patch("os.stat", return_value=mock.Mock(st_size=42))
        mocker.patch("os.listdir", return_value=["made", "up"])
        assert os.path.exists("nowhere") and os.stat("nowhere").st_size == 42 and touch() == ["made", "up"]

    def test_mocker_of_methods(mocker):
        mocker.patch.object(pathlib.Path, "read_text", return_value="made up")
        mocker.patch("shutil.rmtree")
        shutil.rmtree("nowhere")
        assert pathlib.Path("nowhere").read_text() == "made up"

    def test_mocker_with_autospec(mocker):
        mocker.patch("os.stat", autospec=True)
        mocker.patch("os.access", autospec=True, return_value=True)
        mocker.patch("builtins.open", autospec=True)
        os.stat("nowhere")
        assert os.access("nowhere", os.R_OK)
        open("nowhere")

    def test_spy_still_violates(mocker):
        spy = mocker.spy(os, "stat")
        with pytest.raises(Exception):
            os.stat("data.txt")

    @pytest.fixture
    def mocked(monkeypatch):
        monkeypatch.setattr("builtins.open", lambda *_: io.StringIO("by fixture"))
        monkeypatch.setattr(socket, "socket", lambda *_: "no socket")
        monkeypatch.setattr(subprocess, "run", lambda *_: "no process")
        monkeypatch.setattr(os, "stat", lambda *_: "no stat")

    def test_fixture(mocked):
        assert open("anything").read() == "by fixture"
        assert socket.socket() == "no socket"
        assert subprocess.run("anything") == "no process"
        assert os.stat("anything") == "no stat"

    @pytest.fixture
    def mocked_and_undone():
        with mock.patch("os.stat", return_value=1), mock.patch("os.scandir"):
            yield

    def test_fixture_undone(mocked_and_undone):
        assert os.stat("x") == 1
        with mock.patch("os.stat", return_value=2):
            assert os.stat("x") == 2
        assert os.stat("x") == 1

    def test_mock_left_in_place():
        os.readlink = os.readlink
        os.stat = os.stat
    """
    + _FREE,
    *_PLUGINS,
)
@requirement("ADR-002-20")
def test_mocks_installed_by_test_or_fixture_work_and_leave_nothing_behind(came: Run) -> None:
    outcomes = _nothing_left_behind(came)
    assert outcomes.pop("test_spy_still_violates") == "failed"
    assert outcomes == dict.fromkeys(outcomes, "passed"), came.text()
    assert len(outcomes) == 9


@inner(
    """
    import subprocess
    from subprocess import Popen

    def test_fp(fp):
        fp.register(["git", "status"], stdout="clean")
        assert subprocess.check_output(["git", "status"]).strip() == b"clean"

    def test_fp_popen(fp):
        fp.register("ls", returncode=3)
        assert subprocess.Popen("ls").wait() == 3

    def test_mocker(mocker):
        mocker.patch("subprocess.run", return_value=mocker.Mock(returncode=0))
        mocker.patch("os.system", return_value=0)
        mocker.patch("os.kill")
        assert subprocess.run(["rm", "-rf", "/"]).returncode == 0
        assert os.system("reboot") == 0
        os.kill(1, 9)

    @pytest.fixture
    def no_processes(monkeypatch):
        monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: "none")

    def test_fixture(no_processes):
        assert subprocess.Popen(["x"]) == "none"

    def test_violating():
        subprocess.run(["true"])
    """
    + _FREE,
    *_PLUGINS,
)
def test_mocks_of_processes_work_and_leave_nothing_behind(came: Run) -> None:
    outcomes = _nothing_left_behind(came)
    assert outcomes.pop("test_violating") == "failed"
    assert outcomes == dict.fromkeys(outcomes, "passed"), came.text()
    assert len(outcomes) == 4


@inner("""
    import multiprocessing
    import concurrent.futures

    @pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
    def test_pool(method):
        with multiprocessing.get_context(method).Pool(2) as pool:
            pool.map(abs, [1])

    @pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
    def test_process(method):
        multiprocessing.get_context(method).Process(target=abs, args=(1,)).start()

    def test_executor():
        with concurrent.futures.ProcessPoolExecutor(1) as pool:
            pool.submit(abs, 1).result()

    def test_manager():
        multiprocessing.Manager()

    @pytest.mark.medium
    def test_no_orphan_is_left():
        assert multiprocessing.active_children() == []
        import pathlib
        mine = [stat.with_name("cmdline").read_text() for stat in pathlib.Path("/proc").glob("[0-9]*/stat")
                if stat.read_text().rpartition(")")[2].split()[1] == str(os.getpid())]
        # The tracker of names, which locks start, ends with the interpreter.
        assert [command for command in mine if "multiprocessing.resource_tracker" not in command] == []
""")
def test_process_pools_are_refused_in_the_parent_and_nothing_hangs_or_stays(came: Run) -> None:
    outcomes = came.outcomes()
    assert outcomes.pop("test_no_orphan_is_left") == "passed", came.text()
    assert len(outcomes) == 8
    assert outcomes == dict.fromkeys(outcomes, "failed")
    assert {each["resource"] for each in came.violations()} <= {"process", "filesystem", "network"}
    for name in outcomes:
        assert "process" in {each["resource"] for each in came.violations(name)}, name


@inner("""
    import sys

    def test_unused_tmp_path(tmp_path, tmp_path_factory, tmpdir):
        assert str(tmp_path)

    def test_used_tmp_path(tmp_path):
        (tmp_path / "x").write_text("x")

    def test_looked_at_tmp_path(tmp_path):
        tmp_path.exists()

    def test_made_by_the_test(tmp_path_factory):
        tmp_path_factory.mktemp("x")

    def test_chdir(tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)

    def test_capsys(capsys):
        print("hello")
        assert capsys.readouterr().out == "hello\\n"

    def test_capfd(capfd):
        os.write(1, b"hello")
        assert capfd.readouterr().out == "hello"

    def test_capsysbinary(capsysbinary, capfdbinary=None):
        print("hello")
        assert capsysbinary.readouterr().out == b"hello\\n"

    def test_caplog(caplog):
        import logging
        logging.getLogger("x").warning("hello")
        try:
            raise ValueError
        except ValueError:
            logging.exception("with traceback")
        assert len(caplog.records) == 2

    def test_environment(monkeypatch):
        monkeypatch.setenv("X", "1")
        monkeypatch.delenv("X")
        monkeypatch.syspath_prepend("/nowhere")

    def test_pure(pytestconfig, record_property, record_testsuite_property, doctest_namespace, cache):
        record_property("x", 1)
        cache.get("x", None)
""")
@requirement("ADR-002-16")
def test_of_pytests_own_fixtures_only_temporary_folders_in_use_count(came: Run) -> None:
    assert came.outcomes() == {
        "test_unused_tmp_path": "passed",
        "test_used_tmp_path": "failed",
        "test_looked_at_tmp_path": "failed",
        "test_made_by_the_test": "failed",
        "test_chdir": "failed",
        "test_capsys": "passed",
        "test_capfd": "passed",
        "test_capsysbinary": "passed",
        "test_caplog": "passed",
        "test_environment": "passed",
        "test_pure": "passed",
    }, came.text()


@requirement("ADR-002-17")
def test_loading_the_program_is_no_file_access_and_reading_beside_it_is(project: Project) -> None:
    import zipfile  # noqa: PLC0415 - this test alone packs something

    project.write(
        conftest="""
            import pytest
            pytest.register_assert_rewrite("rewritten")
        """,
        rewritten="def check(x):\n    assert x == 1\n",
        plain="VALUE = 1\n",
        test_loading="""
            import importlib, importlib.metadata, importlib.resources, inspect, linecache, pkgutil
            import sys, traceback, warnings
            from pathlib import Path

            def test_lazy(): import plain, colorsys, wave, sqlite3
            def test_rewritten():
                import rewritten
                with pytest.raises(AssertionError): rewritten.check(2)
            def test_zip(monkeypatch):
                monkeypatch.setattr(sys, "path", [*sys.path, "packed.zip"])
                import packed
                assert packed.VALUE == 2
            def test_reload():
                import plain
                importlib.reload(plain)
            def test_missing():
                with pytest.raises(ImportError): import nowhere_to_be_found
            def test_find_spec(): assert importlib.util.find_spec("plain")
            def test_metadata(): assert importlib.metadata.version("pytest")
            def test_entry_points(): assert importlib.metadata.entry_points()
            def test_resources():
                assert importlib.resources.files("package").joinpath("data.txt").read_text() == "packaged"
                assert importlib.resources.read_text("package", "data.txt") == "packaged"
                with importlib.resources.as_file(importlib.resources.files("package") / "data.txt") as path:
                    assert path.read_text() == "packaged"
            def test_get_data(): assert pkgutil.get_data("package", "data.txt") == b"packaged"
            def test_beside(): open(Path(__file__).parent / "data.txt")
            def test_package_path():
                import package
                (Path(package.__file__).parent / "data.txt").read_text()
            def test_traceback():
                try: raise ValueError
                except ValueError: assert "raise ValueError" in traceback.format_exc()
            def test_source(): assert "def touch" in inspect.getsource(touch)
            def test_linecache():
                linecache.clearcache()
                assert linecache.getline(__file__, 1)
            def test_warnings(recwarn):
                warnings.warn("shown")
                assert warnings.formatwarning("x", UserWarning, __file__, 3)
        """,
    )
    package = project.folder / "package"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "data.txt").write_text("packaged", encoding="utf-8")
    with zipfile.ZipFile(project.folder / "packed.zip", "w") as packed:
        packed.writestr("packed.py", "VALUE = 2")
    run = project.run()
    outcomes = run.outcomes()
    assert {name for name, outcome in outcomes.items() if outcome != "passed"} == {
        "test_beside",
        "test_package_path",
    }, run.text()
    assert len(outcomes) == 16
