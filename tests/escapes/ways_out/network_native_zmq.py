"""pyzmq: libzmq connects in C++ threads."""

import pytest
import zmq
from targets import text

pytestmark = pytest.mark.native


def test_stream_connect():
    with zmq.Context() as context, context.socket(zmq.STREAM) as stream:
        stream.setsockopt(zmq.RCVTIMEO, 5000)
        stream.setsockopt(zmq.LINGER, 0)
        stream.connect(f"tcp://{text('TCP')}")
        identity, _ = stream.recv_multipart()
        stream.send_multipart([identity, b"ping"])
        assert stream.recv_multipart()[1] == b"ping"


def test_bind():
    with zmq.Context() as context, context.socket(zmq.PULL) as puller:
        assert puller.bind_to_random_port("tcp://127.0.0.1")
