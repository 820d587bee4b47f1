"""pycurl: libcurl connects in C."""

import io

import pycurl
import pytest
from targets import url

pytestmark = pytest.mark.native


def test_perform():
    body = io.BytesIO()
    curl = pycurl.Curl()
    curl.setopt(curl.URL, url("HTTP"))
    curl.setopt(curl.WRITEDATA, body)
    curl.perform()
    assert curl.getinfo(curl.RESPONSE_CODE) == 200
    curl.close()


def test_multi():
    curl = pycurl.Curl()
    curl.setopt(curl.URL, url("HTTP"))
    curl.setopt(curl.WRITEFUNCTION, lambda data: None)
    multi = pycurl.CurlMulti()
    multi.add_handle(curl)
    while multi.perform()[1]:
        multi.select(1)
    assert curl.getinfo(curl.RESPONSE_CODE) == 200
