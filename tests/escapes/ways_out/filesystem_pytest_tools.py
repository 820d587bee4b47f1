"""What a test does with pytest's own folders is the test's own."""

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st


def test_called_by_pytest_raises(box):
    pytest.raises(FileNotFoundError, open, box / "missing")


def test_called_by_pytest_warns(box):
    pytest.raises(pytest.fail.Exception, pytest.warns, UserWarning, os.stat, box)


def test_called_by_deprecated_call(box):
    pytest.raises(pytest.fail.Exception, pytest.deprecated_call, os.listdir, box)


def test_tmp_path_written(tmp_path):
    (tmp_path / "file").write_text("text")


def test_tmp_path_listed(tmp_path):
    assert list(tmp_path.iterdir()) == []


def test_tmp_path_asked(tmp_path):
    assert tmp_path.exists()


def test_tmp_path_made(tmp_path):
    (tmp_path / "folder").mkdir()


def test_tmpdir_written(tmpdir):
    tmpdir.join("file").write("text")


def test_tmpdir_made(tmpdir):
    assert tmpdir.mkdir("folder")


def test_tmpdir_checked(tmpdir):
    assert tmpdir.check()


def test_mktemp_in_the_body(tmp_path_factory):
    assert tmp_path_factory.mktemp("mine")


def test_monkeypatch_chdir(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_monkeypatch_chdir_elsewhere(monkeypatch):
    monkeypatch.chdir("/")


def test_monkeypatch_chdir_then_relative(box, monkeypatch):
    monkeypatch.chdir(box)
    assert open("text.txt").read()


def test_relative_path_of_the_rootdir(pytestconfig):
    assert os.listdir(pytestconfig.rootpath)


def test_request_path(request):
    assert request.path.read_text()


def test_request_path_exists(request):
    assert request.path.exists()


def test_fixture_in_tmp_path(made):
    assert made


@pytest.fixture
def made(tmp_path):
    path = tmp_path / "file"
    path.write_text("text")
    return path


def test_cache_used_as_a_store(tmp_path_factory):
    base = tmp_path_factory.getbasetemp()
    (base / "own-file").touch()


@given(st.integers())
@settings(max_examples=3, database=None, deadline=None)
def test_hypothesis_body_asks(number):
    assert os.path.exists(__file__)


@given(st.text(alphabet="ab", max_size=3))
@settings(max_examples=3, database=None, deadline=None)
def test_hypothesis_body_opens(text):
    with open(os.path.abspath(__file__)) as file:
        assert file.readline()


@settings(database=None, max_examples=1)
@given(st.just("/").map(os.path.exists))
def test_hypothesis_strategy_maps_with_a_library_function(there):
    assert there


@settings(database=None, max_examples=1)
@given(st.builds(os.listdir, st.just("/")))
def test_hypothesis_strategy_builds_with_a_c_function(names):
    assert names


@given(st.data())
@settings(max_examples=3, database=None, deadline=None)
def test_hypothesis_body_swallows(data):
    try:
        os.stat(__file__)
    except Exception:
        pass


@st.composite
def sizes(draw):
    return os.path.getsize(__file__) + draw(st.integers(0, 3))


@given(sizes())
@settings(max_examples=3, database=None, deadline=None)
def test_hypothesis_strategy_asks(size):
    assert size


def test_mock_that_passes_through(mocker, box):
    spy = mocker.spy(os.path, "exists")
    assert os.path.exists(box)
    assert spy.call_count == 1


def test_mock_that_wraps_open(box):
    from unittest import mock

    with mock.patch("builtins.open", wraps=open) as opened:
        opened(box / "text.txt").close()


def test_mock_undone_before_use(box, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("builtins.open", lambda *_: None)
    open(box / "text.txt").close()


def test_mock_with_a_side_effect(mocker, box):
    mocker.patch("os.path.getsize", side_effect=os.path.getsize)
    assert os.path.getsize(box / "text.txt") == 12


def test_after_pyfakefs(box):
    from pyfakefs.fake_filesystem_unittest import Patcher

    with Patcher():
        pass
    assert os.path.exists(box)


def test_real_fs_within_pyfakefs(box):
    from pyfakefs.fake_filesystem_unittest import Patcher

    with Patcher() as patcher:
        patcher.fs.add_real_file(str(box / "text.txt"))


def test_pyfakefs_paused(fs, box):
    fs.pause()
    try:
        assert os.path.exists(box)
    finally:
        fs.resume()
