"""The synchronous HTTP clients of PyPI."""

import httpcore
import httplib2
import httpx
import pytest
import requests
import urllib3
from pip._vendor import requests as pip_requests
from requests.adapters import HTTPAdapter
from targets import address, text, url

HTTP = url("HTTP")
session = requests.Session()
session.trust_env = False
kept = requests.Session()
kept.get(HTTP)
pool = urllib3.PoolManager()
client = httpx.Client(trust_env=False)
trusting = httpx.create_ssl_context(verify=text("CERTIFICATE"))


@pytest.mark.expect("requests.get")
def test_requests_get():
    assert requests.get(HTTP).json() == {"hello": "world"}


@pytest.mark.expect(text("HTTP"))
def test_requests_post():
    assert requests.post(HTTP, json={"a": 1}, timeout=5).ok


def test_requests_session_made_at_import():
    assert session.get(HTTP).ok


def test_requests_session_kept_alive():
    assert kept.get(HTTP).ok


def test_requests_session_with_retries():
    own = requests.Session()
    own.mount("http://", HTTPAdapter(max_retries=2))
    assert own.get(HTTP).ok


def test_requests_redirect():
    assert requests.get(url("HTTP", "/redirect")).history


def test_requests_swallowed():
    def health():
        try:
            return requests.get(HTTP, timeout=1).status_code
        except requests.RequestException:
            return 503

    assert health() == 200


def test_requests_swallowed_wholly():
    try:
        requests.get(HTTP, timeout=1)
    except Exception:
        pass


def test_requests_of_a_closed_port():
    with pytest.raises(requests.ConnectionError):
        requests.get("http://127.0.0.1:1/")


def test_requests_of_a_name_that_does_not_exist():
    with pytest.raises(requests.ConnectionError):
        requests.get("http://nowhere.invalid/")


def test_requests_streamed():
    with requests.get(HTTP, stream=True) as response:
        assert list(response.iter_lines())


def test_requests_prepared():
    assert session.send(requests.Request("GET", HTTP).prepare()).ok


def test_requests_vendored_by_pip():
    assert pip_requests.get(HTTP).ok


def test_urllib3_request():
    assert urllib3.request("GET", HTTP).status == 200


@pytest.mark.expect(text("HTTP"))
def test_urllib3_pool_made_at_import():
    assert pool.request("GET", HTTP).status == 200


def test_urllib3_connection_pool():
    assert urllib3.HTTPConnectionPool(*address("HTTP")).urlopen("GET", "/").status == 200


def test_urllib3_connection_from_url():
    assert urllib3.connection_from_url(HTTP).request("GET", "/").status == 200


def test_urllib3_proxy():
    assert urllib3.ProxyManager(HTTP).request("GET", "http://nowhere.invalid/").status == 200


def test_httplib2():
    response, _ = httplib2.Http(proxy_info=None).request(HTTP)
    assert response.status == 200


@pytest.mark.expect("httpx.get")
def test_httpx_get():
    assert httpx.get(HTTP, trust_env=False).status_code == 200


def test_httpx_client_made_at_import():
    assert client.get(HTTP).status_code == 200


def test_httpx_https():
    with httpx.Client(verify=trusting, trust_env=False) as own:
        assert own.get(f"https://localhost:{address('HTTPS')[1]}/").status_code == 200


def test_httpx_over_a_unix_socket():
    transport = httpx.HTTPTransport(uds=text("UNIX_HTTP"))
    with httpx.Client(transport=transport) as own:
        assert own.get("http://localhost/").status_code == 200


def test_httpx_stream():
    with client.stream("GET", HTTP) as response:
        assert response.read()


def test_httpx_error_swallowed():
    try:
        httpx.get("http://127.0.0.1:1/", trust_env=False)
    except httpx.HTTPError:
        pass


def test_httpcore_request():
    assert httpcore.request("GET", HTTP).status == 200


def test_httpcore_pool():
    with httpcore.ConnectionPool() as own:
        assert own.request("GET", HTTP).status == 200
