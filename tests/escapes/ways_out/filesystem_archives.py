"""Archives and compressed files by path."""

import bz2
import gzip
import lzma
import sys
import tarfile
import zipfile
import zipimport

import pytest


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("packed")
    with zipfile.ZipFile(folder / "a.zip", "w") as archive:
        archive.writestr("member.txt", "text")
        archive.writestr("module_in_a_zip.py", "answer = 42\n")
    with gzip.open(folder / "a.gz", "wt") as file:
        file.write("text")
    with bz2.open(folder / "a.bz2", "wt") as file:
        file.write("text")
    with lzma.open(folder / "a.xz", "wt") as file:
        file.write("text")
    with tarfile.open(folder / "a.tar.gz", "w:gz") as archive:
        archive.add(folder / "a.zip", "member.zip")
    return folder


def test_zipfile(packed):
    with zipfile.ZipFile(packed / "a.zip") as archive:
        assert archive.read("member.txt") == b"text"


def test_zipfile_written(box):
    with zipfile.ZipFile(box / "new.zip", "w") as archive:
        archive.writestr("member.txt", "text")


def test_zipfile_of_a_file(box):
    with zipfile.ZipFile(box / "new.zip", "w") as archive:
        archive.write(box / "text.txt", "text.txt")


def test_zipfile_extracted(packed, box):
    with zipfile.ZipFile(packed / "a.zip") as archive:
        archive.extractall(box / "out")


def test_is_zipfile(packed):
    assert zipfile.is_zipfile(packed / "a.zip")


def test_zipfile_path(packed):
    assert zipfile.Path(packed / "a.zip", "member.txt").read_text() == "text"


def test_tarfile(packed):
    with tarfile.open(packed / "a.tar.gz") as archive:
        assert archive.getnames() == ["member.zip"]


def test_tarfile_written(box):
    with tarfile.open(box / "new.tar", "w") as archive:
        archive.add(box / "folder", "folder")


def test_tarfile_extracted(packed, box):
    with tarfile.open(packed / "a.tar.gz") as archive:
        archive.extractall(box / "out", **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))


def test_is_tarfile(packed):
    assert tarfile.is_tarfile(packed / "a.tar.gz")


def test_gettarinfo(box):
    import io

    with tarfile.open(fileobj=io.BytesIO(), mode="w") as archive:
        assert archive.gettarinfo(box / "text.txt").size == 12


def test_gzip_open(packed):
    with gzip.open(packed / "a.gz", "rt") as file:
        assert file.read() == "text"


def test_gzip_file(box):
    with gzip.GzipFile(box / "new.gz", "wb") as file:
        file.write(b"text")


def test_bz2_open(packed):
    with bz2.open(packed / "a.bz2", "rt") as file:
        assert file.read() == "text"


def test_bz2_file(box):
    with bz2.BZ2File(box / "new.bz2", "w") as file:
        file.write(b"text")


def test_lzma_open(packed):
    with lzma.open(packed / "a.xz", "rt") as file:
        assert file.read() == "text"


def test_lzma_file(box):
    with lzma.LZMAFile(box / "new.xz", "w") as file:
        file.write(b"text")


def test_zipimporter_data(packed):
    assert zipimport.zipimporter(str(packed / "a.zip")).get_data("member.txt") == b"text"


def test_zipapp(box):
    import zipapp

    (box / "folder" / "__main__.py").write_text("print()")
    zipapp.create_archive(box / "folder", box / "app.pyz")


if sys.version_info >= (3, 14):

    def test_zstd_open(box):
        from compression import zstd

        with zstd.open(box / "new.zst", "wb") as file:
            file.write(b"text")
