"""pytest-asyncio, anyio and pytest-trio: their tests and fixtures count like any others."""

from __future__ import annotations

import pytest

from inner_runs import PREAMBLE, Run, inner
from requirements import requirement

pytestmark = pytest.mark.medium

_ASYNCIO = (
    *("-p", "pytest_asyncio.plugin", "-o", "asyncio_mode=auto"),
    *("-o", "asyncio_default_fixture_loop_scope=function"),
)


@inner(
    """
    import asyncio

    async def test_looks():
        touch()

    async def test_swallows():
        try:
            touch()
        except Exception:
            pass

    async def test_gathers():
        async def looks():
            touch()
        await asyncio.gather(looks(), return_exceptions=True)

    async def test_innocent():
        await asyncio.sleep(0)
        assert await asyncio.to_thread(sum, [1, 2]) == 3

    @pytest.fixture
    async def before():
        touch()

    @pytest.fixture
    async def after():
        yield
        touch()

    async def test_before(before): pass
    async def test_after(after): pass

    @pytest.mark.medium
    async def test_free(before, after):
        assert touch()
        reader, writer = await asyncio.open_connection("127.0.0.1", 1) if False else (1, 2)
        process = await asyncio.create_subprocess_exec("true")
        assert await process.wait() == 0
    """,
    *_ASYNCIO,
)
def test_asyncio_tests_and_their_fixtures_of_function_scope_count(came: Run) -> None:
    assert came.outcomes() == {
        "test_looks": "failed",
        "test_swallows": "failed",
        "test_gathers": "failed",
        "test_innocent": "passed",
        "test_before": "failed in setup",
        "test_after": "failed in teardown",
        "test_free": "passed",
    }, came.text()


@inner(
    """
    import asyncio
    import pytest_asyncio

    pytestmark = [pytest.mark.small, pytest.mark.asyncio(loop_scope="session")]

    @pytest_asyncio.fixture(scope="session", loop_scope="session")
    async def server():
        touch()
        jobs, answers = asyncio.Queue(), asyncio.Queue()
        async def serve():
            while await jobs.get():
                await answers.put(1)
        task = asyncio.create_task(serve())
        yield jobs, answers
        await jobs.put(None)
        await task
        touch()

    async def test_uses_server(server):
        jobs, answers = server
        await jobs.put(1)
        assert await answers.get() == 1

    async def test_looks_in_a_reused_worker_thread():
        with pytest.raises(Exception):
            await asyncio.to_thread(touch)

    async def test_rests_in_a_reused_worker_thread():
        assert await asyncio.to_thread(sum, [1]) == 1

    async def test_looks_again_in_a_reused_worker_thread():
        with pytest.raises(Exception):
            await asyncio.get_running_loop().run_in_executor(None, touch)

    @pytest.mark.medium
    async def test_free_in_a_reused_worker_thread():
        assert await asyncio.to_thread(touch)

    async def test_leaves_a_task_behind():
        async def later():
            await asyncio.sleep(0.01)
            try:
                touch()
            except BaseException as error:
                late.append(error)
            else:
                late.append("free")
        asyncio.create_task(later())

    late = []
    """,
    *_ASYNCIO,
)
def test_a_session_wide_loop_carries_nothing_from_test_to_test(came: Run) -> None:
    assert came.outcomes() == {
        "test_uses_server": "passed",
        "test_looks_in_a_reused_worker_thread": "failed",
        "test_rests_in_a_reused_worker_thread": "passed",
        "test_looks_again_in_a_reused_worker_thread": "failed",
        "test_free_in_a_reused_worker_thread": "passed",
        "test_leaves_a_task_behind": "passed",
    }, came.text()


