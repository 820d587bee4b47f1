"""SQL Server by FreeTDS (Cython) and by Python, to a listener that hangs up."""

import pymssql
import pytds
import pytest
from database_targets import HOST, PORT, reached
from pymssql import _mssql


@pytest.mark.expect("pymssql")
def test_pymssql():
    with reached(pymssql.Error):
        pymssql.connect(server=HOST, port=str(PORT), user="app", password="hunter2secret", login_timeout=2)


@pytest.mark.expect("pymssql")
def test_low_level_function():
    with reached(Exception):
        _mssql.connect(server=HOST, port=str(PORT), user="app", password="hunter2secret")


@pytest.mark.native
def test_low_level_class():
    with reached(Exception):
        _mssql.MSSQLConnection(server=HOST, port=str(PORT), user="app", password="hunter2secret")


@pytest.mark.expect("pytds")
def test_pytds():
    with reached(Exception):
        pytds.connect(HOST, "app", "app", "hunter2secret", port=PORT, login_timeout=2)
