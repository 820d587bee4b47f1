"""Mocks of the file system do no access, by whatever route they come and in whatever order they go."""

import builtins
import contextlib
import glob
import importlib.metadata
import io
import os
import pathlib
import shutil
import tempfile
import traceback
from pathlib import Path
from unittest import TestCase, mock

import pytest
from pyfakefs.fake_filesystem_unittest import Patcher, patchfs
from pyfakefs.fake_filesystem_unittest import TestCase as FakeTestCase


def test_mock_open():
    with mock.patch("builtins.open", mock.mock_open(read_data="hello")):
        assert open("anything").read() == "hello"


def test_mock_open_iterated():
    with mock.patch("builtins.open", mock.mock_open(read_data="a\nb\n")), open("x") as file:
        assert list(file) == ["a\n", "b\n"]


def test_mock_open_by_decorator():
    @mock.patch("builtins.open", new_callable=mock.mock_open, read_data="hello")
    def read(opened):
        return open("x").read()

    assert read() == "hello"


def test_mocker_patches_open(mocker):
    mocker.patch("builtins.open", mocker.mock_open(read_data="hello"))
    assert open("x").read() == "hello"


def test_monkeypatch_patches_open(monkeypatch):
    monkeypatch.setattr("builtins.open", lambda *args, **kwargs: io.StringIO("hello"))
    assert open("x").read() == "hello"


def test_monkeypatch_patches_open_of_builtins(monkeypatch):
    monkeypatch.setattr(builtins, "open", lambda *args, **kwargs: io.StringIO("hello"))
    assert open("x").read() == "hello"


@pytest.fixture
def opened():
    with mock.patch("builtins.open", mock.mock_open(read_data="hello")) as opened:
        yield opened


def test_fixture_patches_open(opened):
    assert open("x").read() == "hello"
    opened.assert_called_once()


@pytest.fixture
def patched_by_monkeypatch(monkeypatch):
    monkeypatch.setattr(builtins, "open", lambda *args, **kwargs: io.StringIO("hello"))


def test_fixture_patches_open_by_monkeypatch(patched_by_monkeypatch):
    assert open("x").read() == "hello"


def test_patched_and_undone_in_another_order():
    first, second = mock.patch("builtins.open"), mock.patch("builtins.open")
    real = open
    first.start()
    second.start()
    second.stop()
    first.stop()
    assert open is real


def test_patched_exists(mocker):
    mocker.patch("os.path.exists", return_value=True)
    assert os.path.exists("/nowhere")


def test_patched_stat():
    with mock.patch("os.stat") as stat:
        stat.return_value.st_size = 3
        assert os.path.getsize("/nowhere") == 3


def test_patched_stat_by_autospec():
    with mock.patch("os.stat", autospec=True) as stat:
        os.stat("/nowhere")
        stat.assert_called_once_with("/nowhere")


def test_patched_listdir(monkeypatch):
    monkeypatch.setattr(os, "listdir", lambda _: ["a"])
    assert os.listdir("/nowhere") == ["a"]


def test_patched_access(mocker):
    mocker.patch.object(os, "access", return_value=True)
    assert os.access("/nowhere", os.R_OK)


def test_patched_remove():
    with mock.patch("os.remove") as remove:
        os.remove("/nowhere")
    remove.assert_called_once_with("/nowhere")


def test_patched_read_text():
    with mock.patch.object(Path, "read_text", return_value="hello"):
        assert Path("/nowhere").read_text() == "hello"


def test_patched_path_exists(mocker):
    mocker.patch("pathlib.Path.exists", return_value=True)
    assert Path("/nowhere").exists()


def test_patched_path_stat():
    with mock.patch.object(Path, "stat") as stat:
        stat.return_value.st_size = 1
        assert Path("/nowhere").stat().st_size == 1


def test_patched_path_open(mocker):
    mocker.patch.object(pathlib.Path, "open", mocker.mock_open(read_data="hello"))
    with Path("/nowhere").open() as file:
        assert file.read() == "hello"


def test_patched_path_class(mocker):
    stand_in = mocker.patch("pathlib.Path")
    stand_in.return_value.exists.return_value = False
    assert not pathlib.Path("/etc").exists()


def test_patched_shutil(mocker):
    copy = mocker.patch("shutil.copy")
    shutil.copy("a", "b")
    copy.assert_called_once_with("a", "b")


def test_patched_os_module(mocker):
    stand_in = mocker.patch(f"{__name__}.os")
    stand_in.path.exists.return_value = True
    assert os.path.exists("x")


def test_patched_tempfile(mocker):
    mocker.patch("tempfile.mkdtemp", return_value="/made")
    assert tempfile.mkdtemp() == "/made"


def test_patched_glob(monkeypatch):
    monkeypatch.setattr(glob, "glob", lambda pattern: ["a"])
    assert glob.glob("*") == ["a"]


def test_patched_open_that_raises():
    with mock.patch("builtins.open", side_effect=FileNotFoundError), pytest.raises(FileNotFoundError):
        open("x")


def test_patched_open_in_one_module(mocker):
    mocker.patch(f"{__name__}.open", mocker.mock_open(read_data="hello"), create=True)
    assert open("x").read() == "hello"


