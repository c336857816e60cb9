"""Calls for every rule of arrays: the operation as a function, and its arguments.

A case stands under the name of its rule. Arguments that are floats or arrays of floats
are differentiated.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import special

numbers = np.random.default_rng(0)
NAN = float("nan")


@dataclass(frozen=True)
class Case:
    """A call of a function with a rule of arrays."""

    rule: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


CASES: list[Case] = []


def case(rule: str, function: Callable[..., Any], *arguments: Any) -> None:
    """Enter a call."""
    CASES.append(Case(rule, function, arguments))


def v(n: int = 5) -> Any:
    """Return a vector of different numbers."""
    return numbers.permutation(np.linspace(0.5, 2.0, n)) + 0.01 * numbers.random(n)


def m(*shape: int) -> Any:
    """Return an array of different numbers."""
    return v(int(np.prod(shape))).reshape(shape)


def definite(n: int = 3) -> Any:
    """Return a positive definite matrix."""
    a = numbers.normal(size=(n, n))
    return a @ a.T + n * np.eye(n)


def with_nan() -> Any:
    """Return a matrix of which one element is nan."""
    x = m(2, 3)
    x[1, 0] = NAN
    return x


PLACES = np.array([2, 0, 2])
SEVERAL = np.array([1, 0, 2])
SHARES = np.array([0.2, 0.61])

# products
case("dot_of_vectors", lambda x, y: np.dot(x, y), v(3), v(3))
case("dot_of_vectors", lambda x, y: x @ y, v(0), v(0))
case("dot_of_vectors", lambda x, y: np.vdot(x, y), v(3), v(3))
case("matrix_times_vector", lambda x, y: x @ y, m(2, 3), v(3))
case("vector_times_matrix", lambda x, y: np.dot(x, y), v(2), m(2, 3))
case("matrix_times_matrix", lambda x, y: x.dot(y), m(2, 3), m(3, 4))
case("outer_product", lambda x, y: np.outer(x, y), v(2), v(3))
case("outer_product_of_elements", lambda x, y: np.outer(x, y), m(2, 2), v(3))
case("kronecker_product_of_vectors", lambda x, y: np.kron(x, y), v(2), v(3))
case("kronecker_product", lambda x, y: np.kron(x, y), m(2, 3), m(3, 2))
case("cross_product", lambda x, y: np.cross(x, y), v(3), v(3))
case("cross_products", lambda x, y: np.cross(x, y), m(4, 3), m(4, 3))
case("trace", lambda x: np.trace(x), m(3, 4))
case("trace_of_diagonal", lambda x: np.trace(x, 1), m(3, 4))
case("trace_of_diagonal", lambda x: np.trace(x, offset=-1), m(3, 4))
case("diagonal_matrix", lambda x: np.diag(x), v(3))
case("diagonal_matrix", lambda x: np.diagflat(x), v(3))
case("matrix_of_diagonal", lambda x: np.diag(x, -2), v(3))
case("diagonal", lambda x: np.diag(x), m(3, 4))
case("another_diagonal", lambda x: np.diag(x, k=1), m(3, 4))
case("another_diagonal", lambda x: np.diag(x, -1), m(3, 2))
case("lower_triangle", lambda x: np.tril(x), m(3, 4))
case("lower_part", lambda x: np.tril(x, k=-1), m(3, 4))
case("upper_triangle", lambda x: np.triu(x), m(3, 4))
case("upper_part", lambda x: np.triu(x, 1), m(3, 4))
case("convolution", lambda x, y: np.convolve(x, y), v(5), v(3))
case("convolution", lambda x, y: np.convolve(x, y), v(2), v(4))
for a, b in ((5, 3), (3, 5), (5, 4), (4, 5), (4, 4), (4, 1), (1, 4)):
    case("part_of_convolution", lambda x, y: np.convolve(x, y, "same"), v(a), v(b))
    case("part_of_convolution", lambda x, y: np.convolve(x, y, mode="valid"), v(a), v(b))
    case("correlation", lambda x, y: np.correlate(x, y), v(a), v(b))
    case("part_of_correlation", lambda x, y: np.correlate(x, y, "same"), v(a), v(b))
    case("part_of_correlation", lambda x, y: np.correlate(x, y, mode="full"), v(a), v(b))

# reductions
case("sum_of_all", lambda x: np.sum(x), m(2, 3))
case("sum_of_all", lambda x: x.sum(), v())
case("sum_of_vector", lambda x: np.sum(x, axis=0), v())
case("sum_along_axis", lambda x: np.sum(x, axis=1), m(2, 3, 2))
case("sum_along_axis", lambda x: x.sum(-1), m(2, 3))
case("mean_of_all", lambda x: np.mean(x), m(2, 3))
case("largest_element", lambda x: np.max(x), m(2, 3))
case("largest_element", lambda x: np.amax(x), v())
case("smallest_element", lambda x: x.min(), m(2, 3))
case("smallest_element", lambda x: np.amin(x), v())
case("peak_to_peak", lambda x: np.ptp(x), m(2, 3))
case("product_of_all", lambda x: np.prod(x), m(2, 3))
case("product_of_all", lambda x: np.prod(x), np.array([2.0, 0.0, 3.0]))
case("product_of_all", lambda x: np.prod(x), np.array([2.0, 0.0, 0.0]))
case("variance", lambda x: np.var(x), m(2, 3))
case("standard_deviation", lambda x: x.std(), v())
case("median", lambda x: np.median(x), v(5))
case("median", lambda x: np.median(x), m(2, 3))
case("median", lambda x: np.nanmedian(x), with_nan())
case("quantile", lambda x, q: np.quantile(x, q), v(5), 0.3)
case("quantile", lambda x, q: np.quantile(x, q), m(2, 3), 0.9)
case("quantile", lambda x, q: np.nanquantile(x, q), with_nan(), 0.4)
case("percentile", lambda x, q: np.percentile(x, q), v(5), 30.0)
case("percentile", lambda x, q: np.nanpercentile(x, q), with_nan(), 30.0)
case("quantiles", lambda x: np.quantile(x, SHARES), v(6))
case("percentiles", lambda x: np.percentile(x, 100.0 * SHARES), v(6))
case("sum_of_known", lambda x: np.nansum(x), with_nan())
case("mean_of_known", lambda x: np.nanmean(x), with_nan())
case("variance_of_known", lambda x: np.nanvar(x), with_nan())
case("deviation_of_known", lambda x: np.nanstd(x), with_nan())
case("largest_known", lambda x: np.nanmax(x), with_nan())
case("smallest_known", lambda x: np.nanmin(x), with_nan())
case("product_of_known", lambda x: np.nanprod(x), with_nan())
case("largest_along_axis", lambda x: np.max(x, axis=0), m(2, 3))
case("largest_along_axis", lambda x: x.max(axis=1), m(2, 3, 2))
case("smallest_along_axis", lambda x: np.amin(x, axis=-1), m(2, 3))
case("products_along_axis", lambda x: np.prod(x, axis=1), m(2, 3, 2))
case("means_along_axis", lambda x: np.mean(x, axis=1), m(2, 3, 2))
case("means_along_axis", lambda x: x.mean(axis=0, keepdims=True), m(2, 3))
case("variances_along_axis", lambda x: np.var(x, axis=1), m(2, 3, 2))
case("variances_along_axis", lambda x: np.var(x, axis=0, ddof=1), m(4, 3))
case("deviations_along_axis", lambda x: x.std(axis=1), m(2, 3))
case("norms_along_axis", lambda x: np.linalg.norm(x, axis=1), m(2, 3))
case("largest_of_vector", lambda x: np.max(x, axis=0), v())
case("smallest_of_vector", lambda x: x.min(axis=0), v())
case("product_of_vector", lambda x: np.prod(x, axis=0), v())
case("mean_of_vector", lambda x: np.mean(x, axis=-1), v())
case("variance_of_vector", lambda x: np.var(x, ddof=1), m(2, 3))
case("variance_of_vector", lambda x: np.var(x, axis=0), v())
case("deviation_of_vector", lambda x: x.std(ddof=1), m(2, 3))
case("norm_of_vector", lambda x: np.linalg.norm(x, axis=0), v())
case("sums_of_bins", lambda x: np.bincount(PLACES, weights=x), v(3))
case("sums_of_many_bins", lambda x: np.bincount(PLACES, x, 5), v(3))
case("integral", lambda x: np.trapezoid(x), v())
case("integral_over", lambda x, y: np.trapezoid(x, y), v(), v())
case("integral_over", lambda x: np.trapezoid(x, SEVERAL), v(3))
case("integral_over", lambda x: np.trapezoid(SEVERAL, x), v(3))
case("integral_with_step", lambda x, d: np.trapezoid(x, dx=d), v(), 0.5)

# sums of exponentials
case("logarithm_of_sum", lambda x: special.logsumexp(x), m(2, 3))
case("logarithm_of_sum_of_vector", lambda x: special.logsumexp(x, axis=0), v())
case("logarithms_of_sums", lambda x: special.logsumexp(x, axis=1, keepdims=True), m(2, 3))
case("shares_of_all", lambda x: special.softmax(x), m(2, 3))
case("shares_along_axis", lambda x: special.softmax(x, axis=-1), m(2, 3, 2))
case("logarithms_of_shares", lambda x: special.log_softmax(x), v())
case("logarithms_of_shares_along", lambda x: special.log_softmax(x, axis=0), m(2, 3))

# shapes
case("transposed", lambda x: (x * 2.0).T, m(2, 3))
case("transposed", lambda x: np.transpose(x * 2.0), m(2, 3, 2))
case("turned", lambda x: np.transpose(x * 2.0, (2, 0, 1)), m(2, 3, 4))
case("turned", lambda x: (x * 2.0).transpose(2, 0, 1), m(2, 3, 4))
case("swapped", lambda x: np.swapaxes(x * 2.0, 0, 2), m(2, 3, 4))
case("moved", lambda x: np.moveaxis(x * 2.0, 0, 2), m(2, 3, 4))
case("ravelled", lambda x: np.ravel(x * 2.0), m(2, 3))
case("ravelled", lambda x: x.flatten(), m(2, 3))
case("ravelled", lambda x: np.atleast_2d(x), v(3))
case("reshaped", lambda x: (x * 2.0).reshape(3, -1), m(2, 3))
case("reshaped", lambda x: np.reshape(x * 2.0, (3, 2)), m(2, 3))
case("expanded", lambda x: np.expand_dims(x * 2.0, 1), m(2, 3))
case("only_element", lambda x: np.squeeze(x, axis=0), v(1))
case("squeezed", lambda x: np.squeeze(x * 2.0, axis=1), m(2, 1, 3))
case("squeezed", lambda x: x.squeeze(-1), m(2, 1))
case("broadcast", lambda x: np.broadcast_to(x, (3, 4)), v(4))
case("broadcast", lambda x: np.broadcast_to(x, (3, 4)), m(3, 1))
case("broadcast_number", lambda x: np.broadcast_to(x, (3, 4)), 1.5)
case("flipped", lambda x: np.flip(x * 2.0), m(2, 3))
case("flipped_up", lambda x: np.flipud(x * 2.0), m(2, 3))
case("flipped_left", lambda x: np.fliplr(x * 2.0), m(2, 3))
case("rotated", lambda x: np.rot90(x), m(2, 3))
case("rotated_often", lambda x: np.rot90(x, 2), m(2, 3))
case("rotated_often", lambda x: np.rot90(x, k=-1), m(2, 3))
case("rolled", lambda x: np.roll(x, 2), v())
case("rolled", lambda x: np.roll(x, -1), m(2, 3))
case("repeated", lambda x: np.repeat(x, 3), m(2, 2))
case("repeated_each", lambda x: np.repeat(x, SEVERAL), v(3))
case("tiled", lambda x: np.tile(x, 3), m(2, 2))
case("taken", lambda x: np.take(x, 4), m(2, 3))
case("taken_elements", lambda x: np.take(x, PLACES), v(3))
case("taken_elements", lambda x: x.take(PLACES), m(2, 2))
case("extracted", lambda x: np.extract(x > 1.0, x), m(2, 3))
case("deleted", lambda x: np.delete(x, -2), v())
case("deleted_elements", lambda x: np.delete(x, PLACES), v())
case("lengthened", lambda x, y: np.append(x, y), v(3), 1.5)
case("appended_number", lambda x, y: np.append(x, y), m(2, 2), 1.5)
case("appended", lambda x, y: np.append(x, y), m(2, 2), v(3))
case("appended_numbers", lambda x, y: np.append(x, y), 0.5, 1.5)
case("appended_to_number", lambda x, y: np.append(x, y), 0.5, m(2, 2))
case("sorted_elements", lambda x: np.sort(x), v())
case("sorted_rows", lambda x: np.sort(x), m(3, 4))
case("same_elements", lambda x: np.ascontiguousarray((x * 2.0).T), m(2, 3))
case("same_elements", lambda x: (x * 2.0).copy(), m(2, 3))

# sequences
case("cumulative_sum", lambda x: np.cumsum(x), v())
case("cumulative_sum_of_all", lambda x: x.cumsum(), m(2, 3))
case("cumulative_sums", lambda x: np.cumsum(x, axis=1), m(2, 3, 2))
case("cumulative_sum_of_known", lambda x: np.nancumsum(x), with_nan())
case("cumulative_product", lambda x: np.cumprod(x), v())
case("cumulative_product", lambda x: np.cumprod(x), np.array([2.0, 0.0, 3.0, 0.0, 5.0]))
case("cumulative_product_of_all", lambda x: np.cumprod(x), m(2, 3))
case("cumulative_products", lambda x: np.cumprod(x, axis=0), m(2, 3))
case("cumulative_product_of_known", lambda x: np.nancumprod(x), with_nan())
case("differences", lambda x: np.diff(x), v())
case("differences", lambda x: np.diff(x), m(3, 4))
case("differences", lambda x: np.diff(x), v(1))
case("repeated_differences", lambda x: np.diff(x, 2), m(3, 4))
case("repeated_differences", lambda x: np.diff(x, n=3), v(2))
case("differences_of_vector", lambda x: np.ediff1d(x), v())
KNOTS, OUTSIDE = np.array([0.1, 0.9, 1.6, 2.5]), np.array([0.05, 1.0, 2.0, 3.0, 0.5])
case("interpolated_number", lambda x, p, f: np.interp(x, p, f), 1.2, KNOTS, v(4))
case("interpolated", lambda x, p, f: np.interp(x, p, f), OUTSIDE, KNOTS, v(4))
case("unwrapped", lambda x: np.unwrap(x), np.array([0.5, 6.0, 1.0, 12.0]))
case("sinc_of_each", lambda x: np.sinc(x), m(2, 3))

case("polynomial", lambda p, x: np.polyval(p, x), v(4), 1.3)
case("polynomials", lambda p, x: np.polyval(p, x), v(4), m(2, 2))

# creation
case("filled", lambda x: np.full((2, 3), x), 1.5)
case("filled", lambda x: np.full(4, fill_value=x), 1.5)
case("filled_of_type", lambda x: np.full(4, x, np.float64), 1.5)
case("filled_like", lambda x, y: np.full_like(x, y), v(3), 1.5)
case("linear_space_of_50", lambda x, y: np.linspace(x, y), 1.5, 2.5)
case("linear_space", lambda x, y: np.linspace(x, y, num=5), 1.5, 2.5)
case("powers_of_ten", lambda x, y: np.logspace(x, y, 5), 0.5, 1.0)
case("geometric_sequence", lambda x, y: np.geomspace(x, y, 4), 1.5, 2.5)
case("counted", lambda x: np.arange(x), 3.5)
case("counted_from", lambda x, y: np.arange(x, y), 0.3, 3.5)
case("counted_with_step", lambda x, y, z: np.arange(x, y, z), 0.3, 3.5, 0.7)
case("powers_of_elements", lambda x: np.vander(x), v(3))
case("powers", lambda x: np.vander(x, 4), v(3))


# linear algebra
def singular() -> Any:
    """Return a matrix without inverse."""
    a = m(3, 3)
    a[2] = a[0] + a[1]
    return a


def outer_vectors(x: Any) -> Any:
    """Return what does not depend on the signs of singular vectors."""
    u, s, vt = np.linalg.svd(x, False)
    return np.outer(u[:, 0], vt[0]) * s[1] + np.outer(u[:, 1], u[:, 1]) @ x


def vectors_and_values(x: Any) -> Any:
    """Return what does not depend on the signs of eigenvectors."""
    w, v = np.linalg.eigh(x)
    return np.outer(v[:, 0], v[:, 0]) * w[1] + np.outer(v[:, 1], v[:, 1]) * w[0]


GENERAL = np.array([[2.9, 0.2, 0.1], [0.3, 1.7, 0.4], [0.2, 0.1, 0.5]])  # all values are real


def general_vectors_and_values(x: Any) -> Any:
    """Return what does not depend on the signs of eigenvectors."""
    w, v = np.linalg.eig(x)
    return np.outer(v[:, 0], v[:, 0]) * w[1] + np.outer(v[:, 1], v[:, 2]) ** 2 * w[0]


def all_singular_values(x: Any) -> Any:
    """Return the singular values, where the vectors are found too."""
    _, s, _ = np.linalg.svd(x)
    return s


def factors(x: Any) -> Any:
    """Return both factors, of which Q belongs to all rows."""
    q, r = np.linalg.qr(x)
    return q * 2.0, r * 3.0


def solution_and_error(x: Any, y: Any) -> Any:
    """Return all that least squares give."""
    z, error, _, s = np.linalg.lstsq(x, y)
    return z * 2.0, error, s


case("inverse", lambda x: np.linalg.inv(x), definite())
case("determinant", lambda x: np.linalg.det(x), definite())
case("determinant", lambda x: np.linalg.det(x), -definite())
case("determinant", lambda x: np.linalg.det(x), singular())
case("logarithm_of_determinant", lambda x: np.linalg.slogdet(x)[1], -definite())
case("solution", lambda x, y: np.linalg.solve(x, y), definite(), v(3))
case("solutions", lambda x, y: np.linalg.solve(x, y), definite(), m(3, 2))
case("norm", lambda x: np.linalg.norm(x), v())
case("norm_of_order", lambda x: np.linalg.norm(x, 1), v() - 1.2)
case("norm_of_order", lambda x: np.linalg.norm(x, 2), v() - 1.2)
case("norm_of_order", lambda x: np.linalg.norm(x, ord=3), v() - 1.2)
case("norm_of_order", lambda x: np.linalg.norm(x, 0.5), v() - 1.2)
case("norm_of_order", lambda x: np.linalg.norm(x, np.inf), v() - 1.2)
case("norm_of_order", lambda x: np.linalg.norm(x, -np.inf), v() - 1.2)
case("norm_of_order", lambda x: np.linalg.norm(x, 0), v() - 1.2)
case("frobenius_norm", lambda x: np.linalg.norm(x), m(2, 3))
case("norm_of_matrix", lambda x: np.linalg.norm(x, 1), m(2, 3) - 1.2)
case("norm_of_matrix", lambda x: np.linalg.norm(x, -1), m(2, 3) - 1.2)
case("norm_of_matrix", lambda x: np.linalg.norm(x, 2), m(2, 3) - 1.2)
case("norm_of_matrix", lambda x: np.linalg.norm(x, -2), m(2, 3) - 1.2)
case("norm_of_matrix", lambda x: np.linalg.norm(x, np.inf), m(2, 3) - 1.2)
case("norm_of_matrix", lambda x: np.linalg.norm(x, ord=-np.inf), m(2, 3) - 1.2)
case("cholesky", lambda x: np.linalg.cholesky(x), definite())
case("eigenvectors", vectors_and_values, definite())
case("eigenvectors", lambda x: np.linalg.eigh(x)[0], definite())
case("eigenvalues", lambda x: np.linalg.eigvalsh(x), definite())
case("general_eigenvectors", general_vectors_and_values, GENERAL)
case("general_eigenvectors", lambda x: np.linalg.eig(x)[0] * np.linalg.eigvals(x), GENERAL)
case("in_windows", lambda x: np.lib.stride_tricks.sliding_window_view(x, 2), v())
case("in_windows", lambda x: np.lib.stride_tricks.sliding_window_view(x, (2, 1)), m(3, 2))
case("in_windows", lambda x: np.lib.stride_tricks.sliding_window_view(x, 2, axis=-1), m(2, 3, 2))
case("singular_vectors", all_singular_values, m(4, 2))
case("some_singular_vectors", outer_vectors, m(4, 2))
case("some_singular_vectors", outer_vectors, m(2, 4))
case("some_singular_vectors", outer_vectors, m(3, 3))
case("orthogonal_and_triangular", factors, m(4, 2))
case("orthogonal_and_triangular", factors, m(2, 4))
case("pseudoinverse", lambda x: np.linalg.pinv(x), m(4, 2))
case("pseudoinverse", lambda x: np.linalg.pinv(x), m(2, 4))
case("least_squares", lambda x, y: np.linalg.lstsq(x, y)[0], m(2, 4), v(2))
case("least_squares", solution_and_error, m(4, 2), v(4))
case("condition_number", lambda x: np.linalg.cond(x), definite())
case("power_of_matrix", lambda x: np.linalg.matrix_power(x, 3), definite())
case("power_of_matrix", lambda x, n: np.linalg.matrix_power(x, n), definite(), 0)
case("power_of_matrix", lambda x, n: np.linalg.matrix_power(x, n), definite(), -2)

# at the end, so that the numbers of the others stay as they are
case("sum_of_products", lambda x, y: np.tensordot(x, y), m(2, 3), m(2, 3))
case("sum_of_products", lambda x, y: np.tensordot(x, y, axes=2), m(2, 3), m(2, 3))
case("matrix_times_matrix", lambda x, y: np.tensordot(x, y, 1), m(2, 3), m(3, 4))
case("matrix_times_matrix", lambda x, y: np.tensordot(x, y, ([0], [1])), m(2, 3), m(4, 2))
case("matrix_times_vector", lambda x, y: np.tensordot(x, y, axes=(0, 0)), m(2, 3), v(2))
case("different_elements", lambda x: np.unique(x), v())
case("different_elements", lambda x: np.unique(x), m(2, 3))
case("kept_number", lambda x: np.sum(x, keepdims=True), m(2, 3, 2))
case("kept_number", lambda x: x.max(keepdims=True), v())
case("cross_product_of_pairs", lambda x, y: np.cross(x[:2], y[1:3]), v(3), v(3))
case("cross_products_of_pairs", lambda x, y: np.cross(x[:, :2], y[:, -2:]), m(4, 2), m(4, 3))
case("cross_product_of_pairs", lambda x, y: np.cross(x[:2], y[1:3]), v(3), v(3))
case("cross_products_of_pairs", lambda x, y: np.cross(x[:, :2], y[:, -2:]), m(4, 2), m(4, 3))


def root_of_matrix(x: Any) -> Any:
    """Return the root of a positive definite matrix."""
    w, v = np.linalg.eigh(x)
    return (v * np.sqrt(w)) @ v.T


def polar_factor(x: Any) -> Any:
    """Return the matrix with orthonormal columns, or rows, that is nearest."""
    u, _, vt = np.linalg.svd(x, full_matrices=False)
    return u @ vt


case("matrix_function", root_of_matrix, definite())
case("singular_value_function", polar_factor, m(4, 2))
case("singular_value_function", polar_factor, m(2, 3))
