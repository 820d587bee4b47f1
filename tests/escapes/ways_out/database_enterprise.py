"""Db2, Firebird, Vertica, Teradata, HANA, Snowflake, to a listener that hangs up."""

import firebirdsql
import hdbcli.dbapi
import ibm_db
import ibm_db_dbi
import pytest
import snowflake.connector
import teradatasql
import vertica_python
from database_targets import HOST, PORT, reached

DB2 = f"DATABASE=app;HOSTNAME={HOST};PORT={PORT};PROTOCOL=TCPIP;UID=app;PWD=hunter2secret;ConnectTimeout=2;"


@pytest.mark.expect("ibm_db")
def test_ibm_db():
    with reached():
        ibm_db.connect(DB2, "", "")


@pytest.mark.expect("ibm_db")
def test_ibm_db_as_dbapi():
    with reached():
        ibm_db_dbi.connect(DB2, "", "")


@pytest.mark.expect("firebirdsql")
def test_firebirdsql():
    with reached():
        firebirdsql.connect(host=HOST, port=PORT, database="/app.fdb", user="app", password="hunter2secret", timeout=2)


@pytest.mark.expect("vertica_python")
def test_vertica():
    with reached():
        vertica_python.connect(
            host=HOST, port=PORT, user="app", password="hunter2secret", database="app", tlsmode="disable"
        )


@pytest.mark.expect("teradatasql")
def test_teradata():
    with reached():
        teradatasql.connect(
            host=HOST,
            user="app",
            password="hunter2secret",
            dbs_port=str(PORT),
            cop="false",
            https_port="0",
            sslmode="DISABLE",
        )


@pytest.mark.expect("hdbcli")
def test_hana():
    with reached():
        hdbcli.dbapi.connect(address=HOST, port=PORT, user="app", password="hunter2secret")


@pytest.mark.expect("snowflake")
def test_snowflake():
    with reached(within=8):
        snowflake.connector.connect(
            account="app", host=HOST, port=PORT, protocol="http", user="app", password="hunter2secret", login_timeout=2
        )
