"""Clients of other protocols: brokers, shells, directories, name servers, clouds."""

import socket
import time

import boto3
import botocore.config
import dns.message
import dns.query
import dns.resolver
import dns.reversename
import ldap3
import nats
import paho.mqtt.client
import paramiko
import pika
import pytest
import socks
import stomp
import websocket
import websockets.sync.client
import zeroconf
from targets import address, text, url

resolver = dns.resolver.Resolver(configure=False)
resolver.nameservers = ["127.0.0.1"]
resolver.port = address("DNS")[1]
bucket = boto3.client(
    "s3",
    endpoint_url=url("HTTP")[:-1],
    region_name="nowhere",
    aws_access_key_id="a",
    aws_secret_access_key="b",
    config=botocore.config.Config(retries={"max_attempts": 0}, s3={"addressing_style": "path"}),
)


def test_websocket_client():
    connection = websocket.create_connection(url("WEBSOCKET"), timeout=5)
    connection.send("ping")
    assert connection.recv() == "ping"
    connection.close()


def test_websocket_app():
    got = []

    def opened(app):
        got.append("open")
        app.close()

    websocket.WebSocketApp(url("WEBSOCKET"), on_open=opened).run_forever()
    assert got == ["open"]


def test_websockets_sync():
    with websockets.sync.client.connect(url("WEBSOCKET"), proxy=None, compression=None) as connection:
        connection.send("ping")
        assert connection.recv() == "ping"


def test_paramiko():
    client = paramiko.SSHClient()
    host, port = address("GREETER")
    with pytest.raises(paramiko.SSHException):
        client.connect(host, port, "me", "secret", allow_agent=False, look_for_keys=False)


def test_paramiko_transport():
    with pytest.raises(paramiko.SSHException):
        paramiko.Transport(("127.0.0.1", 1))


def test_paramiko_agent(monkeypatch):
    monkeypatch.setenv("SSH_AUTH_SOCK", text("UNIX"))
    with pytest.raises(paramiko.SSHException):
        paramiko.Agent()


def test_dns_resolver():
    assert str(resolver.resolve("a.invalid.", "A")[0]) == "127.0.0.1"


def test_dns_udp_query():
    query = dns.message.make_query("a.invalid.", "A")
    assert dns.query.udp(query, *resolver.nameservers, port=resolver.port, timeout=5).answer


def test_dns_tcp_query_of_a_closed_port():
    with pytest.raises(OSError):
        dns.query.tcp(dns.message.make_query("a.invalid.", "A"), "127.0.0.1", port=1, timeout=1)


def test_mqtt_connect():
    client = paho.mqtt.client.Client(paho.mqtt.client.CallbackAPIVersion.VERSION2)
    assert client.connect(*address("MQTT")) == 0
    client.disconnect()


def test_mqtt_loop_thread():
    client = paho.mqtt.client.Client(paho.mqtt.client.CallbackAPIVersion.VERSION2)
    client.connect_async(*address("MQTT"))
    client.loop_start()
    deadline = time.monotonic() + 3
    while not client.is_connected() and time.monotonic() < deadline:
        time.sleep(0.01)
    client.disconnect()
    client.loop_stop()


def test_ldap():
    host, port = address("LDAP")
    server = ldap3.Server(host, port, get_info=ldap3.NONE)
    assert ldap3.Connection(server, receive_timeout=5).bind()


def test_s3():
    assert bucket.head_bucket(Bucket="mine")


def test_s3_swallowed():
    try:
        bucket.get_object(Bucket="mine", Key="a")
    except Exception:
        pass


def test_pika():
    host, port = address("GREETER")
    with pytest.raises(pika.exceptions.AMQPError):
        pika.BlockingConnection(pika.ConnectionParameters(host, port, connection_attempts=1, socket_timeout=2))


@pytest.mark.asyncio
async def test_nats():
    client = await nats.connect(f"nats://{text('NATS')}", max_reconnect_attempts=1, reconnect_time_wait=0)
    await client.flush()
    await client.close()


def test_stomp():
    connection = stomp.Connection([address("STOMP")], heartbeats=(0, 0))
    connection.connect(wait=True)
    connection.disconnect()


def test_socks_proxy():
    connection = socks.socksocket()
    connection.set_proxy(socks.SOCKS5, *address("SOCKS"), rdns=True)
    connection.connect(("nowhere.invalid", 80))
    connection.sendall(b"ping")
    assert connection.recv(4) == b"ping"
    connection.close()


def test_socks_proxy_of_everything(monkeypatch):
    socks.set_default_proxy(socks.SOCKS5, *address("SOCKS"))
    monkeypatch.setattr(socket, "socket", socks.socksocket)
    connection = socket.create_connection(("127.0.0.1", 80))
    connection.close()


def test_zeroconf():
    zeroconf.Zeroconf(interfaces=["127.0.0.1"]).close()
