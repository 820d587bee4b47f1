"""No credential survives `mask`, whatever it is made of; what is no credential does."""

import shlex
from urllib.parse import quote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pytest_hermetic.masking import mask

pytestmark = pytest.mark.small

# Long enough, and of letters that no text around it has, so that finding it again means that it leaked.
_ODD = "ÄÖÜxqXQ7590@:/?#&=;,.'\"\\{}()[]<>|$%^*!~` -_+"
passwords = st.text(alphabet=_ODD, min_size=6, max_size=24).filter(lambda text: sum(c.isalnum() for c in text) >= 4)
plain = st.text(alphabet="ÄÖÜxqXQ7590@:.,;!$%^*~-_+=", min_size=6, max_size=24).filter(
    lambda text: sum(c.isalnum() for c in text) >= 4 and not text.startswith("-")
)


def leaks(secret: str, text: str) -> bool:
    """Whether any run of four characters of the secret with a letter or digit in it can still be read."""
    runs = (secret[start : start + 4] for start in range(len(secret) - 3))
    return any(run in text for run in runs if sum(c.isalnum() for c in run) >= 3)


@given(passwords)
@example("a/b@c:d?e#f7")
def test_a_password_in_a_url_is_masked(password: str) -> None:
    shown = mask(f"postgresql://app:{quote(password, safe='')}@db.example:5432/app")
    assert shown == "postgresql://app:***@db.example:5432/app"


@given(plain)
def test_an_unescaped_password_in_a_url_is_masked(password: str) -> None:
    assert not leaks(password, mask(f"mongodb://app:{password}@db.example/app"))


@given(passwords, st.sampled_from(["password", "sslpassword", "token", "access_token", "passwd", "api_key", "apikey"]))
def test_a_secret_in_a_query_string_is_masked(secret: str, name: str) -> None:
    shown = mask(f"https://db.example/app?user=me&{name}={quote(secret, safe='')}&mode=ro")
    assert shown == f"https://db.example/app?user=me&{name}=***&mode=ro"


@given(passwords, st.sampled_from(["password", "sslpassword", "passfile_password"]))
def test_a_quoted_password_in_a_libpq_string_is_masked(password: str, name: str) -> None:
    escaped = password.replace("\\", "\\\\").replace("'", "\\'")
    shown = mask(f"host=db.example {name}='{escaped}' dbname=app")
    assert not leaks(password, shown)
    assert shown.startswith("host=db.example ")


@given(plain)
def test_an_unquoted_password_in_a_libpq_string_is_masked(password: str) -> None:
    assert mask(f"host=db.example password={password} dbname=app") == "host=db.example password=*** dbname=app"


@given(passwords, st.sampled_from(["PWD", "Password", "pwd"]))
def test_a_braced_password_in_an_odbc_string_is_masked(password: str, name: str) -> None:
    shown = mask(f"Driver={{x}};Server=db.example;{name}={{{password.replace('}', '}}')}}};Database=app")
    assert shown == f"Driver={{x}};Server=db.example;{name}=***;Database=app"


@given(passwords.filter(lambda text: ";" not in text and text.strip()[:1] not in {"{", "'", '"'}))
def test_an_unbraced_password_in_an_odbc_string_is_masked(password: str) -> None:
    assert not leaks(password, mask(f"Server=db.example;UID=me;PWD={password};Database=app"))


@given(passwords, st.sampled_from(["--password", "--token", "--api-key", "--db-password", "--secret"]))
def test_a_secret_option_is_masked_however_a_shell_quotes_it(secret: str, option: str) -> None:
    assert not leaks(secret, mask(shlex.join(["tool", f"{option}={secret}", "run"])))
    assert not leaks(secret, mask(shlex.join(["tool", option, secret, "run"]))) or secret.startswith("-")


@given(passwords)
def test_a_secret_in_the_environment_of_a_command_is_masked(secret: str) -> None:
    assert not leaks(secret, mask(f"PGPASSWORD={shlex.quote(secret)} psql -h db.example app"))


@given(passwords)
def test_a_secret_in_a_printed_dictionary_is_masked(secret: str) -> None:
    assert not leaks(secret, mask(repr({"host": "db.example", "password": secret, "port": 5432})))
    assert not leaks(secret, mask(f"connect(host='db.example', password={secret!r}, port=5432)"))


@given(passwords)
def test_masking_twice_changes_nothing_more(secret: str) -> None:
    once = mask(f"mysql -pabc {secret} --password={secret} https://u:{secret}@h/?token={secret}")
    assert mask(once).count("***") >= 1
    assert not leaks("abc4abc4", mask(once))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("mysql -u root -phunter2 app", "mysql -u root -p*** app"),
        ("mysqldump -phunter2 --all", "mysqldump -p*** --all"),
        ("/usr/bin/mysql --password=x -h h", "/usr/bin/mysql --password=*** -h h"),
        ("redis-cli -h h -a SECRET ping", "redis-cli -h h -a *** ping"),
        ("sshpass -p SECRET ssh host", "sshpass -p *** ssh host"),
        ("docker login -u me -p SECRET registry.example", "docker login -u me -p *** registry.example"),
        ("docker run -p 8080:80 image", "docker run -p 8080:80 image"),
        ("mongosh -u me -p SECRET host", "mongosh -u me -p *** host"),
        ("ldapsearch -D cn=me -w SECRET -b x", "ldapsearch -D cn=me -w *** -b x"),
        ("sqlcmd -S h -U sa -P SECRET", "sqlcmd -S h -U sa -P ***"),
        ("unzip -P SECRET a.zip", "unzip -P *** a.zip"),
        ("openssl enc -aes256 -k SECRET", "openssl enc -aes256 -k ***"),
        ("curl -u me:SECRET https://h/", "curl -u *** https://h/"),
        ("curl -H 'Authorization: Bearer abcdef123' h", "curl -H 'Authorization: Bearer ***' h"),
        ("https://ghp_abc@github.com/a/b.git", "https://***@github.com/a/b.git"),
        ("oracle scott/tiger@db.example/xe", "oracle scott/***@db.example/xe"),
        ("redis://:SECRET@h:6379/0", "redis://:***@h:6379/0"),
        ("MYSQL_PWD=x mysql", "MYSQL_PWD=*** mysql"),
    ],
)
def test_the_common_forms(text: str, shown: str) -> None:
    assert mask(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":memory:",
        "git status --short",
        "postgresql://db.example:5432/app",
        "postgresql://me@db.example/app",
        "http://localhost:8080/users/@me",
        "mysql -h db.example -P 3307 app",
        "pytest -p no:cacheprovider tests",
        "ssh me@db.example",
        "docker run -p 8080:80 nginx",
        "src/app/db.py",
        "python -m pip install ./pkg@1.0",
    ],
)
def test_what_is_no_credential_stays(text: str) -> None:
    assert mask(text) == text
