"""Any mixture of mocks, fixtures and violations leaves `open`, `os.stat` and their like the objects they were."""

import pytest

from inner_runs import Run, inner

pytestmark = pytest.mark.medium

MIXTURES = 150
_PLUGINS = ("-ppyfakefs.pytest_plugin", "-ppytest_mock")


@inner(
    f"""
    import builtins, contextlib, io, pathlib, random, shutil, socket, subprocess, threading
    from unittest import mock
    from pyfakefs.fake_filesystem_unittest import Patcher

    NAMED = [(builtins, "open"), (io, "open"), (subprocess, "run"), (subprocess, "Popen"), (socket, "socket")]
    NAMED += [(os, name) for name in vars(os) if callable(vars(os)[name])]
    NAMED += [(os.path, name) for name in vars(os.path) if callable(vars(os.path)[name])]
    NAMED += [(pathlib.Path, name) for name in vars(pathlib.Path)] + [(shutil, "rmtree"), (os.DirEntry, "is_symlink")]
    BEFORE = [vars(where)[name] for where, name in NAMED]
    ENTRY = next(os.scandir())

    def patch(*where, **how):
        return lambda stack, request: stack.enter_context(mock.patch(*where, **how))

    # What stays until the test is torn down still has to work for pytest, which reports meanwhile.
    def monkey(where, name):
        real = getattr(where, name)
        value = lambda *args, **kwargs: real(*args, **kwargs)
        return lambda stack, request: request.getfixturevalue("monkeypatch").setattr(where, name, value)

    def quietly(violate):
        def swallow(stack, request):
            with contextlib.suppress(Exception):
                violate()
        return swallow

    def in_a_thread(stack, request):
        thread = threading.Thread(target=quietly(touch), args=(stack, request))
        thread.start()
        thread.join()

    def fixture(name, use=lambda value: None):
        return lambda stack, request: use(request.getfixturevalue(name))

    # What lasts for the test comes first, and no two that last are about one name: undoing such goes wrong by itself.
    LASTING = [
        monkey(os, "listdir"), monkey(os, "remove"), monkey(shutil, "rmtree"), monkey(builtins, "open"),
        fixture("mocker", lambda mocker: mocker.patch("os.stat", side_effect=os.stat)),
        fixture("mocker", lambda mocker: mocker.spy(os, "access")), fixture("mocker", lambda mocker: mocker.stopall()),
        fixture("monkeypatch", lambda patching: patching.undo()), fixture("fs"), fixture("tmp_path"),
    ]
    PASSING = [
        patch("builtins.open", new_callable=mock.mock_open), patch("builtins.open", autospec=True), patch("io.open"),
        patch("os.stat"), patch("os.lstat", return_value=1), patch("os.access", autospec=True), patch("os.scandir"),
        patch("os.path.exists", return_value=True), patch("pathlib.Path.read_text"), patch("pathlib.os.listdir"),
        patch("subprocess.run"), patch("subprocess.Popen", autospec=True), patch("socket.socket"), patch("os.readlink"),
        quietly(touch), quietly(lambda: open("data.txt")), quietly(lambda: os.stat("data.txt")), quietly(ENTRY.stat),
        quietly(lambda: pathlib.Path("x").write_text("x")), quietly(lambda: subprocess.run(["true"])),
        quietly(lambda: socket.create_connection(("127.0.0.1", 9))), quietly(lambda: shutil.rmtree("nothing")),
        in_a_thread,
        lambda stack, request: stack.enter_context(Patcher()),
        lambda stack, request: stack.close(),
    ]

    def mix(chosen, request):
        with contextlib.ExitStack() as stack:
            lasting = chosen.sample(LASTING, chosen.randint(0, 3))
            for action in lasting + chosen.sample(PASSING, chosen.randint(1, 5)):
                action(stack, request)
            if chosen.random() < 0.3:
                raise ValueError("of the test's own")
            if chosen.random() < 0.3:
                os.stat("data.txt")

    SIZES = [pytest.mark.small, pytest.mark.medium]

    @pytest.mark.parametrize("number", [pytest.param(n, marks=SIZES[n % 2]) for n in range(2 * {MIXTURES})])
    def test_mixture(number, request):
        if number % 2 == 0:
            return mix(random.Random(number), request)
        changed = [name for (where, name), was in zip(NAMED, BEFORE) if vars(where)[name] is not was]
        assert changed == []
        assert "data.txt" in touch() and os.stat("data.txt").st_size == 4 and ENTRY.stat()
    """,
    *_PLUGINS,
)
def test_any_mixture_leaves_everything_as_it_was_and_the_next_test_free(came: Run) -> None:
    outcomes = came.outcomes()
    assert len(outcomes) == 2 * MIXTURES, came.output[-3000:]
    checks = {name: outcome for name, outcome in outcomes.items() if int(name.partition("[")[2].rstrip("]")) % 2}
    assert checks == dict.fromkeys(checks, "passed"), came.text()[-3000:]
    assert {"passed", "failed"} <= set(outcomes.values())
