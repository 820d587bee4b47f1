"""Django without its database: models, querysets, forms, and pytest-django's blocker beside us."""

import django
import pytest
from django.conf import settings

if not settings.configured:
    settings.configure(
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
        INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth"],
        CACHES={"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}},
        DEFAULT_AUTO_FIELD="django.db.models.AutoField",
        USE_TZ=True,
        SECRET_KEY="x",
    )
    django.setup()

from django import forms
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection, models
from django.db.models import F, Q
from pytest_django.plugin import DjangoDbBlocker


def test_model_instance():
    assert User(username="ada").username == "ada"


def test_model_class():
    class Dog(models.Model):
        name = models.CharField(max_length=10)

        class Meta:
            app_label = "auth"

    assert Dog(name="Rex").name == "Rex"


def test_model_validation():
    with pytest.raises(Exception, match="blank"):
        User(username="").clean_fields()


def test_queryset_that_is_not_evaluated():
    assert "auth_user" in str(User.objects.filter(Q(username="ada") | Q(id=F("id"))).query)


def test_none_queryset():
    assert list(User.objects.none()) == []


def test_connection_that_is_not_opened():
    assert connection.vendor == "sqlite"
    assert connection.connection is None


def test_form():
    class Form(forms.Form):
        name = forms.CharField()

    assert Form({"name": "Ada"}).is_valid()


def test_cache_in_memory():
    cache.set("a", 1)
    assert cache.get("a") == 1


def test_password_hash():
    user = User(username="ada")
    user.set_password("hunter2secret")
    assert user.check_password("hunter2secret")


def test_blocker_of_pytest_django(request):
    blocker = DjangoDbBlocker(_ispytest=True)
    with blocker.block(), pytest.raises(RuntimeError, match="Database access not allowed"):
        connection.ensure_connection()
