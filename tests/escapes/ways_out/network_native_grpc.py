"""grpcio: its core connects in C++ threads."""

import grpc
import pytest
from targets import text

pytestmark = pytest.mark.native


def test_call():
    with grpc.insecure_channel(text("GREETER")) as channel:
        with pytest.raises(grpc.RpcError) as caught:
            channel.unary_unary("/a/b")(b"", timeout=1)
        assert caught.value.code() in {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED}


def test_server():
    from concurrent.futures import ThreadPoolExecutor

    server = grpc.server(ThreadPoolExecutor(1))
    assert server.add_insecure_port("127.0.0.1:0")
    server.start()
    server.stop(None)
