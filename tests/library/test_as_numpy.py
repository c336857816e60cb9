"""What NumPy does with rarer operands is done here, too, or refused."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad, jvp, vjp

V = np.array([0.7, 1.9, 1.2, 0.9])
M = np.array([[0.7, 1.9, 1.2, 0.9], [1.5, 0.6, 1.1, 1.7], [1.3, 0.8, 1.6, 1.4]])
T = np.reshape(np.cos(np.arange(24.0)) + 2.0, (2, 3, 4))
SMALL = np.array([[100, 100, 3], [100, 50, 7]], np.int8)
WIDE = np.array([[0, 1], [2, 0]])
PLACES = np.array([0, 2, 1, 0])
ONE = np.array([1])
TIES = np.round(np.cos(np.arange(60.0)).reshape((3, 20)))
INFINITE = np.array([[1.0, 2.0, math.inf, 3.0, 0.5], [4.0, -math.inf, 5.0, 1.0, 2.0]])
UNKNOWN = np.array([[-math.inf, math.nan], [2.0, math.nan], [math.nan, math.nan]])
COMPLEX = M + 1j * M[::-1]

Function = Callable[..., Any]
Entry = Callable[[Function], Function]
PROGRAMS: list[tuple[Function, tuple[Any, ...]]] = []
REFUSED: list[tuple[Function, tuple[Any, ...]]] = []


def program(*arguments: Any) -> Entry:
    """Enter a function with arguments for which it is as NumPy's."""

    def enter(function: Function) -> Function:
        PROGRAMS.append((function, arguments))
        return function

    return enter


def refused(*arguments: Any) -> Entry:
    """Enter a function with arguments for which it is refused."""

    def enter(function: Function) -> Function:
        REFUSED.append((function, arguments))
        return function

    return enter


@program(M)
def share_of_true(x):
    return np.mean(x > 1.25, axis=0) * np.std(x > 1.05, axis=1, ddof=1)[0] * x


@program(M)
def shares_of_all_true(x):
    return np.mean(x > 1.25, axis=(0, 1)) * np.var(x > 1.05, axis=1, keepdims=True) * x


@program(V, SMALL)
def small_integers(x, k):
    products = np.prod(k, axis=0) * np.cumprod(k, axis=0) * np.linalg.norm(k, axis=0)
    means = np.average(k, weights=k) * np.average(k, axis=1, weights=k[0])
    return (np.sum(products) * np.sum(means) + np.polyval(k[0], x)) * x


@program(M)
def taken_at_a_tuple(x):
    s = (2, 0)
    return np.take(x, (0, 1), axis=0) * np.sum(np.take(x, s, axis=1)) + np.take(x, [1, 0])[0]


@program(T)
def taken_at_a_matrix(x):
    return np.take(x, WIDE, axis=1) * np.sum(np.take(x, WIDE, axis=-1), axis=(0, 1))[1, 0]


@program(T)
def matrix_behind_slices(x):
    return x[:, WIDE] * np.sum(x[:, :, WIDE]) + np.sum(x[:, WIDE, :] ** 2)


@program(M)
def stable_order(x):
    places = np.argsort(TIES, axis=1, kind="stable") + np.argsort(TIES, axis=0, kind="mergesort")
    return x * np.sum(places * np.arange(20.0))


@program(M[:, :3].copy(), V)
def pairs_with_one_place(x, b):
    y = x * 1.0
    np.add.at(y, (PLACES, ONE), b)
    np.multiply.at(y, (ONE, PLACES), b)
    return y * y


@program(M)
def norm_in_all_dimensions(x):
    return np.linalg.norm(x, keepdims=True) * x


@program(M, np.array([1.0, 2.0, 0.5, 3.0]), np.ones((2, 4)) * 0.5)
def trapezoid_of_widths(y, d, widths):
    both = np.trapezoid(y[:, :3], dx=np.diff(d), axis=0) * np.trapezoid(y, dx=d[:3], axis=1)[0]
    return both * np.trapezoid(y, dx=widths, axis=0)[:3]


@program(V)
def one_number_of_a_range(x):
    numbers, _ = np.linspace(x[0], x[1], num=1, retstep=True)
    return numbers * np.sum(np.linspace(x[0], x[1], num=0, endpoint=False)) + numbers * x


@program(V)
def order_of_infinite_elements(x):
    others = np.median(INFINITE, axis=1) + np.quantile(INFINITE[:, 3:], 0.3, axis=1)
    ends = np.percentile(INFINITE, 60.0, axis=1), np.quantile(INFINITE, 1.0, axis=1)
    return np.concatenate((others * x[0], *ends))


@program(V)
@program(V[:3])
def order_along_the_only_axis(x):
    places = np.median(x, axis=0) * np.quantile(x, 0.3, axis=0) * np.percentile(x, 80.0, axis=-1)
    extremes = np.nanmax(x, axis=0) * np.nanmin(x, axis=0) * np.nanmean(x, axis=0)
    return places * extremes * np.nanvar(x, axis=0) * np.nanstd(x, axis=0) * x


@program(V)
def extremes_of_few(x):
    return np.concatenate((np.nanmax(UNKNOWN, axis=1), np.nanmin(UNKNOWN, axis=0))) * x[0]


