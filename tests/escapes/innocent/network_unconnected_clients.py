"""Clients that are built, and protocols that are spoken, without anyone at the other end."""

import dns.message
import dns.name
import dns.zone
import h11
import kafka.record
import ldap3
import paho.mqtt.client
import paramiko
import pika
import stomp.utils
import websockets.client
import websockets.uri
import websocket


def test_dns_message():
    query = dns.message.make_query("a.invalid.", "A")
    assert dns.message.from_wire(query.to_wire()).question


def test_dns_zone():
    zone = dns.zone.from_text("@ 60 IN SOA a. b. 1 2 3 4 5\n@ 60 IN NS a.\n", "x.invalid.")
    assert dns.name.from_text("x.invalid.") == zone.origin


def test_h11():
    connection = h11.Connection(h11.CLIENT)
    request = h11.Request(method="GET", target="/", headers=[("Host", "nowhere.invalid")])
    assert connection.send(request).startswith(b"GET /")


def test_websockets_protocol():
    uri = websockets.uri.parse_uri("ws://nowhere.invalid/")
    protocol = websockets.client.ClientProtocol(uri)
    protocol.send_request(protocol.connect())
    assert protocol.data_to_send()[0].startswith(b"GET /")


def test_websocket_client_object():
    assert not websocket.WebSocket().connected


def test_mqtt_client_object():
    client = paho.mqtt.client.Client(paho.mqtt.client.CallbackAPIVersion.VERSION2)
    assert not client.is_connected()


def test_ssh_client_object():
    paramiko.SSHClient().close()


def test_ssh_key():
    assert paramiko.ECDSAKey.generate().get_name()


def test_amqp_parameters():
    assert pika.URLParameters("amqp://guest:guest@nowhere.invalid:5672/").port == 5672


def test_ldap_in_memory():
    server = ldap3.Server("nowhere.invalid", get_info=ldap3.NONE)
    connection = ldap3.Connection(server, client_strategy=ldap3.MOCK_SYNC)
    connection.strategy.add_entry("cn=me,o=x", {"sn": "me", "objectClass": "person"})
    assert connection.bind()
    assert connection.search("o=x", "(sn=me)")


def test_stomp_frame():
    assert stomp.utils.convert_frame(stomp.utils.Frame("SEND", {}, "hello"))


def test_kafka_package_is_there():
    assert kafka.record
