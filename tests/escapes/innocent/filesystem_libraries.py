"""Installed libraries read their own data and work in memory."""

import io
import random

import pytest


def test_certifi():
    import certifi

    assert certifi.contents()


def test_certifi_file_opened():
    import certifi

    with open(certifi.where()) as file:
        assert file.readline() is not None


def test_pytz():
    import pytz

    assert pytz.timezone("Europe/Berlin").zone


def test_pytz_countries():
    import pytz

    assert pytz.country_timezones("de")


def test_pycountry():
    import pycountry

    assert pycountry.countries.get(alpha_2="DE").name == "Germany"


def test_pycountry_languages():
    import pycountry

    assert pycountry.languages.get(alpha_2="de")


def test_babel():
    import babel.dates
    import datetime

    assert babel.dates.format_date(datetime.date(2026, 1, 2), locale="de_DE")


def test_babel_numbers():
    import babel.numbers

    assert babel.numbers.format_currency(1, "EUR", locale="fr_FR")


def test_faker():
    import faker

    assert faker.Faker("de_DE").name()


def test_factory_boy():
    import factory

    class Factory(factory.Factory):
        class Meta:
            model = dict

        name = factory.Faker("name")

    assert Factory()["name"]


def test_phonenumbers():
    import phonenumbers

    assert phonenumbers.is_valid_number(phonenumbers.parse("+4930123456"))


def test_phonenumbers_geocoder():
    from phonenumbers import geocoder, parse

    assert geocoder.description_for_number(parse("+4930123456"), "en") == "Berlin"


