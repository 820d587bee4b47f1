"""Tracebacks and source lines."""

import asyncio
import contextlib
import faulthandler
import inspect
import io
import linecache
import logging
import sys
import threading
import traceback
import tracemalloc
import warnings

import pytest


def fail():
    raise ValueError("on purpose")


def caught():
    try:
        fail()
    except ValueError as error:
        return error


def test_format_exc():
    try:
        fail()
    except ValueError:
        assert "on purpose" in traceback.format_exc()


def test_print_exc(capsys):
    try:
        fail()
    except ValueError:
        traceback.print_exc()
    assert 'raise ValueError("on purpose")' in capsys.readouterr().err


def test_print_exception():
    traceback.print_exception(caught(), file=io.StringIO())


def test_format_exception():
    assert traceback.format_exception(caught())


def test_traceback_exception():
    assert list(traceback.TracebackException.from_exception(caught(), capture_locals=True).format())


def test_traceback_after_the_cache_was_cleared():
    linecache.clearcache()
    assert "raise ValueError" in "".join(traceback.format_exception(caught()))


def test_traceback_through_an_installed_library():
    import json

    try:
        json.loads("{")
    except ValueError:
        assert "decoder.py" in traceback.format_exc()


def test_traceback_through_a_library_of_others():
    import yaml

    try:
        yaml.safe_load("a: [")
    except yaml.YAMLError:
        assert traceback.format_exc()


def test_print_stack():
    traceback.print_stack(file=io.StringIO())


def test_format_stack():
    assert traceback.format_stack()


def test_extract_stack():
    assert traceback.extract_stack()[-1].line


def test_walk_of_frames():
    assert traceback.StackSummary.extract(traceback.walk_stack(None))[0].line


def test_exception_group():
    try:
        raise ExceptionGroup("two", [caught(), caught()])
    except ExceptionGroup:
        assert traceback.format_exc()


def test_chained_exceptions():
    try:
        try:
            fail()
        except ValueError as error:
            raise KeyError("other") from error
    except KeyError:
        assert "direct cause" in traceback.format_exc()


def test_line_of_this_file():
    assert "def fail" in "".join(linecache.getlines(inspect.getsourcefile(fail)))


def test_source_of_a_function():
    assert inspect.getsource(fail).startswith("def fail")


def test_source_of_a_class():
    assert inspect.getsource(contextlib.suppress)


def test_source_of_a_module():
    assert inspect.getsource(inspect)


def test_source_lines():
    assert inspect.getsourcelines(caught)[1] > 1


def test_source_file():
    assert inspect.getsourcefile(fail)


def test_file_of_a_function():
    assert inspect.getfile(fail)


def test_comments_of_a_function():
    assert inspect.getcomments(fail) is None


def test_documentation_of_a_function():
    assert inspect.getdoc(inspect.getdoc)


def test_module_of_a_frame():
    assert inspect.getmodule(inspect.currentframe())


def test_module_of_something_nameless():
    assert inspect.getmodule(compile("1", __file__, "eval")) is not None or True


def test_stack():
    assert inspect.stack()[0].code_context


def test_frame_info():
    assert inspect.getframeinfo(inspect.currentframe()).code_context


def test_inner_frames():
    assert inspect.getinnerframes(caught().__traceback__)


def test_signature():
    assert inspect.signature(fail)


def test_warning():
    with pytest.warns(UserWarning, match="careful"):
        warnings.warn("careful", stacklevel=1)


def test_warning_left_to_pytest():
    warnings.warn("careful", stacklevel=1)


