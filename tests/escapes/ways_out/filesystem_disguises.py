"""Paths and modules that look like something permitted."""

import os
import pathlib
import sys
import sysconfig

import lookalikes.coverage
import lookalikes.linecache
import lookalikes.traceback
import pytest

PURELIB = sysconfig.get_path("purelib")
STDLIB = sysconfig.get_path("stdlib")
UP = "/.." * 20


def test_up_and_out_of_site_packages():
    assert open(f"{PURELIB}{UP}/etc/passwd").read()


def test_up_and_out_of_the_standard_library():
    assert os.path.exists(f"{STDLIB}{UP}/etc/passwd")


def test_up_and_out_of_proc():
    assert open("/proc/../etc/passwd").read()


def test_up_and_out_of_dev():
    assert os.stat("/dev/../etc/passwd")


def test_root_of_the_process():
    assert open("/proc/self/root/etc/passwd").read()


def test_working_folder_of_the_process():
    assert os.listdir("/proc/self/cwd") is not None


def test_shared_memory_folder():
    path = pathlib.Path("/dev/shm/escapes-of-the-filesystem")
    path.write_text("text")
    path.unlink()


def test_neighbour_of_site_packages():
    assert not os.path.exists(PURELIB + "-of-mine")


def test_prefix_of_the_interpreter():
    assert os.listdir("/usr/share")


def test_folder_above_the_environment():
    assert os.listdir(os.path.dirname(sys.prefix)) is not None


def test_link_into_nothing_through_a_link(box):
    assert open(box / "link").read()


@pytest.fixture(scope="module")
def leading_out(tmp_path_factory):
    folder = tmp_path_factory.mktemp("links")
    (folder / "library").symlink_to(PURELIB)
    return folder


def test_link_that_leads_into_site_packages_asked_for_itself(leading_out):
    assert os.readlink(leading_out / "library")


def test_write_into_site_packages():
    path = os.path.join(PURELIB, "written_by_a_way_out.txt")
    with open(path, "w") as file:
        file.write("text")
    os.remove(path)


def test_touch_a_library():
    times = os.stat(pytest.__file__)
    os.utime(pytest.__file__, ns=(times.st_atime_ns, times.st_mtime_ns))


def test_folder_made_in_site_packages():
    path = os.path.join(PURELIB, "made_by_a_way_out")
    os.mkdir(path)
    os.rmdir(path)


def test_own_module_named_linecache(box):
    assert lookalikes.linecache.getlines(box / "text.txt")


def test_own_module_named_traceback(box):
    assert lookalikes.traceback.getlines(box / "text.txt")


def test_own_package_named_coverage(box):
    assert lookalikes.coverage.size(box / "text.txt")


def test_own_function_named_like_the_import_system(box):
    def _find_and_load(path):
        return open(path).read()

    assert _find_and_load(box / "text.txt")


def test_code_compiled_under_a_frozen_name(box):
    code = compile("text = open(path).read()", "<string>", "exec")
    names = {"path": box / "text.txt", "__name__": "importlib._bootstrap"}
    exec(code, names)
    assert names["text"]


def test_pyc_suffix(box):
    assert not os.path.exists(box / "module.pyc")


def test_python_source_of_the_project(box):
    assert open(box / "script.py").read()


def test_a_file_called_coverage(box):
    (box / ".coverage").write_text("not coverage's")


def test_a_folder_called_hypothesis(box):
    (box / ".hypothesis").mkdir()


def test_resource_outside_its_package(box):
    import importlib.resources

    path = importlib.resources.files(lookalikes) / ".." / "conftest.py"
    assert path.read_text()


def test_resource_written():
    import importlib.resources

    path = importlib.resources.files(lookalikes) / "written.txt"
    path.write_text("text")
    path.unlink()


def test_own_data_beside_the_module():
    assert (pathlib.Path(lookalikes.__file__).parent / "linecache.py").read_text()


def test_null_device_and_then_some(box):
    with open(os.devnull, "w") as null, open(box / "text.txt") as file:
        null.write(file.read())