def test_jsonschema():
    import jsonschema

    jsonschema.validate({"a": 1}, {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"})


def test_jsonschema_format():
    import jsonschema

    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate("x", {"type": "integer"})


def test_dateutil():
    import dateutil.parser

    assert dateutil.parser.parse("2026-01-02T03:04:05+01:00")


def test_arrow():
    import arrow

    assert arrow.utcnow().to("Europe/Berlin").humanize(locale="de")


def test_humanize():
    import humanize

    humanize.activate("de_DE")
    assert humanize.naturalsize(3000)
    humanize.deactivate()


def test_freezegun():
    import datetime

    import freezegun

    with freezegun.freeze_time("2026-01-02"):
        assert datetime.date.today().year == 2026


def test_time_machine():
    import datetime

    import time_machine

    with time_machine.travel(datetime.datetime(2026, 1, 2, tzinfo=datetime.UTC)):
        assert datetime.datetime.now(datetime.UTC).year == 2026


def test_attrs():
    import attrs

    @attrs.define
    class Point:
        x: int

    assert attrs.asdict(Point(1)) == {"x": 1}


def test_pydantic():
    import pydantic

    class Point(pydantic.BaseModel):
        x: int

    assert Point.model_validate({"x": "1"}).x == 1


def test_pydantic_schema():
    import pydantic

    class Point(pydantic.BaseModel):
        when: pydantic.AwareDatetime

    assert Point.model_json_schema()


def test_pydantic_settings():
    import pydantic_settings

    class Settings(pydantic_settings.BaseSettings):
        colour: str = "red"

    assert Settings().colour


def test_marshmallow():
    import marshmallow

    assert marshmallow.Schema.from_dict({"a": marshmallow.fields.Int()})().load({"a": "1"}) == {"a": 1}


def test_jinja_of_a_dict():
    import jinja2

    environment = jinja2.Environment(loader=jinja2.DictLoader({"a": "hello {{ name }}"}))
    assert environment.get_template("a").render(name="you") == "hello you"


def test_jinja_of_an_installed_package():
    import jinja2

    environment = jinja2.Environment(loader=jinja2.PackageLoader("pytz", "zoneinfo"))
    assert environment.get_template("iso3166.tab").render()


def test_jinja_error():
    import jinja2

    with pytest.raises(jinja2.UndefinedError) as info:
        jinja2.Template("{{ a.b }}").render()
    assert str(info.getrepr())


def test_mako():
    import mako.template

    assert mako.template.Template("hello ${name}").render(name="you") == "hello you"


def test_sqlalchemy_compiled():
    import sqlalchemy as sa

    table = sa.Table("t", sa.MetaData(), sa.Column("a", sa.Integer))
    assert "SELECT" in str(sa.select(table).where(table.c.a == 1))


def test_numpy():
    import numpy as np

    assert np.arange(3).sum() == 3


def test_numpy_random():
    import numpy as np

    assert np.random.default_rng().random() < 1


def test_numpy_saved_in_memory():
    import numpy as np

    stream = io.BytesIO()
    np.save(stream, np.arange(3))
    stream.seek(0)
    assert np.load(stream).size == 3


def test_numpy_text_in_memory():
    import numpy as np

    assert np.loadtxt(io.StringIO("1 2\n")).size == 2


def test_scipy():
    import scipy.optimize

    assert scipy.optimize.brentq(lambda x: x - 1, 0, 3)


def test_pandas():
    import pandas as pd

    assert pd.DataFrame({"a": [1, 2]}).groupby("a").size().sum() == 2


def test_pandas_csv_in_memory():
    import pandas as pd

    frame = pd.read_csv(io.StringIO("a,b\n1,2\n"))
    assert frame.to_csv()


def test_pandas_time_zones():
    import pandas as pd

    assert pd.Timestamp("2026-01-02", tz="Europe/Berlin").tz_convert("UTC")


def test_pandas_html():
    import pandas as pd

    assert pd.DataFrame({"a": [1]}).to_html()


def test_pandas_styled():
    import pandas as pd

    assert pd.DataFrame({"a": [1]}).style.to_html()


def test_pillow_in_memory():
    from PIL import Image

    stream = io.BytesIO()
    Image.new("RGB", (2, 2)).save(stream, "PNG")
    assert Image.open(io.BytesIO(stream.getvalue())).size == (2, 2)


def test_pillow_default_font():
    from PIL import Image, ImageDraw

    ImageDraw.Draw(Image.new("RGB", (20, 20))).text((0, 0), "hello")


def test_matplotlib_in_memory():
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots()
    axes.plot([1, 2])
    axes.set_title("hello")
    figure.savefig(io.BytesIO())
    plt.close(figure)


def test_matplotlib_style():
    import matplotlib.style

    with matplotlib.style.context("ggplot"):
        pass


def test_docx_in_memory():
    import docx

    docx.Document().save(io.BytesIO())


def test_pptx_in_memory():
    import pptx

    pptx.Presentation().save(io.BytesIO())


def test_pypdf_in_memory():
    import pypdf

    writer = pypdf.PdfWriter()
    writer.add_blank_page(9, 9)
    stream = io.BytesIO()
    writer.write(stream)
    assert len(pypdf.PdfReader(stream).pages) == 1


def test_fpdf_in_memory():
    import fpdf

    paper = fpdf.FPDF()
    paper.add_page()
    paper.set_font("helvetica")
    paper.cell(text="hello")
    assert paper.output()


def test_xlsxwriter_in_memory():
    import xlsxwriter

    with xlsxwriter.Workbook(io.BytesIO(), {"in_memory": True}) as book:
        book.add_worksheet().write(0, 0, 1)


def test_yaml_in_memory():
    import yaml

    assert yaml.safe_load("a: [1, 2]")


def test_ruamel_in_memory():
    from ruamel.yaml import YAML

    assert YAML().load("a: 1")


def test_toml_in_memory():
    import tomlkit

    assert tomlkit.parse("a = 1").as_string()


def test_dotenv_in_memory():
    import dotenv

    assert dotenv.dotenv_values(stream=io.StringIO("A=1")) == {"A": "1"}


def test_lxml_in_memory():
    import lxml.etree

    assert lxml.etree.fromstring("<a/>").tag == "a"


def test_soup_in_memory():
    import bs4

    assert bs4.BeautifulSoup("<p>a</p>", "lxml").p


def test_pygments():
    import pygments.formatters
    import pygments.lexers

    assert pygments.highlight("a = 1", pygments.lexers.get_lexer_by_name("python"), pygments.formatters.HtmlFormatter())


def test_rich():
    import rich.console
    import rich.table

    table = rich.table.Table("a")
    table.add_row("b")
    rich.console.Console(file=io.StringIO()).print(table, ":smile:")


def test_rich_syntax():
    import rich.console
    import rich.syntax

    rich.console.Console(file=io.StringIO()).print(rich.syntax.Syntax("a = 1", "python"))


def test_click():
    import click
    import click.testing

    @click.command()
    @click.option("--name", prompt=True)
    def main(name):
        click.echo(f"hello {name}")

    assert "hello you" in click.testing.CliRunner().invoke(main, input="you\n").output


def test_click_help():
    import click
    import click.testing

    @click.command()
    @click.version_option(package_name="click")
    @click.argument("source", type=click.Path())
    def main(source):
        """Does something."""

    runner = click.testing.CliRunner()
    assert "Does something" in runner.invoke(main, ["--help"]).output
    assert runner.invoke(main, ["--version"]).exit_code == 0


def test_typer():
    import typer
    import typer.testing

    app = typer.Typer()

    @app.command()
    def main(name: str):
        typer.echo(name)

    assert typer.testing.CliRunner().invoke(app, ["you"]).output == "you\n"
    assert typer.testing.CliRunner().invoke(app, ["--help"]).exit_code == 0


def test_structlog():
    import structlog

    structlog.wrap_logger(structlog.PrintLogger(io.StringIO())).info("hello")


def test_loguru():
    import loguru

    sink = loguru.logger.add(io.StringIO())
    loguru.logger.info("hello")
    loguru.logger.remove(sink)


def test_pathspec():
    import pathspec

    assert pathspec.PathSpec.from_lines("gitignore", ["*.pyc"]).match_file("a.pyc")


def test_fsspec_in_memory():
    import fsspec

    with fsspec.open("memory://other", "w") as file:
        file.write("hello")


def test_universal_path_in_memory():
    import upath

    upath.UPath("memory:///text").write_text("hello")


def test_tinydb_in_memory():
    import tinydb
    import tinydb.storages

    assert tinydb.TinyDB(storage=tinydb.storages.MemoryStorage).insert({"a": 1})


def test_diskless_joblib():
    import joblib

    assert joblib.Parallel(n_jobs=1)(joblib.delayed(abs)(number) for number in [-1]) == [1]


def test_cloudpickle():
    import cloudpickle

    assert cloudpickle.loads(cloudpickle.dumps(lambda: 1))() == 1


def test_dill():
    import dill

    assert dill.loads(dill.dumps(lambda: 1))() == 1


def test_orjson():
    import orjson

    assert orjson.loads(orjson.dumps({"a": 1})) == {"a": 1}


def test_regex():
    import regex

    assert regex.fullmatch(r"\p{L}+", "äb")


def test_networkx():
    import networkx

    assert networkx.shortest_path(networkx.path_graph(3), 0, 2) == [0, 1, 2]


def test_traitlets():
    import traitlets

    class Thing(traitlets.HasTraits):
        size = traitlets.Int(1)

    assert Thing().size == 1


def test_source_of_a_library_read_by_anyone():
    import json

    with open(json.__file__) as file:
        assert file.readline()


def test_installed_files_listed():
    import os

    import pytz

    assert os.listdir(os.path.dirname(pytz.__file__))


def test_unchanged_randomness():
    assert random.Random(1).random() == random.Random(1).random()


@pytest.fixture
def faker_of_the_plugin(request):
    import faker  # noqa: F401 - without it the fixture is missing

    return request.getfixturevalue("faker").name()


def test_faker_fixture(faker_of_the_plugin):
    assert faker_of_the_plugin
