"""Process modules of the standard library that 3.13 removed."""

import pipes


def test_template():
    template = pipes.Template()
    template.prepend("echo hello", ".-")
    with template.open("/dev/null", "r") as stream:
        assert stream.read() == "hello\n"
