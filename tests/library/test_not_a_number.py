"""Norms, medians and quantiles of what has elements that are nan."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import jvp, value_and_grad

M = np.array([[1.9, 0.3, 0.2], [0.1, 1.4, 0.5]])


def columns(x):
    return np.linalg.norm(x, 1)


def rows(x):
    return np.linalg.norm(x, np.inf)


def smallest_column(x):
    return np.linalg.norm(x, -1)


def smallest_row(x):
    return np.linalg.norm(x, -np.inf)


def largest(x):
    return np.linalg.norm(np.ravel(x), np.inf)


def middle(x):
    return np.median(x)


def percent(x):
    return np.percentile(x, 30.0)


def share(x):
    return np.quantile(x, 0.3)


EVERY = [columns, rows, smallest_column, smallest_row, largest, middle, percent, share]
QUANTILES = [middle, percent, share]


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("function", EVERY)
def test_nan_is_not_overlooked(function: Any, target: str) -> None:
    derivative = value_and_grad(function, target=target)
    for place in ((0, 0), (1, 2)):
        x = M.copy()
        x[place] = np.nan
        value, gradient = derivative(x)
        assert np.isnan(value)
        assert np.isnan(gradient[place])
        if function in QUANTILES:
            assert np.isnan(gradient).all()
    np.testing.assert_allclose(derivative(M)[0], function(M))


@pytest.mark.parametrize("function", QUANTILES)
def test_tangents_of_quantiles_that_are_nan(function: Any) -> None:
    x = M.copy()
    x[1, 2] = np.nan
    assert np.isnan(jvp(function, target="python")(x, np.ones((2, 3)))[1])


def test_quantiles_of_what_is_known_overlook_nan() -> None:
    x = np.array([3.0, np.nan, 1.0])
    value, gradient = value_and_grad(lambda x: np.nanmedian(x), target="python")(x)
    assert value == 2.0
    np.testing.assert_array_equal(gradient, [0.5, 0.0, 0.5])
