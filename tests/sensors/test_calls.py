"""An announced call is what it was, to whoever looks, calls, awaits or patches it."""

import asyncio
import inspect
import pickle
from collections.abc import Iterator
from types import ModuleType
from typing import Any
from unittest import mock

import pytest

from pytest_hermetic.sensors import bus
from pytest_hermetic.sensors.calls import Call

pytestmark = pytest.mark.small

Heard = list[tuple[str, tuple[Any, ...], bool]]


class Client:
    """A library's class, as drivers have them."""

    def connect(self, host: str, *, port: int = 1) -> str:
        """Connect."""
        return f"{host}:{port} {bus.quiet.get()}"

    @classmethod
    def from_url(cls, url: str) -> str:
        return f"{cls.__name__} {url}"

    @staticmethod
    def parse(url: str) -> str:
        return url

    async def connect_later(self, host: str) -> str:
        await asyncio.sleep(0)
        return f"{host} {bus.quiet.get()}"


class Special(Client):
    """Inherits what is announced."""


@pytest.fixture
def library() -> ModuleType:
    module = ModuleType("library")
    # Classes of each test's own, since attaching changes them.
    vars(module)["Client"] = type("Client", (), dict(vars(Client)))
    vars(module)["Special"] = type("Special", (vars(module)["Client"],), {})
    vars(module)["connections"] = []
    return module


@pytest.fixture
def heard() -> Iterator[Heard]:
    told: Heard = []

    def listener(event: str, args: tuple[Any, ...]) -> bool:
        told.append((event, args, bus.quiet.get()))
        return event == "reported"

    former = bus.listen({"reported": listener, "permitted": listener}, None)
    yield told
    bus.listen(*former)


def test_a_method_is_announced_with_all_it_was_given(library: ModuleType, heard: Heard) -> None:
    undo = Call("library", "Client.connect", "permitted").attach(library)
    client = library.Client()
    assert client.connect("h", port=2) == "h:2 False"
    assert heard == [("permitted", ((client, "h"), {"port": 2}), False)]
    undo()
    client.connect("h")
    assert len(heard) == 1


def test_what_lies_beneath_a_reported_call_is_quiet(library: ModuleType, heard: Heard) -> None:
    Call("library", "Client.connect", "reported").attach(library)
    assert library.Client().connect("h") == "h:1 True"
    assert bus.quiet.get() is False
    assert len(heard) == 1


def test_what_lies_beneath_a_permitted_call_speaks_for_itself(library: ModuleType, heard: Heard) -> None:
    Call("library", "Client.connect", "permitted").attach(library)
    assert library.Client().connect("h") == "h:1 False"
    assert len(heard) == 1


def test_a_coroutine_is_announced_when_it_runs_and_is_quiet_while_it_does(library: ModuleType, heard: Heard) -> None:
    Call("library", "Client.connect_later", "reported").attach(library)
    assert inspect.iscoroutinefunction(library.Client.connect_later)
    coroutine = library.Client().connect_later("h")
    assert heard == []
    assert asyncio.run(coroutine) == "h True"
    assert len(heard) == 1


def test_class_and_static_methods_stay_what_they_are(library: ModuleType, heard: Heard) -> None:
    undo = [Call("library", f"Client.{name}", "permitted").attach(library) for name in ("from_url", "parse")]
    assert library.Special.from_url("u") == "Special u"
    assert library.Client.parse("u") == library.Client().parse("u") == "u"
    assert len(heard) == 3
    for step in undo:
        step()
    assert isinstance(vars(library.Client)["from_url"], classmethod)
    assert vars(library.Client)["parse"] is vars(Client)["parse"]


def test_an_inherited_method_is_announced_on_the_class_that_was_named_and_taken_off_again(
    library: ModuleType, heard: Heard
) -> None:
    undo = Call("library", "Special.connect", "permitted").attach(library)
    library.Client().connect("h")
    assert heard == []
    library.Special().connect("h")
    assert len(heard) == 1
    undo()
    assert "connect" not in vars(library.Special)


def test_an_attribute_that_this_version_of_a_library_lacks_is_left_out(library: ModuleType) -> None:
    before = dict(vars(library.Client))
    Call("library", "Client.no_such_method", "permitted").attach(library)()
    Call("library", "NoSuchClass.connect", "permitted").attach(library)()
    assert dict(vars(library.Client)) == before


def test_a_hook_is_appended_to_the_library_s_own_list_and_taken_off_again(library: ModuleType, heard: Heard) -> None:
    undo = Call("library", "connections", "permitted", hook=True).attach(library)
    (announce,) = library.connections
    announce("connection")
    assert heard == [("permitted", (("connection",), {}), False)]
    undo()
    assert library.connections == []


def test_an_announced_method_looks_like_the_real_one(library: ModuleType) -> None:
    real = library.Client.connect
    Call("library", "Client.connect", "permitted").attach(library)
    announced = library.Client.connect
    assert inspect.signature(announced) == inspect.signature(real)
    assert (announced.__name__, announced.__qualname__, announced.__doc__) == ("connect", "Client.connect", "Connect.")
    assert inspect.unwrap(announced) is inspect.unwrap(real)


def test_an_announced_method_can_be_mocked_and_comes_back(library: ModuleType, heard: Heard) -> None:
    Call("library", "Client.connect", "permitted").attach(library)
    announced = vars(library.Client)["connect"]
    with mock.patch.object(library.Client, "connect", autospec=True, return_value="fake"):
        assert library.Client().connect("h") == "fake"
        with pytest.raises(TypeError):
            library.Client().connect()
    assert vars(library.Client)["connect"] is announced
    assert heard == []


def test_an_error_of_a_call_leaves_nothing_quiet(library: ModuleType, heard: Heard) -> None:
    Call("library", "Client.connect", "reported").attach(library)
    with pytest.raises(TypeError):
        library.Client().connect()
    assert bus.quiet.get() is False
    assert len(heard) == 1


def test_a_deferred_announcement_is_made_only_by_what_lies_beneath(library: ModuleType, heard: Heard) -> None:
    Call("library", "Client.connect", "permitted", deferred=True).attach(library)
    library.Client().connect("h")
    assert heard == []
    assert bus.on_behalf_of.get() is None


def test_calls_are_data() -> None:
    call = Call("library", "Client.connect", "permitted")
    assert pickle.loads(pickle.dumps(call)) == call
