"""What goes through C, Rust or C++ without telling Python."""

import ctypes
import os

import h5py
import lmdb
import lxml.etree
import lxml.html
import polars as pl
import pyarrow as pa
import pyarrow.csv
import pyarrow.dataset
import pyarrow.feather
import pyarrow.fs
import pyarrow.parquet
import pytest
import watchfiles

pytestmark = pytest.mark.native
LIBC = ctypes.CDLL(None, use_errno=True)
TABLE = pa.table({"a": [1, 2]})


def test_libc_open(box):
    descriptor = LIBC.open(os.fsencode(box / "text.txt"), os.O_RDONLY)
    assert descriptor > 0
    os.close(descriptor)


def test_libc_access(box):
    assert LIBC.access(os.fsencode(box / "text.txt"), os.R_OK) == 0


def test_libc_mkdir(box):
    assert LIBC.mkdir(os.fsencode(box / "made"), 0o700) == 0


def test_libc_unlink(box):
    assert LIBC.unlink(os.fsencode(box / "text.txt")) == 0


def test_libc_fopen(box):
    LIBC.fopen.restype = ctypes.c_void_p
    assert LIBC.fopen(os.fsencode(box / "text.txt"), b"r")


def test_pyarrow_csv(box):
    assert pa.csv.read_csv(str(box / "table.csv")).num_rows == 2


def test_pyarrow_parquet(box):
    pa.parquet.write_table(TABLE, str(box / "a.parquet"))


def test_pyarrow_feather(box):
    pa.feather.write_feather(TABLE, str(box / "a.feather"))


def test_pyarrow_filesystem(box):
    assert pa.fs.LocalFileSystem().get_file_info(str(box / "text.txt")).size == 12


def test_pyarrow_os_file(box):
    assert pa.OSFile(str(box / "text.txt")).read()


def test_pyarrow_memory_map(box):
    assert pa.memory_map(str(box / "text.txt")).read()


def test_polars_read_csv(box):
    assert pl.read_csv(str(box / "table.csv")).height == 2


def test_polars_scan_csv(box):
    assert pl.scan_csv(str(box / "table.csv")).collect().height == 2


def test_polars_write_csv(box):
    pl.DataFrame({"a": [1]}).write_csv(str(box / "a.csv"))


def test_polars_write_parquet(box):
    pl.DataFrame({"a": [1]}).write_parquet(str(box / "a.parquet"))


def test_h5py(box):
    with h5py.File(str(box / "a.h5"), "w") as file:
        file["a"] = [1, 2]


def test_lxml_parse(box):
    assert lxml.etree.parse(str(box / "page.xml")).getroot().tag == "page"


def test_lxml_iterparse(box):
    assert list(lxml.etree.iterparse(str(box / "page.xml")))


def test_lxml_html_parse(box):
    assert lxml.html.parse(str(box / "page.html")).getroot() is not None


def test_lxml_write(box):
    lxml.etree.ElementTree(lxml.etree.Element("a")).write(str(box / "new.xml"))


def test_lmdb(box):
    lmdb.open(str(box / "lmdb")).close()


def test_watchfiles(box):
    with pytest.raises(StopIteration):
        next(watchfiles.watch(box, rust_timeout=1, yield_on_timeout=False, stop_event=_Set(), debounce=1, step=1))


class _Set:
    def is_set(self):
        return True


def test_os_environment_free_inotify(box):
    descriptor = LIBC.inotify_init()
    assert LIBC.inotify_add_watch(descriptor, os.fsencode(box), 2) > 0
    os.close(descriptor)
