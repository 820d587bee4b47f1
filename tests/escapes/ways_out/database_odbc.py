"""ODBC without a database driver: the driver manager's own complaint shows that the call got through."""

import aioodbc
import pyodbc
import pytest
from pyodbc import connect

pytestmark = pytest.mark.expect("pyodbc")

PLACE = "Driver={None of these};Server=127.0.0.1,1433;UID=app;PWD={hunter2secret};Database=app"


def test_connect():
    with pytest.raises(pyodbc.Error, match=r"Data source name not found|Can't open lib"):
        pyodbc.connect(PLACE)


def test_connect_bound_early():
    with pytest.raises(pyodbc.Error, match=r"Data source name not found|Can't open lib"):
        connect(PLACE)


def test_connect_by_keywords():
    with pytest.raises(pyodbc.Error, match=r"Data source name not found|Can't open lib"):
        pyodbc.connect(driver="{None of these}", server="127.0.0.1", uid="app", pwd="hunter2secret")


@pytest.mark.asyncio
async def test_aioodbc():
    with pytest.raises(pyodbc.Error, match=r"Data source name not found|Can't open lib"):
        await aioodbc.connect(dsn=PLACE)