@program(V)
def nan_stays(x):
    y = np.append(x, math.nan)
    return np.append(np.maximum.accumulate(y), np.minimum.accumulate(y))


@program(V)
def too_few_to_spread(x):
    numbers = np.vstack((x, 2.0 * x))
    alone = np.cov(x, ddof=4), np.nanvar(x, ddof=5), np.nanstd(x, ddof=4)
    return np.array([*alone, np.var(x, ddof=5)]) * np.var(numbers, axis=1, ddof=5)[0]


@program(V)
def spread_of_complex_numbers(x):
    spread = np.var(COMPLEX, axis=0) * np.std(COMPLEX, axis=0) * np.linalg.norm(COMPLEX, axis=0)
    known = np.nanvar(COMPLEX, axis=0) * np.nanstd(COMPLEX, axis=0)
    related = np.abs(np.cov(COMPLEX))[0, 1] * np.abs(np.corrcoef(COMPLEX))[0, 2]
    return spread * known * related * x


@program(np.array([-0.3777755953914454, -0.034130348322821816, -0.6783639780237746]))
@program(np.array([0.0, 1.0, 0.5, -2.0, 3.0, 1.5]))
def order_of_roots(p):
    found, turned = np.roots(p), np.roots(p + 0.0j)
    return np.array([found[0].imag, found[-1].real, abs(turned[0]), turned[1].imag])


@refused(M)
def grid_of_matrices(x):
    return np.meshgrid(x, x)[0]


@refused(T)
def partition_in_space(x):
    return np.partition(x, 1)


@refused(T)
def apply_in_space(x):
    return np.apply_along_axis(np.sum, 1, x)


@refused(M)
def sum_of_polynomials_in_matrices(x):
    return np.polyadd(x, x)


@refused(V)
def sum_along_no_axis(x):
    return np.sum(x, axis=1)


@refused(V)
def sort_along_no_axis(x):
    return np.sort(x, axis=1)


@refused(M)
def frobenius_norm_of_vectors(x):
    return np.linalg.norm(x, "fro", axis=1)


@refused(M, np.eye(3, 4) > 0.0)
def mask_of_two_dimensions(x, mask):
    y = x * 1.0
    np.add.at(y, mask, 2.0)
    return y


def title(case: Any) -> str:
    """Return the name of a function."""
    return getattr(case, "__name__", "")


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("function, arguments", PROGRAMS, ids=title)
def test_the_value_and_the_slope(function: Function, arguments: tuple[Any, ...]) -> None:
    x, *others = arguments
    expected = function(*arguments)
    weights = np.ones(np.shape(expected))
    direction = np.sin(np.arange(x.size)).reshape(x.shape)
    value, tangent = jvp(function, 0, target="python")(x, *others, direction)
    np.testing.assert_allclose(value, expected, rtol=1e-12)
    d_x = vjp(function, 0, target="python")(x, *others, weights)
    step = 1e-6 * direction
    ends = function(x + step, *others), function(x - step, *others)
    slope = np.sum(ends[0] - ends[1]) / 2e-6
    if np.isfinite(slope):
        assert np.sum(tangent) == pytest.approx(slope, rel=1e-6)
        assert np.sum(d_x * direction) == pytest.approx(slope, rel=1e-6)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("function, arguments", PROGRAMS[:3], ids=title)
def test_the_compiled_value(function: Function, arguments: tuple[Any, ...]) -> None:
    value = vjp(function, 0).primal(*arguments)
    np.testing.assert_allclose(value, function(*arguments), rtol=1e-12)


@pytest.mark.parametrize("function, arguments", REFUSED, ids=title)
def test_what_is_refused(function: Function, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(UnsupportedSyntax):
        vjp(function, 0, target="python")(*arguments, 1.0)


def test_kinds_of_numbers_stay() -> None:
    def f(x: Any) -> Any:
        return np.gradient(x) * np.polyadd(x, x) * np.maximum.accumulate(x) * np.meshgrid(x, x)[0]

    x = V.astype(np.float32)
    value, _ = jvp(f, 0, target="python")(x, x)
    assert value.dtype == np.float32


def test_the_covariance_of_one_variable_raises() -> None:
    def f(x: Any) -> Any:
        return np.cov(x)

    with pytest.raises(ValueError, match="one variable"):
        vjp(f, 0, target="python")(M[:1], np.ones((1, 1)))


def added_rows(m, b):
    y = m * 1.0
    np.add.at(y, np.array([0, 2, 2]), b)
    return np.sum(y * y)


def multiplied_rows(m, b):
    y = m * 1.0
    np.multiply.at(y, np.array([0, 2, 2]), b)
    return np.sum(y * y)


@pytest.mark.parametrize("function", [added_rows, multiplied_rows])
@pytest.mark.parametrize("shape", [(2, 2), (3, 3), (3,), (0, 2), (4, 2)])
def test_rows_of_values_that_do_not_fit_raise(function, shape):
    m, b = np.ones((3, 2)), np.ones(shape)
    with pytest.raises(ValueError):
        function(m, b)
    for target in ("python", "cpu"):
        with pytest.raises(ValueError, match="not broadcastable"):
            grad(function, wrt=("m", "b"), target=target)(m, b)