def test_a_failure_while_open_is_patched():
    with contextlib.suppress(AssertionError), mock.patch("builtins.open", mock.mock_open()):
        assert open("x").read() == "something else"
    assert traceback.format_stack()


def test_a_traceback_while_stat_is_patched():
    with mock.patch("os.stat", side_effect=OSError):
        assert traceback.format_stack()


def test_fs_fixture(fs):
    fs.create_file("/made/file.txt", contents="hello")
    assert open("/made/file.txt").read() == "hello"
    assert os.path.exists("/made/file.txt")
    assert Path("/made/file.txt").stat().st_size == 5


def test_fs_fixture_written(fs):
    Path("/made").mkdir()
    Path("/made/file").write_text("hello")
    os.rename("/made/file", "/made/other")
    assert os.listdir("/made") == ["other"]


def test_fs_fixture_and_tempfile(fs):
    with tempfile.NamedTemporaryFile("w") as file:
        file.write("hello")


def test_fs_fixture_and_shutil(fs):
    fs.create_dir("/made")
    shutil.copytree("/made", "/copied")
    shutil.rmtree("/made")
    assert not os.path.exists("/made")


def test_fs_fixture_and_glob(fs):
    fs.create_file("/made/a.txt")
    assert glob.glob("/made/*.txt") == ["/made/a.txt"]
    assert list(Path("/made").rglob("*.txt"))
    assert [top for top, _, _ in os.walk("/made")] == ["/made"]
    with os.scandir("/made") as entries:
        assert next(entries).stat().st_size == 0


def test_fs_fixture_and_os_open(fs):
    descriptor = os.open("/file", os.O_CREAT | os.O_RDWR)
    os.write(descriptor, b"hello")
    os.close(descriptor)
    os.chmod("/file", 0o600)
    os.utime("/file", (1, 1))
    os.symlink("/file", "/link")
    assert os.readlink("/link") == "/file"
    assert os.access("/file", os.R_OK)


def test_fs_fixture_and_a_missing_file(fs):
    with pytest.raises(FileNotFoundError):
        open("/missing")


def test_fs_fixture_and_an_import(fs):
    import quopri

    assert quopri.encodestring(b"a")


def test_fs_fixture_and_a_traceback(fs):
    try:
        open("/missing")
    except FileNotFoundError:
        assert traceback.format_exc()


def test_fs_fixture_and_a_failed_assertion(fs):
    with pytest.raises(AssertionError):
        assert os.path.exists("/missing")


def test_fs_fixture_and_the_metadata_of_a_package(fs):
    fs.add_package_metadata("pytest")
    assert importlib.metadata.version("pytest") == pytest.__version__


def test_patcher():
    with Patcher() as patcher:
        patcher.fs.create_file("/file", contents="hello")
        assert open("/file").read() == "hello"


def test_patcher_twice():
    for _ in range(2):
        with Patcher():
            Path("/file").write_text("hello")


def test_patcher_within_a_mock():
    with mock.patch("os.path.exists", return_value=True), Patcher():
        assert not Path("/nowhere").is_file()


def test_mock_within_a_patcher():
    with Patcher(), mock.patch("builtins.open", mock.mock_open(read_data="hello")):
        assert open("x").read() == "hello"


def test_mock_outlives_a_patcher(mocker):
    patcher = Patcher()
    patcher.setUp()
    mocker.patch("os.listdir", return_value=["a"])
    assert os.listdir("x") == ["a"]
    patcher.tearDown()


def test_monkeypatch_before_the_fs_fixture(monkeypatch, fs):
    monkeypatch.setattr(os, "listdir", lambda _: ["a"])
    assert os.listdir("/") == ["a"]


def test_fs_fixture_before_mocker(fs, mocker):
    mocker.patch("os.getpid", return_value=1)
    fs.create_file("/file")
    assert os.path.exists("/file")


def test_failure_after_a_patcher():
    with Patcher():
        pass
    with pytest.raises(AssertionError) as info:
        assert {"a": 1} == {"a": 2}
    assert str(info.getrepr())


def test_patchfs():
    @patchfs
    def make(fake):
        fake.create_file("/file")
        return os.path.exists("/file")

    assert make()


def test_paused_patcher_untouched(fs):
    fs.pause()
    fs.resume()
    assert os.path.exists("/")


class FakeCase(FakeTestCase):
    def setUp(self):
        self.setUpPyfakefs()
        self.fs.create_file("/file", contents="hello")

    def test_fake_case(self):
        self.assertEqual(Path("/file").read_text(), "hello")


class MockCase(TestCase):
    def setUp(self):
        patcher = mock.patch("builtins.open", mock.mock_open(read_data="hello"))
        patcher.start()
        self.addCleanup(patcher.stop)

    def test_mock_case(self):
        self.assertEqual(open("x").read(), "hello")

    @mock.patch("os.remove")
    def test_decorated_method(self, remove):
        os.remove("x")
        remove.assert_called_once()


def test_functions_are_what_they_were():
    assert open is io.open
    assert os.stat.__module__ in {"posix", "os", "nt"}
