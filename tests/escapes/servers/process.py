"""A process that was there before the test, for the cases that signal one; it ends with the runner."""

import subprocess
import sys

PATIENT = """
import signal, sys
for number in (signal.SIGHUP, signal.SIGINT, signal.SIGUSR1, signal.SIGUSR2, signal.SIGTERM):
    signal.signal(number, signal.SIG_IGN)
print("ready", flush=True)
sys.stdin.read()
"""


def main() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PATIENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    ) as bystander:
        assert bystander.stdout
        bystander.stdout.readline()
        sys.stdout.write(f"BYSTANDER={bystander.pid}\nREADY\n")
        sys.stdout.flush()
        sys.stdin.read()
        bystander.kill()


if __name__ == "__main__":
    main()
