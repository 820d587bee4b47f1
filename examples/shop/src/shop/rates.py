"""Exchange rates, asked for over HTTP."""

import json
from collections.abc import Callable
from urllib.request import urlopen

Fetch = Callable[[str], bytes]


def fetch(url: str) -> bytes:
    body: bytes = urlopen(url, timeout=5).read()  # noqa: S310 # violation: network
    return body


def rate(currency: str, service: str, fetch: Fetch = fetch) -> float:
    """Ask the service what a euro costs."""
    return float(json.loads(fetch(f"{service}/{currency}"))["rate"])
