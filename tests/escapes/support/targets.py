"""Where the real servers of this session listen; the runner started them and says so in the environment."""

import os


def address(name: str) -> tuple[str, int]:
    host, _, port = os.environ[f"ESCAPES_{name}"].rpartition(":")
    return host, int(port)


def text(name: str) -> str:
    return os.environ[f"ESCAPES_{name}"]


def url(name: str, path: str = "/") -> str:
    scheme = {"HTTPS": "https", "WEBSOCKET": "ws"}.get(name, "http")
    return f"{scheme}://{text(name)}{path}"
