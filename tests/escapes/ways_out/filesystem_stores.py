"""Caches, locks, loggers and other things that libraries keep on disk."""

import pickle

import cachecontrol.caches
import cloudpickle
import dill
import filelock
import loguru
import platformdirs
import portalocker
import pythonjsonlogger.json
import send2trash
import structlog
import tinydb
import watchdog.events
import watchdog.observers
import watchdog.utils.dirsnapshot
from filelock import FileLock, SoftFileLock


def test_filelock(box):
    with FileLock(box / "lock"):
        pass


def test_soft_filelock(box):
    with SoftFileLock(str(box / "lock")):
        pass


def test_filelock_acquired_and_released(box):
    lock = filelock.UnixFileLock(str(box / "lock"))
    lock.acquire()
    lock.release()


def test_portalocker(box):
    with portalocker.Lock(str(box / "lock"), timeout=1) as file:
        file.write("locked")


def test_cloudpickle_dump(box):
    with open(box / "a.pickle", "wb") as file:
        cloudpickle.dump(lambda: 1, file)


def test_dill_dump(box):
    with open(box / "a.dill", "wb") as file:
        dill.dump(lambda: 1, file)


def test_file_cache(box):
    cache = cachecontrol.caches.FileCache(str(box / "cache"))
    cache.set("key", b"value")


def test_platformdirs_ensured(box, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(box / "data"))
    assert platformdirs.user_data_dir("escapes", ensure_exists=True)


def test_platformdirs_path_made(box, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(box / "cache"))
    assert platformdirs.PlatformDirs("escapes", ensure_exists=True).user_cache_path


def test_tinydb(box):
    with tinydb.TinyDB(box / "db.json") as db:
        db.insert({"a": 1})


def test_loguru_sink(box):
    sink = loguru.logger.add(box / "log")
    loguru.logger.remove(sink)


def test_structlog_into_a_file(box):
    with open(box / "log", "w") as file:
        structlog.wrap_logger(structlog.PrintLogger(file)).info("hello")


def test_json_logger_into_a_file(box):
    import logging

    handler = logging.FileHandler(box / "log")
    handler.setFormatter(pythonjsonlogger.json.JsonFormatter())
    handler.emit(logging.makeLogRecord({"msg": "hello"}))
    handler.close()


def test_send_to_trash(box, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(box / "data"))
    try:
        send2trash.send2trash(str(box / "text.txt"))
    except OSError as error:
        assert error


def test_watchdog_snapshot(box):
    assert watchdog.utils.dirsnapshot.DirectorySnapshot(str(box)).paths


def test_watchdog_polling(box):
    from watchdog.observers.polling import PollingObserver

    observer = PollingObserver(timeout=0.01)
    observer.schedule(watchdog.events.FileSystemEventHandler(), str(box))
    observer.start()
    observer.stop()
    observer.join()


def test_pickle_of_a_path_opened_by_pathlib(box):
    (box / "a").write_bytes(pickle.dumps(1))
    assert pickle.loads((box / "a").read_bytes()) == 1
