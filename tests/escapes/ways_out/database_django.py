"""Django's ORM on SQLite, configured here as a project's conftest would."""

import django
import pytest
from django.conf import settings

if not settings.configured:
    settings.configure(
        DATABASES={
            "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"},
            "other": {"ENGINE": "django.db.backends.sqlite3", "NAME": "file:other?mode=memory"},
        },
        INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth"],
        DEFAULT_AUTO_FIELD="django.db.models.AutoField",
        USE_TZ=True,
    )
    django.setup()

from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection, connections, transaction
from django.db.models import Count

pytestmark = pytest.mark.expect("sqlite3")


@pytest.fixture(autouse=True)
def _disconnected():
    connections.close_all()
    for one in connections.all():
        one.connection = None
    yield
    for one in connections.all():
        one.connection = None


def test_cursor():
    with connection.cursor() as cursor:
        cursor.execute("select 1")
        assert cursor.fetchone() == (1,)


def test_other_connection():
    with connections["other"].cursor() as cursor:
        cursor.execute("select 1")


def test_ensure_connection():
    connection.ensure_connection()


def test_atomic():
    with transaction.atomic():
        pass


def test_queryset():
    call_command("migrate", verbosity=0)
    assert not User.objects.filter(username="ada").exists()


def test_save_a_model():
    with connection.schema_editor() as editor:
        editor.execute("select 1")


def test_aggregate():
    with pytest.raises(Exception, match="no such table"):
        User.objects.aggregate(Count("id"))


def test_get_new_connection():
    connection.get_new_connection(connection.get_connection_params()).close()


def test_introspection():
    assert connection.introspection.table_names() == []


@pytest.mark.asyncio
async def test_asynchronous_queryset():
    with pytest.raises(Exception, match="no such table"):
        await User.objects.acount()


def test_management_command():
    call_command("check", databases=["default"], verbosity=0)
    connection.ensure_connection()
