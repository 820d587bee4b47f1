"""numpy, scipy and joblib."""

import joblib
import numpy as np
import pytest
import scipy.io
import scipy.io.wavfile
from numpy import load, save

DATA = np.arange(6)


@pytest.fixture(scope="module")
def arrays(tmp_path_factory):
    folder = tmp_path_factory.mktemp("arrays")
    np.save(folder / "a.npy", DATA)
    np.savez(folder / "a.npz", a=DATA)
    DATA.tofile(folder / "a.raw")
    np.savetxt(folder / "a.txt", DATA)
    joblib.dump(DATA, folder / "a.joblib")
    scipy.io.savemat(folder / "a.mat", {"a": DATA})
    return folder


def test_load(arrays):
    assert load(arrays / "a.npy").size == 6


def test_load_memory_mapped(arrays):
    assert np.load(arrays / "a.npy", mmap_mode="r").size == 6


def test_load_compressed(arrays):
    with np.load(arrays / "a.npz") as file:
        assert file["a"].size == 6


def test_save(box):
    save(box / "a.npy", DATA)


def test_savez(box):
    np.savez(box / "a.npz", a=DATA)


def test_savez_compressed(box):
    np.savez_compressed(box / "a.npz", a=DATA)


def test_savetxt(box):
    np.savetxt(box / "a.txt", DATA)


def test_loadtxt(arrays):
    assert np.loadtxt(arrays / "a.txt").size == 6


def test_genfromtxt(arrays):
    assert np.genfromtxt(arrays / "a.txt").size == 6


def test_fromfile(arrays):
    assert np.fromfile(arrays / "a.raw", dtype=DATA.dtype).size == 6


def test_tofile(box):
    DATA.tofile(box / "a.raw")


def test_memmap(box):
    assert np.memmap(box / "a.map", dtype="u1", mode="w+", shape=3).size == 3


def test_dump(box):
    DATA.dump(box / "a.pickle")


def test_fromregex(arrays):
    assert np.fromregex(arrays / "a.txt", r"(\d)\.", [("n", "i4")]).size


def test_joblib_dump(box):
    joblib.dump(DATA, box / "a.joblib")


def test_joblib_load(arrays):
    assert joblib.load(arrays / "a.joblib").size == 6


def test_joblib_memory(box):
    assert joblib.Memory(box / "cache", verbose=0).cache(abs)(-1) == 1


def test_scipy_loadmat(arrays):
    assert scipy.io.loadmat(arrays / "a.mat")["a"].size == 6


def test_scipy_savemat(box):
    scipy.io.savemat(box / "a.mat", {"a": DATA})


def test_scipy_wav(box):
    scipy.io.wavfile.write(box / "a.wav", 8000, DATA.astype("int16"))
