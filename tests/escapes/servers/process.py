"""Processes that were there before the test, for the cases that signal one; they end with the runner."""

import subprocess
import sys

PATIENT = "import signal, sys; [signal.signal(s, signal.SIG_IGN) for s in (1, 2, 10, 12, 15)]; print('ready', flush=True); sys.stdin.read()"


def main() -> None:
    command = [sys.executable, "-c", PATIENT]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    ) as bystander:
        assert bystander.stdout
        bystander.stdout.readline()
        print(f"BYSTANDER={bystander.pid}", flush=True)
        print("READY", flush=True)
        sys.stdin.read()
        bystander.kill()


if __name__ == "__main__":
    main()
