"""Which databases are known, how the arguments of their events are read, who may, and what a test is told."""

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_hermetic import DatabaseAccessAttempt, TestSize
from pytest_hermetic.resources.database import DATABASE
from pytest_hermetic.resources.drivers import DRIVERS
from pytest_hermetic.settings import NetworkRule, Settings
from requirements import requirement

pytestmark = pytest.mark.small

SMALL, MEDIUM, LARGE, XLARGE = TestSize


def read(event: str, *args: Any) -> DatabaseAccessAttempt | None:
    return DATABASE.events[event](event, args)


def attempt(*hosts: tuple[str, int | None]) -> DatabaseAccessAttempt:
    return DatabaseAccessAttempt(library="redis", connection_string="redis://…", hosts=hosts)


@requirement("ADR-004-01", "ADR-004-07")
@pytest.mark.parametrize("name", [":memory:", b":memory:", "", "/data/app.db", "file:x?mode=memory"])
def test_sqlite_is_read_whatever_the_database(name: str | bytes) -> None:
    made = read("sqlite3.connect", name)
    assert made is not None
    assert made.library == "sqlite3"
    assert made.connection_string == (name.decode() if isinstance(name, bytes) else name)
    assert not DATABASE.permits(made, SMALL, Settings())
    assert DATABASE.permits(made, MEDIUM, Settings())


@requirement("ADR-004-08")
@pytest.mark.parametrize("library", ["psycopg2", "psycopg", "pymysql", "pymongo", "redis", "sqlalchemy"])
def test_a_driver_that_the_record_names_is_in_the_table(library: str) -> None:
    rows = [driver for driver in DRIVERS if driver.library == library]
    assert rows
    for row in rows:
        assert {call.attribute for call in DATABASE.calls if call.module == row.module} >= set(row.calls)


@requirement("ADR-004-18")
@pytest.mark.parametrize("event", sorted({event for event in DATABASE.events if not event.startswith("sqlite3.")}))
def test_arguments_that_nobody_understands_are_read_without_an_error(event: str) -> None:
    for args, kwargs in (
        ((), {}),
        ((object(),), {}),
        ((None, object()), {"host": object(), "port": "x", "dsn": b"\xff"}),
    ):
        made = read(event, args, kwargs)
        assert made is not None
        assert not DATABASE.permits(made, SMALL, Settings())


@requirement("ADR-004-18")
@given(st.text(), st.dictionaries(st.sampled_from(["host", "port", "dsn", "password", "dbname"]), st.text()))
def test_any_connection_string_is_read_without_an_error(text: str, keywords: dict[str, str]) -> None:
    made = read("psycopg2._connect", (text,), keywords)
    assert made is not None
    assert made.library == "psycopg2"


@requirement("ADR-004-02")
@pytest.mark.parametrize("rule", NetworkRule)
def test_a_bigger_test_opens_what_the_network_rule_lets_it_reach(rule: NetworkRule) -> None:
    settings = Settings(network=dict.fromkeys(TestSize, rule))
    for size in (MEDIUM, LARGE, XLARGE):
        permitted = [
            DATABASE.permits(made, size, settings)
            for made in (attempt(), attempt(("127.0.0.1", 1)), attempt(("db.example", 1)))
        ]
        expected = {"block": [True, False, False], "localhost": [True, True, False], "allow": [True, True, True]}
        assert permitted == expected[rule]


@requirement("ADR-004-02")
def test_a_medium_test_opens_a_database_on_this_machine_or_on_an_allowed_host() -> None:
    settings = Settings(allowed_hosts=("db.example:5432",))
    assert DATABASE.permits(attempt(("localhost", 5432)), MEDIUM, settings)
    assert DATABASE.permits(attempt(("/var/run/postgresql", None)), MEDIUM, settings)
    assert DATABASE.permits(attempt(("db.example", 5432)), MEDIUM, settings)
    assert not DATABASE.permits(attempt(("db.example", 5433)), MEDIUM, settings)
    assert not DATABASE.permits(attempt(("localhost", 1), ("db.example", 1)), MEDIUM, settings)
    assert not DATABASE.permits(attempt(("?", None)), MEDIUM, settings)


@requirement("ADR-004-16")
def test_the_details_name_function_and_connection_string() -> None:
    made = read("sqlite3.connect", ":memory:")
    assert made is not None
    assert DATABASE.details(DATABASE.called(made, "sqlite3.connect", "")) == "Attempted sqlite3.connect: :memory:"


@requirement("ADR-004-17")
def test_a_small_test_is_told_to_fake_to_mock_to_inject_or_to_be_medium() -> None:
    fake, mock, inject, grow = DATABASE.advice(attempt(), SMALL)
    assert "fake" in fake
    assert "Mock" in mock
    assert "dependency injection" in inject
    assert "@pytest.mark.medium" in grow


@requirement("ADR-004-09")
@pytest.mark.medium
def test_no_driver_is_imported_to_watch_it() -> None:
    program = (
        "import sys; import pytest_hermetic.enforcement;"
        "from pytest_hermetic.resources import RESOURCES; from pytest_hermetic.sensors import session;"
        "session.install(); session.listen([call for resource in RESOURCES for call in resource.calls]);"
        "from pytest_hermetic.resources.drivers import DRIVERS;"
        "print(sorted({d.module.partition('.')[0] for d in DRIVERS} & set(sys.modules) - set(sys.stdlib_module_names)))"
    )
    told = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert told.stdout.strip() == "[]"
