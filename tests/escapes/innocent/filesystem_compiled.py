"""Compiled libraries: they ask what machine this is, which of them are loaded, and how they shall compile."""

import joblib
import numba
import numpy
import sklearn.cluster
import sklearn.neighbors
import threadpoolctl

POINTS = numpy.arange(8.0).reshape(-1, 1)


def test_clusters():
    assert len(sklearn.cluster.KMeans(2, n_init=1).fit(POINTS).cluster_centers_) == 2


def test_neighbours():
    model = sklearn.neighbors.KNeighborsClassifier(1).fit(POINTS, range(8))
    assert list(model.predict(POINTS)) == list(range(8))


def test_loaded_libraries():
    assert isinstance(threadpoolctl.threadpool_info(), list)


def test_physical_cores():
    assert joblib.cpu_count(only_physical_cores=True) >= 1


def test_compiled_function():
    @numba.njit
    def double(number):
        return 2 * number

    assert double(21) == 42
