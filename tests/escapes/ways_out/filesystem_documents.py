"""Office documents, PDFs, notebooks, sounds, and other formats of libraries."""

import bs4
import docx
import docxtpl
import fpdf
import jsonlines
import mutagen
import nbformat
import networkx
import openpyxl
import pptx
import pypdf
import pytest
import xlsxwriter
import xmltodict


@pytest.fixture(scope="module")
def papers(tmp_path_factory):
    folder = tmp_path_factory.mktemp("papers")
    openpyxl.Workbook().save(folder / "a.xlsx")
    docx.Document().save(folder / "a.docx")
    writer = pypdf.PdfWriter()
    writer.add_blank_page(9, 9)
    writer.write(folder / "a.pdf")
    nbformat.write(nbformat.v4.new_notebook(), folder / "a.ipynb")
    return folder


def test_openpyxl_load(papers):
    assert openpyxl.load_workbook(papers / "a.xlsx").active


def test_openpyxl_save(box):
    openpyxl.Workbook().save(box / "a.xlsx")


def test_xlsxwriter(box):
    with xlsxwriter.Workbook(box / "a.xlsx") as book:
        book.add_worksheet().write(0, 0, 1)


def test_docx_open(papers):
    assert docx.Document(str(papers / "a.docx"))


def test_docx_save(box):
    docx.Document().save(box / "a.docx")


def test_docx_template(papers, box):
    template = docxtpl.DocxTemplate(papers / "a.docx")
    template.render({})
    template.save(box / "out.docx")


def test_pptx_save(box):
    pptx.Presentation().save(box / "a.pptx")


def test_pypdf_read(papers):
    assert len(pypdf.PdfReader(papers / "a.pdf").pages) == 1


def test_pypdf_write(box):
    writer = pypdf.PdfWriter()
    writer.add_blank_page(9, 9)
    writer.write(box / "a.pdf")


def test_fpdf_output(box):
    paper = fpdf.FPDF()
    paper.add_page()
    paper.output(str(box / "a.pdf"))


def test_notebook_read(papers):
    assert nbformat.read(papers / "a.ipynb", as_version=4) is not None


def test_notebook_written(box):
    nbformat.write(nbformat.v4.new_notebook(), box / "a.ipynb")


def test_jsonlines_written(box):
    with jsonlines.open(box / "a.jsonl", "w") as lines:
        lines.write({"a": 1})


def test_jsonlines_read(box):
    with jsonlines.open(box / "data.json") as lines:
        assert next(iter(lines)) == {"answer": 42}


def test_soup_of_a_file(box):
    with open(box / "page.html") as file:
        assert bs4.BeautifulSoup(file, "html.parser").p


def test_xmltodict_of_a_file(box):
    with open(box / "page.xml", "rb") as file:
        assert xmltodict.parse(file)


def test_networkx_written(box):
    networkx.write_edgelist(networkx.path_graph(2), box / "graph")


def test_networkx_read(box):
    assert networkx.read_adjlist(box / "text.txt").number_of_nodes() == 2


def test_mutagen(box):
    assert mutagen.File(box / "text.txt") is None
