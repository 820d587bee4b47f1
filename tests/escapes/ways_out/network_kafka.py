"""kafka-python: a producer that connects in a thread of its own."""

import kafka
import pytest
from kafka.errors import KafkaConnectionError, KafkaTimeoutError
from targets import address, text


def test_producer_of_a_closed_port():
    with pytest.raises((KafkaConnectionError, KafkaTimeoutError)):
        kafka.KafkaProducer(bootstrap_servers="127.0.0.1:1", bootstrap_timeout_ms=300)


def test_consumer_of_a_closed_port():
    with pytest.raises((KafkaConnectionError, KafkaTimeoutError)):
        kafka.KafkaConsumer("topic", bootstrap_servers=["127.0.0.1:1"], bootstrap_timeout_ms=300)


def test_admin_of_a_greeting_server():
    with pytest.raises((KafkaConnectionError, KafkaTimeoutError)):
        kafka.KafkaAdminClient(bootstrap_servers=text("GREETER"), bootstrap_timeout_ms=300)
