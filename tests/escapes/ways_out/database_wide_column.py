"""Cassandra (Cython), HBase and Aerospike, to a listener that hangs up."""

import aerospike
import happybase
import pytest
from cassandra.cluster import Cluster, NoHostAvailable
from database_targets import HOST, PORT, reached

EARLY_CLUSTER = Cluster([HOST], port=PORT, protocol_version=4, connect_timeout=2)
EARLY_HBASE = happybase.Connection(HOST, PORT, autoconnect=False, timeout=2000)


@pytest.mark.expect("cassandra")
def test_cassandra():
    with reached(NoHostAvailable):
        Cluster([HOST], port=PORT, protocol_version=4, connect_timeout=2).connect()


@pytest.mark.expect("cassandra")
def test_cassandra_made_early():
    with reached(NoHostAvailable):
        EARLY_CLUSTER.connect("app")


@pytest.mark.expect("happybase")
def test_happybase():
    with reached():
        happybase.Connection(HOST, PORT, timeout=2000).tables()


@pytest.mark.expect("happybase")
def test_happybase_made_early():
    with reached():
        EARLY_HBASE.open()
        EARLY_HBASE.tables()


@pytest.mark.expect("aerospike")
def test_aerospike():
    with reached():
        aerospike.client({"hosts": [(HOST, PORT)]}).connect()
