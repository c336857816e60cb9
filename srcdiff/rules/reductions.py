"""Rules of sums, products, means, extremes and other numbers made of all elements."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff import runtime
from srcdiff.rules.arrays import ANY, Array, array_derivative, known

Pair = tuple[Any, Any]


@array_derivative(np.sum, ndims=(ANY,), spread=True, forward="linear")
def sum_of_all(g: float, z: float, x: Array) -> float:
    """The sum of all elements."""
    return g


@array_derivative(np.sum, ndims=(1, 0), spread=True, forward="linear")
def sum_of_vector(g: float, z: float, a: Array, axis: int) -> tuple[float, float]:
    """The sum of the elements of a vector, along its only axis."""
    return g, 0.0


@array_derivative(np.sum, ndims=(ANY, 0), spread=True, forward="linear")
def sum_along_axis(g: Array, z: Array, a: Array, axis: int) -> tuple[Array, float]:
    """Sums along an axis."""
    return np.expand_dims(g, axis), 0.0


@array_derivative(np.mean, ndims=(ANY,), spread=True, forward="linear")
def mean_of_all(g: float, z: float, x: Array) -> Any:
    """The mean of all elements."""
    return g / max(x.size, 1)


def tangent_of_largest_element(t_x: Array, z: float, x: Array) -> Any:
    return np.take(t_x, np.argmax(x))


@array_derivative(np.max, np.amax, ndims=(ANY,), forward=tangent_of_largest_element)
def largest_element(g: float, z: float, x: Array) -> Array:
    """The largest element: the first one, where several are equal."""
    return runtime.one_hot(g, np.argmax(x), x)


def tangent_of_smallest_element(t_x: Array, z: float, x: Array) -> Any:
    return np.take(t_x, np.argmin(x))


@array_derivative(np.min, np.amin, ndims=(ANY,), forward=tangent_of_smallest_element)
def smallest_element(g: float, z: float, x: Array) -> Array:
    """The smallest element: the first one, where several are equal."""
    return runtime.one_hot(g, np.argmin(x), x)


def tangent_of_peak_to_peak(t_x: Array, z: float, x: Array) -> Any:
    return np.take(t_x, np.argmax(x)) - np.take(t_x, np.argmin(x))


@array_derivative(np.ptp, ndims=(ANY,), forward=tangent_of_peak_to_peak)
def peak_to_peak(g: float, z: float, x: Array) -> Array:
    """The difference of the largest and the smallest element."""
    return runtime.one_hot(g, np.argmax(x), x) - runtime.one_hot(g, np.argmin(x), x)


@array_derivative(np.prod, ndims=(ANY,))
def product_of_all(g: float, z: float, x: Array) -> Array:
    """The product of all elements."""
    return runtime.products_of_others(g, x)


@array_derivative(np.var, ndims=(ANY,))
def variance(g: float, z: float, x: Array) -> Array:
    """The variance of all elements."""
    return 2.0 * g / max(x.size, 1) * (x - np.mean(x))


@array_derivative(np.std, ndims=(ANY,))
def standard_deviation(g: float, z: float, x: Array) -> Array:
    """The standard deviation of all elements; 0 where they are all equal."""
    return (0.0 if z == 0.0 else g / (x.size * z)) * (x - np.mean(x))


@array_derivative(np.median, runtime.median, np.nanmedian, ndims=(ANY,))
def median(g: float, z: float, x: Array) -> Array:
    """The element in the middle, or the mean of the two there."""
    return runtime.quantile_back(g, z, x, 0.5)


@array_derivative(np.quantile, runtime.quantile, np.nanquantile, ndims=(ANY, 0))
def quantile(g: float, z: float, a: Array, q: float) -> Pair:
    """The value below which a share of the elements is: linear between two of them."""
    return runtime.quantile_back(g, z, a, q), g * runtime.quantile_slope(z, a, q)


@array_derivative(np.percentile, runtime.percentile, np.nanpercentile, ndims=(ANY, 0))
def percentile(g: float, z: float, a: Array, q: float) -> Pair:
    """A quantile, in percent."""
    return (
        runtime.quantile_back(g, z, a, q / 100.0),
        g * runtime.quantile_slope(z, a, q / 100.0) / 100.0,
    )


def tangent_of_quantiles(t_a: Array, z: Array, a: Array, q: Array) -> Array:
    return runtime.quantiles_forward(t_a, z, a, q)


@array_derivative(
    np.quantile, runtime.quantile, np.nanquantile, ndims=(ANY, 1), forward=tangent_of_quantiles
)
def quantiles(g: Array, z: Array, a: Array, q: Array) -> tuple[Array, None]:
    """Several quantiles."""
    return runtime.quantiles_back(g, z, a, q), None


def tangent_of_percentiles(t_a: Array, z: Array, a: Array, q: Array) -> Array:
    return runtime.quantiles_forward(t_a, z, a, q / 100.0)


@array_derivative(
    np.percentile,
    runtime.percentile,
    np.nanpercentile,
    ndims=(ANY, 1),
    forward=tangent_of_percentiles,
)
def percentiles(g: Array, z: Array, a: Array, q: Array) -> tuple[Array, None]:
    """Several quantiles, in percent."""
    return runtime.quantiles_back(g, z, a, q / 100.0), None


# --- without the elements that are nan ---


def tangent_of_sum_of_known(t_x: Array, z: float, x: Array) -> Any:
    return np.sum(np.where(np.isnan(x), 0.0, t_x))


@array_derivative(np.nansum, ndims=(ANY,), forward=tangent_of_sum_of_known)
def sum_of_known(g: float, z: float, x: Array) -> Array:
    """The sum of the elements that are not nan."""
    return np.where(np.isnan(x), 0.0, g)


def tangent_of_mean_of_known(t_x: Array, z: float, x: Array) -> Any:
    return np.sum(np.where(np.isnan(x), 0.0, t_x)) / np.sum(~np.isnan(x))


@array_derivative(np.nanmean, ndims=(ANY,), forward=tangent_of_mean_of_known)
def mean_of_known(g: float, z: float, x: Array) -> Array:
    """The mean of the elements that are not nan."""
    return np.where(np.isnan(x), 0.0, g / np.sum(~np.isnan(x)))


def tangent_of_variance_of_known(t_x: Array, z: float, x: Array) -> Any:
    slopes = np.where(np.isnan(x), 0.0, (x - np.nanmean(x)) * t_x)
    return 2.0 / np.sum(~np.isnan(x)) * np.sum(slopes)


@array_derivative(np.nanvar, ndims=(ANY,), forward=tangent_of_variance_of_known)
def variance_of_known(g: float, z: float, x: Array) -> Array:
    """The variance of the elements that are not nan."""
    factor = 2.0 * g / np.sum(~np.isnan(x))
    return np.where(np.isnan(x), 0.0, factor * (x - np.nanmean(x)))


def tangent_of_deviation_of_known(t_x: Array, z: float, x: Array) -> Any:
    slopes = np.where(np.isnan(x), 0.0, (x - np.nanmean(x)) * t_x)
    return (0.0 if z == 0.0 else 1.0 / (np.sum(~np.isnan(x)) * z)) * np.sum(slopes)


@array_derivative(np.nanstd, ndims=(ANY,), forward=tangent_of_deviation_of_known)
def deviation_of_known(g: float, z: float, x: Array) -> Array:
    """The standard deviation of the elements that are not nan."""
    factor = 0.0 if z == 0.0 else g / (np.sum(~np.isnan(x)) * z)
    return np.where(np.isnan(x), 0.0, factor * (x - np.nanmean(x)))


def tangent_of_largest_known(t_x: Array, z: float, x: Array) -> Any:
    return np.take(t_x, np.nanargmax(x))


@array_derivative(np.nanmax, ndims=(ANY,), forward=tangent_of_largest_known)
def largest_known(g: float, z: float, x: Array) -> Array:
    """The largest element that is not nan."""
    return runtime.one_hot(g, np.nanargmax(x), x)


def tangent_of_smallest_known(t_x: Array, z: float, x: Array) -> Any:
    return np.take(t_x, np.nanargmin(x))


@array_derivative(np.nanmin, ndims=(ANY,), forward=tangent_of_smallest_known)
def smallest_known(g: float, z: float, x: Array) -> Array:
    """The smallest element that is not nan."""
    return runtime.one_hot(g, np.nanargmin(x), x)


def tangent_of_product_of_known(t_x: Array, z: float, x: Array) -> Any:
    others = runtime.products_of_others(1.0, np.where(np.isnan(x), 1.0, x))
    return np.sum(np.where(np.isnan(x), 0.0, others * t_x))


@array_derivative(np.nanprod, ndims=(ANY,), forward=tangent_of_product_of_known)
def product_of_known(g: float, z: float, x: Array) -> Array:
    """The product of the elements that are not nan."""
    others = runtime.products_of_others(g, np.where(np.isnan(x), 1.0, x))
    return np.where(np.isnan(x), 0.0, others)


# --- integrals ---


@array_derivative(*known("trapezoid", "trapz"), ndims=(1,))
def integral(g: float, z: float, y: Array) -> Array:
    """The area below values at distance 1."""
    return runtime.trapezoid_back(g, y)


@array_derivative(*known("trapezoid", "trapz"), ndims=(1, 1))
def integral_over(g: float, z: float, y: Array, x: Array) -> Pair:
    """The area below values at some points."""
    return runtime.trapezoid_values(g, x, y), runtime.trapezoid_points(g, y, x)


@array_derivative(*known("trapezoid", "trapz"), ndims=(1, 0))
def integral_with_step(g: float, z: float, y: Array, dx: float) -> Pair:
    """The area below values at equal distances."""
    return runtime.trapezoid_back(g * dx, y), 0.5 * g * np.sum(y[1:] + y[:-1])


# --- sums of some elements ---


@array_derivative(np.bincount, ndims=(1, 1), forward="linear")
def sums_of_bins(g: Array, z: Array, x: Array, weights: Array) -> Pair:
    """The sum of the weights of each number."""
    return 0.0, np.take(g, x)


@array_derivative(np.bincount, ndims=(1, 1, 0), forward="linear")
def sums_of_many_bins(
    g: Array, z: Array, x: Array, weights: Array, minlength: int
) -> tuple[Any, Any, float]:
    """The sum of the weights of each number, for at least some numbers."""
    return 0.0, np.take(g, x), 0.0