def test_warning_shown(capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning("careful", UserWarning, __file__, 1)


def test_warning_formatted():
    assert "Tracebacks" in warnings.formatwarning("careful", UserWarning, __file__, 1)


def test_resource_warning_with_a_traceback():
    tracemalloc.start()
    try:
        data = [bytearray(100)]
        assert tracemalloc.get_object_traceback(data[0]).format()
    finally:
        tracemalloc.stop()


def test_logged_exception(caplog):
    try:
        fail()
    except ValueError:
        logging.getLogger("innocent").exception("failed")
    assert "on purpose" in caplog.text


def test_logged_stack(caplog):
    logging.getLogger("innocent").warning("here", stack_info=True)
    assert "Stack" in caplog.text


def test_logged_to_a_broken_stream():
    handler = logging.StreamHandler(io.StringIO())
    handler.stream.close()
    handler.emit(logging.makeLogRecord({"msg": "lost"}))


def test_except_hook(capsys):
    error = caught()
    sys.__excepthook__(type(error), error, error.__traceback__)


def test_except_hook_as_it_stands(capsys):
    error = caught()
    sys.excepthook(type(error), error, error.__traceback__)


def test_hook_of_threads(monkeypatch, capsys):
    monkeypatch.setattr(threading, "excepthook", threading.__excepthook__)
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    assert "on purpose" in capsys.readouterr().err


def test_hook_of_what_cannot_be_raised(monkeypatch, capsys):
    monkeypatch.setattr(sys, "unraisablehook", sys.__unraisablehook__)

    class Failing:
        def __del__(self):
            fail()

    Failing()
    assert "on purpose" in capsys.readouterr().err


def test_pysnooper():
    import pysnooper

    stream = io.StringIO()
    with pysnooper.snoop(stream):
        answer = 42
    assert f"answer = {answer}" in stream.getvalue()


def test_devtools(capsys):
    import devtools

    devtools.debug(42)
    assert "42" in capsys.readouterr().out


def test_faulthandler(capfd):
    faulthandler.dump_traceback()


def test_debugging_event_loop():
    async def main():
        await asyncio.sleep(0)

    asyncio.run(main(), debug=True)


def test_stack_of_a_task():
    async def main():
        stream = io.StringIO()
        asyncio.current_task().print_stack(file=stream)
        return stream.getvalue()

    assert asyncio.run(main())


def test_failure_in_a_callback_is_logged(caplog):
    async def main():
        asyncio.get_running_loop().call_soon(fail)
        await asyncio.sleep(0)

    asyncio.run(main())
    assert "on purpose" in caplog.text


def test_rich_traceback():
    import rich.console

    console = rich.console.Console(file=io.StringIO())
    try:
        fail()
    except ValueError:
        console.print_exception(show_locals=True)
    assert "on purpose" in console.file.getvalue()


def test_loguru_exception():
    import loguru

    stream = io.StringIO()
    sink = loguru.logger.add(stream, diagnose=True, backtrace=True)
    try:
        fail()
    except ValueError:
        loguru.logger.exception("failed")
    loguru.logger.remove(sink)
    assert "on purpose" in stream.getvalue()


def test_structlog_exception():
    import structlog

    stream = io.StringIO()
    logger = structlog.wrap_logger(
        structlog.PrintLogger(stream),
        processors=[structlog.processors.format_exc_info, structlog.processors.JSONRenderer()],
    )
    try:
        fail()
    except ValueError:
        logger.exception("failed")
    assert "on purpose" in stream.getvalue()


def test_assertion_of_pytest():
    with pytest.raises(AssertionError) as info:
        assert {"a": 1} == {"a": 2}
    assert info.getrepr()


def test_exception_info_rendered():
    with pytest.raises(ValueError, match="on purpose") as info:
        fail()
    assert str(info.getrepr(style="long", showlocals=True))


def test_lines_looked_up_at_once():
    assert list(traceback.TracebackException.from_exception(caught(), lookup_lines=True, capture_locals=True).format())


def test_source_of_a_lambda_in_a_library():
    import attrs

    assert inspect.getsource(attrs.define)


def test_attrs_generated_source():
    import attrs

    made = attrs.make_class("Made", ["a"])
    assert inspect.getsource(made.__init__)


def test_dis():
    import dis

    dis.dis(fail, file=io.StringIO())


def test_compile_error_with_its_text():
    with pytest.raises(SyntaxError):
        compile("a b", "<nowhere>", "exec")


def test_ignored_exception_in_del():
    class Failing:
        def __del__(self):
            fail()

    before, sys.unraisablehook = sys.unraisablehook, lambda _: traceback.format_stack()
    Failing()
    sys.unraisablehook = before
