"""The subprocess module, named as the user called it."""

import subprocess
import sys
from functools import partial
from pathlib import Path
from subprocess import PIPE, Popen, check_output
from subprocess import run as sh

import pytest

TRUE = ["/bin/true"]
quietly = partial(subprocess.run, TRUE, check=True)
class_itself = subprocess.Popen


class Tool:
    launch = staticmethod(subprocess.check_call)

    def __init__(self, runner=subprocess.run):
        self.runner = runner


class Watched(subprocess.Popen):
    pass


@pytest.mark.expect("subprocess.run")
def test_run():
    assert subprocess.run(["/bin/echo", "hello"], capture_output=True).stdout == b"hello\n"


@pytest.mark.expect("subprocess.call")
def test_call():
    assert subprocess.call(TRUE) == 0


@pytest.mark.expect("subprocess.check_call")
def test_check_call():
    assert subprocess.check_call(TRUE) == 0


@pytest.mark.expect("subprocess.check_output")
def test_check_output():
    assert subprocess.check_output(["/bin/echo", "hello"]) == b"hello\n"


@pytest.mark.expect("subprocess.Popen")
def test_popen():
    with subprocess.Popen(TRUE) as process:
        assert process.wait() == 0


@pytest.mark.expect("subprocess.getoutput")
def test_getoutput():
    assert subprocess.getoutput("echo hello") == "hello"


@pytest.mark.expect("subprocess.getstatusoutput")
def test_getstatusoutput():
    assert subprocess.getstatusoutput("exit 3") == (3, "")


@pytest.mark.expect("subprocess.run")
def test_run_under_another_name():
    assert sh(TRUE).returncode == 0


@pytest.mark.expect("subprocess.check_output")
def test_check_output_imported_by_name():
    assert check_output(["/bin/echo", "hello"], text=True) == "hello\n"


@pytest.mark.expect("subprocess.Popen")
def test_popen_imported_by_name():
    assert Popen(TRUE).wait() == 0


@pytest.mark.expect("subprocess.run")
def test_partial():
    assert quietly().returncode == 0


def test_class_bound_at_import():
    assert class_itself(TRUE).wait() == 0


def test_class_attribute():
    assert Tool.launch(TRUE) == 0


def test_default_argument():
    assert Tool().runner(TRUE).returncode == 0


def test_subclass():
    assert Watched(TRUE).wait() == 0


def test_map():
    assert list(map(subprocess.call, [TRUE, TRUE])) == [0, 0]


def test_getattr():
    assert getattr(subprocess, "ru" + "n")(TRUE).returncode == 0


def test_popen_without_init():
    process = Popen.__new__(Popen)
    process.__init__(TRUE)
    assert process.wait() == 0


def test_command_as_a_string():
    assert subprocess.run("/bin/true").returncode == 0


def test_command_as_bytes():
    assert subprocess.run([b"/bin/true"]).returncode == 0


def test_command_as_a_path():
    assert subprocess.run(Path("/bin/true")).returncode == 0


def test_command_as_a_tuple():
    assert subprocess.run(("/bin/echo", "a", "b"), stdout=PIPE).stdout == b"a b\n"


def test_shell():
    assert subprocess.run("exit 0", shell=True).returncode == 0


def test_shell_pipeline():
    assert subprocess.check_output("echo hello | tr h j", shell=True) == b"jello\n"


def test_other_executable():
    assert subprocess.run(["renamed"], executable="/bin/true").returncode == 0


def test_name_searched_on_the_path():
    assert subprocess.run(["true"]).returncode == 0


def test_python_itself():
    assert subprocess.run([sys.executable, "-c", "pass"]).returncode == 0


def test_nothing_inherited():
    assert subprocess.run(TRUE, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode == 0


def test_input_given():
    assert subprocess.run(["/bin/cat"], input=b"hello", stdout=PIPE).stdout == b"hello"


def test_two_joined_by_a_pipe():
    with Popen(["/bin/echo", "a"], stdout=PIPE) as first, Popen(["/bin/cat"], stdin=first.stdout, stdout=PIPE) as cat:
        assert cat.communicate()[0] == b"a\n"


def test_file_descriptors_left_open():
    assert subprocess.run(TRUE, close_fds=False).returncode == 0


def test_function_before_exec():
    assert subprocess.run(TRUE, preexec_fn=lambda: None).returncode == 0


def test_new_session():
    assert subprocess.run(TRUE, start_new_session=True).returncode == 0


def test_own_environment():
    assert subprocess.run(TRUE, env={}).returncode == 0


def test_timeout():
    with pytest.raises(subprocess.TimeoutExpired):
        subprocess.run(["/bin/sleep", "5"], timeout=0.05)


def test_checked_failure():
    with pytest.raises(subprocess.CalledProcessError):
        subprocess.run(["/bin/false"], check=True)


def test_program_that_does_not_exist():
    with pytest.raises(FileNotFoundError):
        subprocess.run(["/nowhere/program"])


def test_is_installed_helper():
    def is_installed(program):
        try:
            subprocess.run([program, "--version"], capture_output=True, check=True)
        except (OSError, subprocess.SubprocessError):
            return False
        return True

    assert not is_installed("/nowhere/program")


def test_version_from_git_helper():
    def version():
        try:
            return subprocess.check_output(["git", "describe"], stderr=subprocess.DEVNULL)
        except Exception:
            return "unknown"

    assert version()


def test_exec_of_code():
    exec("import subprocess\nassert subprocess.call(['/bin/true']) == 0")
