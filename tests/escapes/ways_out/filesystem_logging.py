"""Log files."""

import logging
import logging.config
import logging.handlers
import tracemalloc

import pytest


def test_file_handler(box):
    handler = logging.FileHandler(box / "log")
    handler.close()


def test_delayed_file_handler_that_logs(box):
    handler = logging.FileHandler(box / "log", delay=True)
    handler.emit(logging.makeLogRecord({"msg": "hello"}))
    handler.close()


def test_rotating_file_handler(box):
    handler = logging.handlers.RotatingFileHandler(box / "log", maxBytes=1, backupCount=1)
    handler.doRollover()
    handler.close()


def test_timed_rotating_file_handler(box):
    logging.handlers.TimedRotatingFileHandler(box / "log").close()


def test_watched_file_handler(box):
    logging.handlers.WatchedFileHandler(box / "log").close()


def test_basic_config(box):
    root = logging.getLogger()
    before = root.handlers[:]
    logging.basicConfig(filename=box / "log", force=True)
    for handler in root.handlers:
        handler.close()
    root.handlers = before


def test_dict_config(box):
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "handlers": {"file": {"class": "logging.FileHandler", "filename": str(box / "log")}},
            "loggers": {"escapes": {"handlers": ["file"]}},
        }
    )
    logging.getLogger("escapes").handlers.clear()


def test_file_config(box):
    with pytest.raises((KeyError, RuntimeError)):
        logging.config.fileConfig(box / "settings.ini")


@pytest.fixture(scope="module")
def memory():
    tracemalloc.start()
    yield tracemalloc.take_snapshot()
    tracemalloc.stop()


def test_tracemalloc_dump(memory, box):
    memory.dump(str(box / "memory"))


def test_profile_dump(box):
    import cProfile

    profile = cProfile.Profile()
    profile.runcall(sum, [1])
    profile.dump_stats(box / "profile")


def test_profile_load(box):
    import pstats

    with pytest.raises((OSError, ValueError, EOFError, TypeError)):
        pstats.Stats(str(box / "text.txt"))


def test_faulthandler_into_a_file(box):
    import faulthandler

    with open(box / "dump", "w") as file:
        faulthandler.dump_traceback(file)


def test_trace_results_written(box):
    import trace

    trace.CoverageResults().write_results(coverdir=str(box / "coverage"))
    trace.CoverageResults(infile=str(box / "counts"), outfile=str(box / "counts")).write_results(coverdir=str(box))
