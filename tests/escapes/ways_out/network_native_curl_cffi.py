"""curl_cffi: libcurl through cffi."""

import pytest
from curl_cffi import requests
from targets import url

pytestmark = pytest.mark.native


def test_get():
    assert requests.get(url("HTTP")).status_code == 200


def test_session():
    with requests.Session() as session:
        assert session.get(url("HTTP")).status_code == 200
