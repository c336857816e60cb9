"""Lists that are written out where functions take arrays."""

from __future__ import annotations

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad

from ..language.compare import check

X = np.array([0.7, -1.3, 2.1])
A = np.array([[0.3, 1.2, -0.7], [2.1, -0.4, 0.9], [1.1, 0.5, -1.6]])
TARGETS = pytest.mark.parametrize("target", ["python", "cpu"])


def taken(x, a):
    columns = np.take(a, [0, 2], axis=1)
    return np.sum(x.take([0, 2, 0]) ** 2) + np.sum(np.take(a, [[0, 1], [2, 8]]) * columns[:2])


@TARGETS
def test_places(target: str) -> None:
    check(taken, X, A, target=target)


def crossed_in_the_plane(x):
    return np.cross([1.0, x[0]], [x[1], 2.0])


def test_products_in_the_plane_are_refused() -> None:
    with pytest.raises(UnsupportedSyntax, match="two components each"):
        grad(crossed_in_the_plane, target="python")(X)


def crossed_rows(a):
    return np.sum(np.cross(a[:, :2], a[:, 1:]))


@TARGETS
@pytest.mark.filterwarnings("ignore:Arrays of 2-dimensional vectors:DeprecationWarning")
def test_products_of_rows_in_the_plane_are_refused(target: str) -> None:
    with pytest.raises(ValueError, match=r"two components each|both inputs is 2"):
        grad(crossed_rows, target=target)(A)
