"""Neo4j and Gel, sync and async, to a listener that hangs up."""

import gel
import neo4j
import pytest
from database_targets import HOST, PORT, reached

PLACE = f"bolt://{HOST}:{PORT}"
EARLY = neo4j.GraphDatabase.driver(PLACE, auth=("app", "hunter2secret"), max_transaction_retry_time=0)


@pytest.mark.expect("neo4j")
def test_neo4j():
    with reached(Exception), neo4j.GraphDatabase.driver(PLACE, auth=("app", "hunter2secret")) as driver:
        driver.verify_connectivity()


@pytest.mark.expect("neo4j")
def test_neo4j_made_early():
    with reached(Exception), EARLY.session() as session:
        session.run("return 1")


@pytest.mark.asyncio
@pytest.mark.expect("neo4j")
async def test_neo4j_asynchronous():
    async with neo4j.AsyncGraphDatabase.driver(PLACE) as driver:
        with reached(Exception):
            await driver.verify_connectivity()


@pytest.mark.expect("gel")
def test_gel():
    client = gel.create_client(
        host=HOST,
        port=PORT,
        user="app",
        password="hunter2secret",
        tls_security="insecure",
        timeout=1,
        wait_until_available=0,
    )
    with reached(Exception):
        client.query("select 1")


@pytest.mark.asyncio
@pytest.mark.expect("gel")
async def test_gel_asynchronous():
    client = gel.create_async_client(
        host=HOST,
        port=PORT,
        user="app",
        password="hunter2secret",
        tls_security="insecure",
        timeout=1,
        wait_until_available=0,
    )
    with reached(Exception):
        await client.query("select 1")