@inner(
    """
    import anyio

    pytestmark = [pytest.mark.small, pytest.mark.anyio]

    @pytest.fixture(params=["asyncio", "trio"])
    def anyio_backend(request):
        return request.param

    async def test_looks():
        touch()

    async def test_thread():
        with pytest.raises(Exception):
            await anyio.to_thread.run_sync(touch)

    async def test_group():
        async def looks():
            touch()
        with pytest.raises(BaseException):
            async with anyio.create_task_group() as group:
                group.start_soon(looks)

    async def test_innocent():
        async with anyio.create_task_group() as group:
            group.start_soon(anyio.sleep, 0)
        assert await anyio.to_thread.run_sync(sum, [1, 2]) == 3

    @pytest.fixture
    async def before():
        touch()

    @pytest.fixture
    async def after():
        yield
        touch()

    @pytest.fixture
    async def harmless():
        await anyio.sleep(0)
        yield 1
        await anyio.sleep(0)

    async def test_before(before): pass
    async def test_after(after): pass
    async def test_harmless(harmless): assert harmless == 1

    async def test_file():
        await anyio.Path("data.txt").exists()

    async def test_process():
        await anyio.run_process(["true"])

    async def test_connects():
        await anyio.connect_tcp("127.0.0.1", 1)
    """,
    "-p",
    "anyio.pytest_plugin",
)
@requirement("ADR-001-36")
def test_anyio_tests_and_fixtures_count_on_either_backend(came: Run) -> None:
    expected = {
        "test_looks": "failed",
        "test_thread": "failed",
        "test_group": "failed",
        "test_innocent": "passed",
        "test_before": "failed in setup",
        "test_after": "failed in teardown",
        "test_harmless": "passed",
        "test_file": "failed",
        "test_process": "failed",
        "test_connects": "failed",
    }
    assert came.outcomes() == {
        f"{name}[{backend}]": outcome for name, outcome in expected.items() for backend in ("asyncio", "trio")
    }, came.text()


@inner(
    """
    import trio

    async def test_looks():
        touch()

    async def test_thread():
        with pytest.raises(Exception):
            await trio.to_thread.run_sync(touch)

    async def test_innocent(nursery, autojump_clock):
        nursery.start_soon(trio.sleep, 10)
        await trio.sleep(1)
        assert await trio.to_thread.run_sync(sum, [1, 2]) == 3
        nursery.cancel_scope.cancel()

    @pytest.fixture
    async def before():
        touch()

    @pytest.fixture
    async def after():
        yield
        touch()

    async def test_before(before): pass
    async def test_after(after): pass

    async def test_file():
        await trio.Path("data.txt").exists()
    """,
    "-p",
    "pytest_trio.plugin",
    "-o",
    "trio_mode=true",
)
def test_trio_tests_and_fixtures_count(came: Run) -> None:
    assert came.outcomes() == {
        "test_looks": "failed",
        "test_thread": "failed",
        "test_innocent": "passed",
        "test_before": "failed",
        "test_after": "failed",
        "test_file": "failed",
    }, came.text()


@inner(
    """
    from hypothesis import given, settings, strategies as st, HealthCheck, Phase

    @given(st.integers())
    def test_innocent(number):
        assert number + 0 == number

    @settings(max_examples=20)
    @given(st.lists(st.text()))
    def test_finds_a_bug(texts):
        assert len(texts) < 3

    @settings(max_examples=5)
    @given(st.booleans())
    def test_looks(looks):
        touch()

    @settings(max_examples=5, print_blob=True)
    @given(st.booleans())
    def test_swallows(looks):
        try:
            touch()
        except Exception:
            pass

    @given(st.data())
    @settings(max_examples=5, suppress_health_check=list(HealthCheck))
    def test_draws(data):
        assert data.draw(st.dates())

    @given(st.timezones(), st.emails(), st.from_regex("[a-z]+"), st.characters())
    @settings(max_examples=5)
    def test_strategies(zone, email, letters, character):
        assert letters
    """,
    "-p",
    "_hypothesis_pytestplugin",
)
def test_hypothesis_may_keep_its_database_and_the_properties_may_not_look(came: Run) -> None:
    assert came.outcomes() == {
        "test_innocent": "passed",
        "test_finds_a_bug": "failed",
        "test_looks": "failed",
        "test_swallows": "failed",
        "test_draws": "passed",
        "test_strategies": "passed",
    }, came.text()
    assert len(came.violations()) == 2
    assert "assert 3 < 3" in came.text()


@inner(
    """
    import asyncio
    import anyio
    ADDRESS = "127.0.0.1", 9

    async def test_by_asyncio():
        before = None
        await asyncio.wait_for(asyncio.open_connection(*ADDRESS), 1)

    async def test_by_anyio():
        before = None
        await anyio.connect_tcp(*ADDRESS)
    """,
    *_ASYNCIO,
)
def test_a_task_that_a_library_started_is_told_at_the_line_that_waits_for_it(came: Run) -> None:
    above = PREAMBLE.count("\n")
    for test, line, through in [("test_by_asyncio", 8, "asyncio."), ("test_by_anyio", 12, "anyio.connect_tcp")]:
        (violation,) = came.violations(test)
        assert violation["at"].endswith(f".py:{above + line}"), violation
        assert violation["through"].startswith(through)


@inner(
    """
    import trio

    def test_it():
        trio.run(trio.run_process, ["true"])
    """
)
def test_what_a_thread_of_trio_does_is_called_by_its_own_name(came: Run) -> None:
    (violation,) = came.violations()
    assert "subprocess.Popen: true" in violation["details"]
