"""The functions of the library: those of NumPy give the same, and their derivatives are right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad, jvp, vjp
from srcdiff.core.operations import standard
from srcdiff.library.table import IN_PART, LIBRARY

from ..rules.array_cases import Case, m, v, with_nan
from ..rules.test_arrays import adjoint_of, compare, cotangents, is_active, results

PLACES = np.array([0, 2, 0, 1])
MASK = np.array([True, False, True])
COLUMNS = np.array([[1, 0], [0, 0]])
ROWS = np.array([[1, 0, 1], [0, 0, 1]])
PROGRAMS: list[Case] = []


def program(*arguments: Any) -> Callable[[Any], Any]:
    """Enter a function with arguments to try it with."""

    def enter(function: Any) -> Any:
        PROGRAMS.append(Case(function.__name__, function, arguments))
        return function

    return enter


@program(m(3, 2), m(4, 2))
@program(m(3, 2), v(2))
@program(v(3), 1.5)
@program(v(3), v(4))
def add_at(x, b):
    y = x * 1.0
    np.add.at(y, PLACES, b)
    return y * y


@program(v(3), v(2))
def add_at_mask(x, b):
    y = x * 1.0
    np.add.at(y, MASK, b)
    return y * y


@program(m(3, 3), v(4))
@program(m(3, 3), 2.0)
def add_at_pairs(x, b):
    y = x * 1.0
    np.add.at(y, (PLACES, PLACES), b)
    return y * y


@program(v(3), v(4))
def subtract_at(x, b):
    y = x * 1.0
    np.subtract.at(y, PLACES, b)
    return y * y


@program(v(4), v(2))
@program(v(4), 1.5)
def put(x, b):
    y = x * 1.0
    np.put(y, np.array([3, -4, 1]), b * 2.0)
    np.put(y, [0, 2], y[1:3])
    return y * y


@program(v(5), v(5))
@program(v(5), v(2))
def putmask(x, b):
    y = x * 1.0
    np.putmask(y, y > 0.0, b)
    np.putmask(y, np.array([True, False, True, True, False]), y[::-1])
    return y * y


@program(v(5), v(2))
@program(v(5), 1.5)
def place(x, b):
    y = x * 1.0
    np.place(y, np.array([True, False, True, True, False]), b)
    return y * y


@program(m(3, 3), m(2, 2))
@program(m(3, 3), v(2))
@program(m(3, 3), 1.5)
def put_along_axis(x, b):
    y = x * 1.0
    np.put_along_axis(y[:2, :2], COLUMNS, b, axis=1)
    np.put_along_axis(y, np.array([[2, 0, 1]]), y[1:2] * 2.0, axis=0)
    return y * y


@program(v(4), v(2))
def put_along_vector(x, b):
    y = x * 1.0
    np.put_along_axis(y, np.array([3, -4]), b, axis=0)
    np.put_along_axis(y, np.array([1, 2]), y[2:], axis=-1)
    return y * y


@program(m(12, 1))
def take_along_axis_in_space(x):
    y = np.reshape(x, (2, 3, 2))
    order = np.argsort(np.sin(3.0 * y), axis=1)
    return np.take_along_axis(y, order, axis=1) * np.take_along_axis(y * y, order[:1], 1)


@program(v(4))
@program(m(2, 2))
def resize(x):
    return np.resize(x, 7)[1:] * np.ravel(np.resize(x, (2, 3)))


@program(v(5))
def reduceat(x):
    return np.add.reduceat(x * x, np.array([1, 0, 3, 2])) * np.add.reduceat(x, [0, 0, 1, 4])


@program(v(4))
def accumulate_product(x):
    return np.multiply.accumulate(x) * x


@program(v(4), v(4))
def lexsort(x, b):
    return x[np.lexsort((b, np.array([1, 0, 1, 0])))] * b


@program(v(3), v(4))
def multiply_at(x, b):
    y = x * 1.0
    np.multiply.at(y, PLACES, b)
    return y * y


@program(m(3, 3), v(3))
@program(m(3, 4), 1.5)
def fill_diagonal(x, b):
    y = x * 1.0
    np.fill_diagonal(y, b)
    return y * y


@program(v(4), v(3))
@program(v(4), 1.3)
def polynomial_polyval(p, x):
    return np.polynomial.polynomial.polyval(x, p)


@program(v(5))
def polyder(p):
    return np.polyder(p, 2)


@program(v(4))
def polyint(p):
    return np.polyint(p)


@program(v(4), v(2))
@program(v(2), v(4))
def polynomials(a, b):
    return np.polymul(np.polyadd(a, b), np.polysub(a, b))


@program(v(6), v(6))
def polyfit(x, y):
    return np.polyfit(x, y, 2)


@program(m(2, 3))
def average(a):
    return np.average(a) * np.average(a, axis=1)


@program(v(3), v(3))
def weighted_average(a, w):
    return np.average(a, weights=w) + np.average(a, axis=0, weights=w)


@program(m(3, 2), v(3))
@program(m(3, 2), m(3, 2))
def weighted_averages(a, w):
    return np.average(a, axis=0, weights=w)


@program(m(3, 5))
def cov(a):
    return np.cov(a) * 2.0 + np.cov(a, bias=True) + np.cov(a, ddof=2)


@program(v(5), v(5))
def cov_of_two(a, b):
    return np.cov(a, b) * np.corrcoef(a, b)


@program(m(5, 3))
def cov_of_columns(a):
    return np.cov(a, rowvar=False) * np.corrcoef(a.T)


@program(v(5), 0.3)
def gradient(f, h):
    return np.gradient(f, h) * np.gradient(f)


@program(v(5), v(5))
def gradient_at_points(f, x):
    return np.gradient(f, np.cumsum(x)) * np.gradient(f, np.cumsum(x * x), edge_order=2)


@program(m(2, 3, 4), v(3))
def gradient_in_space(f, x):
    slopes = np.gradient(f, np.cumsum(x), axis=1, edge_order=2) * np.gradient(f, 0.3, axis=2)
    return slopes * np.gradient(f, np.cumsum(x), axis=1)


@program(m(4, 3))
def gradient_along_axis(f):
    return np.gradient(f, axis=1, edge_order=2) * np.gradient(f, np.arange(4.0) ** 2, axis=0)


@program(m(3, 4))
def gradients(f):
    a, b = np.gradient(f, 2.0, 0.5)
    return a * b


@program(v(3), v(2))
def meshgrid(x, y):
    a, b = np.meshgrid(x, y)
    c, d = np.meshgrid(x, y, indexing="ij")
    return a * b * b + c.T * d.T


@program(v(3), 1.5)
def pad(a, c):
    return np.pad(a, 2, constant_values=c) * 2.0 + np.pad(a, (1, 3), mode="edge")


@program(v(4))
def pad_around(a):
    turned = np.pad(a, (6, 2), mode="wrap") * np.pad(a, (5, 3), mode="reflect")
    return turned * np.pad(a, (3, 5), mode="symmetric")


@program(m(2, 3))
def pad_matrix(a):
    wide = np.pad(a, 1) + np.pad(a, ((0, 2), (1, 1)), mode="edge")
    return wide * np.pad(a, ((2, 0), (1, 1)), mode="reflect") * np.pad(a, (1, 1), mode="wrap")


@program(m(2, 3))
@program(v(3))
def tile(a):
    return np.tile(a, (2, 3)) * np.tile(a, reps=(2, 1))[0, 0]


@program(v(7))
def partition(x):
    parts = np.partition(x, 3)
    return parts[3] * np.sum(parts[:3]) * np.partition(x, -2)[-1]


@program(m(3, 5))
def partition_along_axis(x):
    return np.partition(x, 2)[:, 2] * np.partition(x, 1, axis=0)[1, :3]


@program(v(5))
def unique(x):
    values, first, places, counts = np.unique(
        x, return_index=True, return_inverse=True, return_counts=True
    )
    kinds, counted = np.unique(PLACES, return_counts=True)
    both = values[places] * x[first] * counts * np.unique(x, return_inverse=True)[0]
    return both * np.sum(kinds * counted)


@program(v(6), v(6))
def histogram(x, w):
    sums, edges = np.histogram(x, 4, weights=w)
    shares, _ = np.histogram(x, bins=np.array([0.7, 1.0, 1.5, 2.5]), density=True, weights=w)
    counts, limits = np.histogram(x, bins=3, range=(0.8, 1.8))
    return np.concatenate((sums * edges[1:], shares, counts * np.sum(w), limits))


@program(m(3, 4), 2.0)
def apply_along_axis(x, y):
    sums = np.apply_along_axis(np.sum, 1, x) * np.apply_along_axis(slope, 0, x, y)[:3]
    return np.apply_along_axis(lambda row: row * row[0], 0, x) * x + np.reshape(sums, (3, 1))


def slope(row: Any, factor: float) -> Any:
    return (row[-1] - row[0]) * factor


@program(v(3), 1.5)
def insert(a, b):
    return np.insert(a, 1, b)


@program(m(2, 3), 1.5)
def insert_into_a_matrix(a, b):
    return np.insert(a, 4, b * b) * np.insert(a, -1, 2.0)


@program(m(2, 3))
def take_along_axis(a):
    return np.take_along_axis(a, COLUMNS, axis=1) * 2.0


@program(m(2, 3))
def take_along_first_axis(a):
    return np.take_along_axis(a, ROWS, axis=0) * a


@program(m(3, 4))
def sort(x):
    return np.sort(x, axis=0) * x + np.reshape(np.sort(x, axis=None), (3, 4))


@program(m(3, 3))
def argsort(x):
    rows = np.take_along_axis(x, np.argsort(x, axis=1), axis=1)
    return rows * np.take_along_axis(x, np.argsort(x, axis=0), axis=0)


@program(m(2, 3))
def full_like_of_a_type(x):
    return np.full_like(x, x[0, 1], dtype=np.float64) * x + np.full_like(x, 2, dtype=np.int64)


@program(m(4, 5))
def methods_along_an_axis(x):
    order = x.argsort(axis=1)
    total = 0.0
    for i in range(len(x)):
        if (x > 0.1).all(axis=1)[i]:
            total += x[i, order[i, 0]] ** 2
    return total + np.sum(x[:, (x > 1.5).any(0)])


@program(m(4, 5))
def diff_along_axis(x):
    return np.diff(x, axis=0)[1:] * np.diff(x, n=2, axis=0) * np.sum(np.diff(x, 2, -1))


@program(v(4), v(2), 0.3)
def diff_with_ends(x, a, b):
    return np.diff(x, prepend=b, append=a) * np.sum(np.diff(x, prepend=a))


@program(m(4, 5), m(1, 5), 0.3)
def diff_of_rows_with_ends(x, a, b):
    return np.diff(x, axis=0, prepend=a) * np.diff(x, axis=0, append=b) * np.diff(x, 3, 0)


@program(v(5))
def several_shares(x):
    return np.nanpercentile(x, [10, 33.0, 80]) * np.nanquantile(x, (0.1, 0.4, 0.9))


@program(m(3, 4))
def roll_along_axis(x):
    return np.roll(x, 1, axis=1) * np.roll(x, shift=-2, axis=0)


@program(m(2, 3))
def repeat_along_axis(x):
    return np.repeat(x, 2, axis=0)[:, :1] * np.repeat(x, repeats=2, axis=1)[1]


@program(with_nan())
def without_nan(x):
    sums = np.nansum(x, axis=0) * np.nanmean(x, axis=0) * np.nanprod(x, axis=0)
    return sums * np.nanmax(x, axis=0) * np.nanmin(x, axis=0)


@program(with_nan())
def spread_without_nan(x):
    return np.nanvar(x, axis=1) * np.nanstd(x, axis=1) * np.nanvar(x, ddof=1) * np.nanstd(x, ddof=2)


@program(m(3, 4))
def order_along_axis(x):
    places = np.quantile(x, 0.3, axis=0) * np.percentile(x, 70.0, axis=0)
    return places * np.median(x, axis=0) * np.median(x, axis=1, keepdims=True)


@program(m(3, 4))
def counts_along_axis(x):
    counts = np.count_nonzero(x > 1.0, axis=0) + 1.0 * np.any(x > 1.9, axis=0)
    return np.ptp(x, axis=0) * (counts + 1.0 * np.all(x > 0.6, axis=0))


@program(m(3, 4), m(3, 4), v(4))
def trapezoid(y, x, points):
    both = np.trapezoid(y, x, axis=1) * np.trapezoid(y, points, axis=-1)
    return both * np.trapezoid(y, axis=1) * np.trapezoid(y, dx=0.5, axis=1)


@program(0.2, 1.7, np.array([0.5, 1.0, 1.5]), v(3), 0.4)
@program(np.array([0.2, 0.7, 1.7]), 0.7, np.array([0.5, 1.0, 1.5]), v(3), 0.4)
def interp(x, y, xp, fp, outside):
    ends = np.interp(x, xp, fp, left=outside, right=-outside)
    return ends * np.interp(y, xp, fp, outside)


@program(0.5, 2.0)
def linspace(a, b):
    points, step = np.linspace(a, b, 5, retstep=True)
    return points * step * np.linspace(a, b, num=5, endpoint=False)


@program(v(3))
def vander(x):
    return np.vander(x, 3, increasing=True) * np.vander(x, 3, True)


@program(m(4, 2), v(4))
def lstsq(a, b):
    return np.linalg.lstsq(a, b, rcond=None)[0] * np.linalg.lstsq(a, b, rcond=1e-9)[0]


@program(v(4), v(3))
def methods_of_functions(x, y):
    sums = np.add.reduce(x) * np.add.accumulate(x) * np.multiply.reduce(x)
    extremes = np.maximum.accumulate(x) * np.minimum.accumulate(x) * np.maximum.reduce(x)
    pairs = np.add.outer(y, x) * np.subtract.outer(y, x) * np.multiply.outer(y, x)
    return sums * extremes * np.minimum.reduce(x) * pairs


@program(v(3), v(2))
def outer_with_lists(x, y):
    return np.add.outer(x, [1.0, y[0]]) * np.multiply.outer([y[1], 2.0, 3.0], y)


@program(v(3), v(2))
def along_one_axis(x, y):
    z = x * y[0]
    whole = np.apply_along_axis(lambda r: r, 0, z)
    whole[0] = y[1]
    return z * whole * np.apply_along_axis(np.sum, 0, z)


@program(m(2, 3, 3))
@program(m(3, 2, 4))
@program(m(2, 3, 2, 4))
def diagonals(a):
    first = np.diagonal(a, axis1=1, axis2=-1)
    return np.sum(np.diagonal(a)) * np.sum(a.diagonal(1, 0, 1)) * first * first


@program(m(2, 3, 3))
@program(m(3, 2, 4))
def traces(a):
    return np.trace(a, axis1=-2, axis2=-1) * np.sum(np.trace(a)) + np.sum(a.trace(1, 0, 2))


@program(m(2, 3, 3))
@program(m(2, 2, 3, 2))
@program(v(3))
def triangles(a):
    return np.tril(a, 1) * np.triu(a) + np.triu(a, k=-1) * 2.0


@program(m(3, 2), v(2))
@program(v(3), m(2, 2))
@program(m(2, 1, 3), m(2, 2))
def products_in_blocks(a, b):
    return np.kron(a, b) * 2.0


@program(m(2, 3, 2), m(2, 3))
@program(m(2, 2), m(3, 2, 2))
@program(m(3, 2, 2), m(2, 2, 3))
@program(v(2), m(3, 2, 2))
@program(m(3, 2, 2), v(2))
def dot_of_more_dimensions(a, b):
    return np.dot(a, b) * a.dot(b)


@program(m(2, 3, 2), m(3, 4))
def contracted_along_named_axes(a, b):
    return np.tensordot(a, b, ((1,), (0,))) * np.tensordot(a, b, axes=[[-2], [-2]])


@program(m(2, 3, 4), m(4, 3))
def contracted_along_two_named_axes(a, b):
    return np.tensordot(a, b, axes=([1, 2], [1, 0])) * np.tensordot(a, b, ((2, 1), (0, 1)))


@program(m(2, 3, 4), m(4, 2, 3))
def contracted_along_three_named_axes(a, b):
    return np.tensordot(a, b, axes=([0, 1, 2], [1, 2, 0])) * np.tensordot(a, b, axes=0)


@program(m(2, 3, 3))
def einsum_of_diagonals(a):
    return np.einsum("bii->bi", a) * np.einsum("kii", a)[:, None] + np.einsum("aab", a[:, :2])


@program(m(2, 3, 2), m(2, 3))
@program(m(2, 2), m(2, 2))
def einsum_with_ellipsis(a, b):
    return np.einsum("...ij,jk->...ik", a, b) * np.einsum("...i->...", a)[..., None]


@program(m(3, 4))
def rolled_along_two_axes(a):
    return a * np.roll(a, (1, -2), axis=(0, 1)) * np.roll(a, 1, (0, 1)) * np.roll(a, [1, 2], 1)


@program(m(2, 3))
def places_of_elements(a):
    row, column = np.unravel_index(4, a.shape)
    place = np.unravel_index(np.argmax(a), a.shape)
    chosen = a[np.unravel_index(np.array([1, 5]), a.shape)]
    return a[row, column] * a[place] * chosen * a.ravel()[np.ravel_multi_index((1, 0), a.shape)]


@program(m(3, 3))
def places_of_diagonals(a):
    b = a * 1.0
    b[np.diag_indices(3)] *= 2.0
    rows, columns = np.diag_indices_from(a)
    return b * a[rows, columns]


@program(m(3, 3))
def places_of_triangles(a):
    b = a * 1.0
    b[np.tril_indices(3, -1)] = b[np.triu_indices(3, 1)] * 2.0
    return np.sum(b[np.tril_indices_from(a)]) * b[np.triu_indices_from(a, 1)] * b[0, 1]


@program(m(3, 4))
def compressed(a):
    some = np.compress([True, False, True], a, axis=0) * a.compress(a[0] > 0.0, axis=1)[0]
    return np.sum(np.compress(a.ravel() > 1.0, a)) * some


@program(m(2, 3), m(2, 3, 4))
@program(m(4, 2, 3), m(2, 3))
@program(m(4, 2, 3), m(2, 3, 2))
@program(m(2, 2), m(2, 2, 2, 3))
@program(m(2, 1, 2, 3), m(2, 3))
@program(m(2, 1, 2, 3), m(2, 3, 2))
def contracted_along_two_axes(a, b):
    return np.tensordot(a, b, axes=2) * np.tensordot(a, b)


@program(v(2), m(2, 3, 2))
@program(m(3, 2), m(2, 3, 2))
@program(m(3, 2, 2), v(2))
@program(m(3, 2, 2), m(2, 3))
@program(m(3, 1, 2), m(2, 1, 2))
def contracted_along_one_axis(a, b):
    return np.tensordot(a, b, 1)


def title(case: Case) -> str:
    """Return the name of the function."""
    return case.rule


@program(v(4))
def roots(p):
    found = np.roots(p)
    return np.sum(found.real * found.real) + np.sum(np.abs(found.imag))


def test_every_function_is_in_a_program() -> None:
    used = {n for case in PROGRAMS for n in case.function.__code__.co_names}
    numpys = [name for name in LIBRARY if name.startswith("np.")]
    parts = {part for name in (*numpys, *IN_PART) for part in name.split(".")[1:]}
    assert parts <= used | {"polyadd", "polysub", "polymul"}
    assert all(standard(name) is not None for name in (*numpys, *IN_PART))


@pytest.mark.parametrize("case", PROGRAMS, ids=title)
def test_the_value_and_the_gradient(case: Case) -> None:
    weights = cotangents(case)
    compare(case, adjoint_of(case, "python", case.arguments, weights), weights)
    value = vjp(case.function, 0, target="python").primal(*map(copied, case.arguments))
    found = value if isinstance(value, tuple) else (value,)
    for own, numpys in zip(found, results(case, case.arguments), strict=True):
        np.testing.assert_allclose(own, numpys, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("case", PROGRAMS[::6], ids=title)
def test_the_compiled_gradient(case: Case) -> None:
    weights = cotangents(case)
    compare(case, adjoint_of(case, "cpu", case.arguments, weights), weights)


@pytest.mark.parametrize("case", PROGRAMS[::3], ids=title)
def test_forward_mode(case: Case) -> None:
    places = tuple(k for k, a in enumerate(case.arguments) if is_active(a))
    tangents = [np.ones(np.shape(case.arguments[k]))[()] for k in places]
    weights = cotangents(case)
    _, tangent = jvp(case.function, places, target="python")(*case.arguments, *tangents)
    adjoints = adjoint_of(case, "python", case.arguments, weights)
    expected = sum(np.sum(adjoints[k] * t) for k, t in zip(places, tangents, strict=True))
    assert np.sum(weights * tangent) == pytest.approx(expected, rel=1e-10)


def product(p: Any, q: Any) -> Any:
    return np.sum(np.polymul(p, q) ** 2)


def integral(p: Any, m: int) -> Any:
    return np.sum(np.polyint(p, m) * np.polyder(p, m + 1)[0])


def steps(p: Any, n: int) -> Any:
    return np.sum(np.diff(np.outer(p, p), n, axis=0) ** 2)


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize(
    ("function", "second", "reason"),
    [
        (product, np.array([0.0, 1.0]), "begins with 0: use np.convolve"),
        (integral, 0, "supported for m > 0"),
        (steps, 0, "supported for n > 0"),
    ],
)
def test_what_numpy_gives_another_form_is_refused(
    function: Any, second: Any, reason: str, target: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        grad(function, target=target)(np.array([1.0, 2.0, 0.5]), second)


def copied(argument: Any) -> Any:
    """Return a copy of an array, and anything else as it is."""
    return argument.copy() if isinstance(argument, np.ndarray) else argument


def of_last_and_first(a, b):
    return np.sum(np.tensordot(a, b, axes=([1, 2], [0, 2])))


def of_first_and_last(a, b):
    return np.sum(np.tensordot(a, b, axes=([2, 1], [2, 0])))


def of_a_fourth(a, b):
    return np.sum(np.tensordot(a, b, axes=([0, 3], [0, 1])))


def of_one_from_the_end(a, b):
    return np.sum(np.tensordot(a, b, axes=([-1, -3], [-1, -4])))


def of_one(a, b):
    return np.sum(np.tensordot(a, b, axes=([2], [2])))


@pytest.mark.parametrize(
    "function",
    [of_last_and_first, of_first_and_last, of_a_fourth, of_one_from_the_end, of_one],
)
def test_contractions_along_axes_that_an_array_has_not_raise(function: Any) -> None:
    """No axis is moved to where another one was before."""
    given = np.ones((4, 4, 4)), np.ones((4, 4))
    with pytest.raises(IndexError):
        function(*given)
    with pytest.raises((IndexError, ValueError)):
        grad(function, target="python")(*given)


def mean_twice(a):
    return np.sum(np.mean(a, axis=(0, 0)))


def norm_twice(a):
    return np.sum(np.linalg.norm(a, axis=(1, 1)))


def contracted_twice_along_one(a):
    return np.sum(np.tensordot(a, a, axes=([1, 1], [0, 1])))


@pytest.mark.parametrize("function", [mean_twice, norm_twice, contracted_twice_along_one])
def test_an_axis_that_is_named_twice_is_refused(function: Any) -> None:
    with pytest.raises(UnsupportedSyntax):
        grad(function, target="python")(np.ones((2, 2)))
