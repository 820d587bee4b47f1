"""Templates of the project, and the web frameworks that serve its files."""

import django
import django.conf
import fastapi
import fastapi.responses
import fastapi.staticfiles
import fastapi.testclient
import flask
import jinja2
import mako.lookup
import mako.template
import pytest
from jinja2 import Environment, FileSystemLoader


def test_jinja_loader(box):
    assert Environment(loader=FileSystemLoader(box)).get_template("page.html").render(name="you")


def test_jinja_loader_listing(box):
    assert "page.html" in Environment(loader=FileSystemLoader(str(box))).list_templates()


def test_jinja_missing_template(box):
    with pytest.raises(jinja2.TemplateNotFound):
        Environment(loader=FileSystemLoader(box)).get_template("missing.html")


def test_jinja_choice_of_loaders(box):
    loader = jinja2.ChoiceLoader([jinja2.DictLoader({}), FileSystemLoader(box)])
    assert Environment(loader=loader).get_template("page.html")


def test_jinja_bytecode_cache(box):
    cache = jinja2.FileSystemBytecodeCache(str(box))
    environment = Environment(loader=jinja2.DictLoader({"a": "{{ b }}"}), bytecode_cache=cache)
    assert environment.get_template("a").render(b=1) == "1"


def test_jinja_stream_dumped(box):
    jinja2.Template("hello").stream().dump(str(box / "out.html"))


def test_mako_template(box):
    assert mako.template.Template(filename=str(box / "text.txt")).render()


def test_mako_lookup(box):
    assert mako.lookup.TemplateLookup([str(box)]).get_template("text.txt").render()


def test_flask_send_file(box):
    app = flask.Flask("escapes_app", root_path="/")

    @app.route("/")
    def index():
        return flask.send_file(box / "text.txt")

    answer = app.test_client().get("/")
    assert answer.data
    answer.close()


def test_flask_template_of_the_project(box):
    app = flask.Flask("escapes_app", root_path=str(box), template_folder=".")
    with app.app_context():
        assert flask.render_template("page.html", name="you")


def test_flask_config_from_a_file(box):
    app = flask.Flask("escapes_app", root_path=str(box))
    assert app.config.from_pyfile("script.py")


def test_flask_static_file(box):
    app = flask.Flask("escapes_app", root_path=str(box), static_folder="folder")
    answer = app.test_client().get("/folder/inner.txt")
    assert answer.status_code == 200
    answer.close()


def test_fastapi_file_response(box):
    app = fastapi.FastAPI()

    @app.get("/")
    async def index():
        return fastapi.responses.FileResponse(box / "text.txt")

    assert fastapi.testclient.TestClient(app).get("/").text


def test_fastapi_static_files(box):
    app = fastapi.FastAPI()
    app.mount("/static", fastapi.staticfiles.StaticFiles(directory=box))
    assert fastapi.testclient.TestClient(app).get("/static/text.txt").status_code == 200


def test_starlette_templates(box):
    from fastapi.templating import Jinja2Templates

    assert Jinja2Templates(directory=box).get_template("page.html").render(name="you")


def test_django_file_storage(box):
    if not django.conf.settings.configured:
        django.conf.settings.configure(USE_TZ=True)
    from django.core.files.base import ContentFile
    from django.core.files.storage import FileSystemStorage

    assert FileSystemStorage(location=str(box)).save("new.txt", ContentFile(b"text"))


def test_django_template_of_a_folder(box):
    from django.template import Context, Engine

    assert Engine(dirs=[str(box)]).get_template("page.html").render(Context({"name": "you"}))
