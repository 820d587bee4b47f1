"""Where the databases of this session are, and proof that a driver got through to one that hangs up on it."""

import mmap
import os
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def _pair(name: str) -> tuple[str, int]:
    host, _, port = os.environ[f"ESCAPES_{name}"].rpartition(":")
    return host, int(port)


HOST, POSTGRES_PORT = _pair("POSTGRES")
REDIS_PORT = _pair("REDIS")[1]
PORT = _pair("HANGS_UP")[1]
POSTGRES_FOLDER = os.environ["ESCAPES_POSTGRES_FOLDER"]
REDIS_SOCKET = os.environ["ESCAPES_REDIS_SOCKET"]
SOCKET = os.environ["ESCAPES_HANGS_UP_SOCKET"]
DSN = f"host={HOST} port={POSTGRES_PORT} user=postgres dbname=postgres"
POSTGRES_URL = f"postgresql://postgres@{HOST}:{POSTGRES_PORT}/postgres"
REDIS_URL = f"redis://{HOST}:{REDIS_PORT}/0"
HTTP = f"http://{HOST}:{PORT}"

with Path(os.environ["ESCAPES_HITS"]).open("rb") as _file:
    _HITS = mmap.mmap(_file.fileno(), 0, access=mmap.ACCESS_READ)


def hits() -> int:
    return int(struct.unpack_from("<Q", _HITS)[0])


@contextmanager
def reached(*errors: type[BaseException], within: float = 1.0) -> Iterator[None]:
    """Let the block fail in the driver's own way, and hold that the listener was called meanwhile."""
    before = hits()
    with suppress(*(errors or (Exception,))):
        yield
    until = time.monotonic() + within
    while hits() == before and time.monotonic() < until:
        time.sleep(0.01)
    assert hits() > before, "the driver connected to nobody"
