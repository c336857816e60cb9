"""Lists that are written out where functions take arrays."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, UnsupportedType, grad

from ...language.compare import check

X = np.array([0.7, -1.3, 2.1])
A = np.array([[0.3, 1.2, -0.7], [2.1, -0.4, 0.9], [1.1, 0.5, -1.6]])
TARGETS = pytest.mark.parametrize("target", ["python", "cpu"])


def taken(x, a):
    columns = np.take(a, [0, 2], axis=1)
    return np.sum(x.take([0, 2, 0]) ** 2) + np.sum(np.take(a, [[0, 1], [2, 8]]) * columns[:2])


@TARGETS
def test_places(target: str) -> None:
    check(taken, X, A, target=target)


def crossed_rows(a):
    return np.sum(np.cross(a[:, :2], a[:, 1:]))


@TARGETS
@pytest.mark.filterwarnings("ignore:Arrays of 2-dimensional vectors:DeprecationWarning")
def test_products_of_rows_in_the_plane_are_refused(target: str) -> None:
    with pytest.raises(ValueError, match=r"two components each|both inputs is 2"):
        grad(crossed_rows, target=target)(A)


def stacked_numbers(x, a):
    weights = np.stack((1.0, 2.0, 3.0))  # three numbers, and not a column
    some = np.stack([x[0] * x[1], x[2], 2.0], axis=-1)
    rows = np.stack((x, [1.0, 2.0, 3.0]))
    named = (x[0], x[1] * x[2], x[1])
    return np.sum(x * weights) * (some @ x) + np.sum(rows @ a) + np.stack(named) @ some


def numbers_with_a_dimension(x, a):
    lengths = np.expand_dims(np.asarray(x[..., 0]), -1)
    pair = np.stack((np.asarray(x[..., 1] * x[..., 2]), np.asarray(x[..., 0])), axis=-1)
    rows = np.stack(arrays=(x, x * x), axis=0) @ np.expand_dims(a=x, axis=1)
    return np.sum(lengths * pair) + np.sum(np.expand_dims(a[0, 0], axis=0) * x) + rows[1, 0]


@TARGETS
@pytest.mark.parametrize("function", [stacked_numbers, numbers_with_a_dimension])
def test_numbers_in_the_place_of_arrays(function: Callable[..., float], target: str) -> None:
    check(function, X, A, target=target)


def no_such_axis_of_a_number(x, a):
    return np.sum(np.expand_dims(x[0], 1) * x)


def no_such_axis_of_numbers(x, a):
    return np.sum(np.stack((x[0], x[1]), 1))


@pytest.mark.parametrize("function", [no_such_axis_of_a_number, no_such_axis_of_numbers])
def test_numbers_have_one_new_axis(function: Callable[..., float]) -> None:
    with pytest.raises((UnsupportedSyntax, UnsupportedType)):
        grad(function)(X, A)
