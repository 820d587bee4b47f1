"""pandas, by its own readers and writers and by those it borrows."""

import pandas as pd
import pytest
from pandas import read_csv

FRAME = pd.DataFrame({"name": ["ann", "bob"], "age": [31, 27]})


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    FRAME.to_csv(folder / "a.csv", index=False)
    FRAME.to_csv(folder / "a.csv.gz", index=False)
    FRAME.to_json(folder / "a.json")
    FRAME.to_pickle(folder / "a.pickle")
    FRAME.to_excel(folder / "a.xlsx")
    FRAME.to_xml(folder / "a.xml")
    FRAME.to_parquet(folder / "a.parquet")
    (folder / "a.html").write_text(FRAME.to_html())
    return folder


def test_read_csv(tables):
    assert len(read_csv(tables / "a.csv")) == 2


def test_read_csv_with_the_python_engine(tables):
    assert len(pd.read_csv(str(tables / "a.csv"), engine="python")) == 2


def test_read_csv_compressed(tables):
    assert len(pd.read_csv(tables / "a.csv.gz")) == 2


def test_read_csv_in_chunks(tables):
    with pd.read_csv(tables / "a.csv", chunksize=1) as chunks:
        assert len(list(chunks)) == 2


def test_read_table(tables):
    assert len(pd.read_table(tables / "a.csv", sep=",")) == 2


def test_read_fwf(tables):
    assert len(pd.read_fwf(tables / "a.csv")) == 2


def test_read_json(tables):
    assert len(pd.read_json(tables / "a.json")) == 2


def test_read_pickle(tables):
    assert len(pd.read_pickle(tables / "a.pickle")) == 2


def test_read_excel(tables):
    assert len(pd.read_excel(tables / "a.xlsx")) == 2


@pytest.mark.native
def test_read_html(tables):
    assert pd.read_html(tables / "a.html")


def test_read_xml(tables):
    assert len(pd.read_xml(tables / "a.xml")) == 2


def test_read_xml_with_etree(tables):
    assert len(pd.read_xml(tables / "a.xml", parser="etree")) == 2


def test_to_csv(box):
    FRAME.to_csv(box / "a.csv")


def test_to_csv_in_a_zip(box):
    FRAME.to_csv(box / "a.csv.zip")


def test_to_json(box):
    FRAME.to_json(box / "a.json")


def test_to_pickle(box):
    FRAME.to_pickle(box / "a.pickle")


def test_to_excel(box):
    FRAME.to_excel(box / "a.xlsx")


def test_to_xml(box):
    FRAME.to_xml(box / "a.xml")


def test_to_html(box):
    FRAME.to_html(box / "a.html")


def test_to_latex(box):
    FRAME.to_string(box / "a.txt")


def test_to_stata(box):
    FRAME.to_stata(box / "a.dta")


def test_excel_writer(box):
    with pd.ExcelWriter(box / "a.xlsx", engine="xlsxwriter") as writer:
        FRAME.to_excel(writer)


def test_excel_file(tables):
    with pd.ExcelFile(tables / "a.xlsx") as file:
        assert file.sheet_names


def test_read_parquet(tables):
    assert len(pd.read_parquet(tables / "a.parquet")) == 2


def test_to_parquet(box):
    FRAME.to_parquet(box / "a.parquet")


@pytest.mark.native
def test_read_csv_with_pyarrow(tables):
    import pyarrow.csv

    assert pyarrow.csv.read_csv(str(tables / "a.csv")).num_rows == 2
