"""Rules of reductions along an axis, which NumPy's functions do and those of Numba do not."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff import runtime
from srcdiff.rules.arrays import ANY, Array, array_derivative

Pair = tuple[Any, Any]


def tangent_of_largest_of_vector(t_x: Array, z: float, x: Array, axis: int) -> Any:
    return t_x[np.argmax(x)]


@array_derivative(runtime.max_along, ndims=(1, 0), forward=tangent_of_largest_of_vector)
def largest_of_vector(g: float, z: float, x: Array, axis: int) -> Pair:
    """The largest element of a vector, along its only axis."""
    return runtime.one_hot(g, np.argmax(x), x), 0.0


def tangent_of_smallest_of_vector(t_x: Array, z: float, x: Array, axis: int) -> Any:
    return t_x[np.argmin(x)]


@array_derivative(runtime.min_along, ndims=(1, 0), forward=tangent_of_smallest_of_vector)
def smallest_of_vector(g: float, z: float, x: Array, axis: int) -> Pair:
    """The smallest element of a vector, along its only axis."""
    return runtime.one_hot(g, np.argmin(x), x), 0.0


@array_derivative(runtime.prod_along, ndims=(1, 0))
def product_of_vector(g: float, z: float, x: Array, axis: int) -> Pair:
    """The product of the elements of a vector, along its only axis."""
    return runtime.products_of_others(g, x), 0.0


@array_derivative(runtime.mean_along, ndims=(1, 0), spread=True, forward="linear")
def mean_of_vector(g: float, z: float, x: Array, axis: int) -> Pair:
    """The mean of the elements of a vector, along its only axis."""
    return g / max(len(x), 1), 0.0


@array_derivative(runtime.var_along, ndims=(1, 0, 0))
def variance_of_vector(
    g: float, z: float, x: Array, axis: int, ddof: int
) -> tuple[Array, float, None]:
    """The variance of a vector, along its only axis."""
    return np.divide(2.0 * g, max(len(x) - ddof, 0)) * (x - np.mean(x)), 0.0, None


@array_derivative(runtime.std_along, ndims=(1, 0, 0))
def deviation_of_vector(
    g: float, z: float, x: Array, axis: int, ddof: int
) -> tuple[Array, float, None]:
    """The standard deviation of a vector, along its only axis."""
    share = 0.0 if z == 0.0 else np.divide(g, max(len(x) - ddof, 0) * z)
    return share * (x - np.mean(x)), 0.0, None


@array_derivative(runtime.norm_along, ndims=(1, 0))
def norm_of_vector(g: float, z: float, x: Array, axis: int) -> Pair:
    """The length of a vector, along its only axis."""
    return (0.0 if z == 0.0 else g / z) * x, 0.0


@array_derivative(runtime.max_along, ndims=(ANY, 0), forward="along")
def largest_along_axis(g: Array, z: Array, x: Array, axis: int) -> Pair:
    """The largest elements along an axis."""
    return runtime.put_along(g, np.argmax(x, axis), x, axis), 0.0


@array_derivative(runtime.min_along, ndims=(ANY, 0), forward="along")
def smallest_along_axis(g: Array, z: Array, x: Array, axis: int) -> Pair:
    """The smallest elements along an axis."""
    return runtime.put_along(g, np.argmin(x, axis), x, axis), 0.0


@array_derivative(runtime.prod_along, ndims=(ANY, 0), forward="along")
def products_along_axis(g: Array, z: Array, x: Array, axis: int) -> Pair:
    """Products along an axis."""
    return runtime.products_of_others_along(g, x, axis), 0.0


@array_derivative(runtime.mean_along, ndims=(ANY, 0), spread=True, forward="linear")
def means_along_axis(g: Array, z: Array, x: Array, axis: int) -> Pair:
    """Means along an axis."""
    return np.expand_dims(g, axis) / x.shape[axis], 0.0


@array_derivative(runtime.var_along, ndims=(ANY, 0, 0), forward="along")
def variances_along_axis(
    g: Array, z: Array, x: Array, axis: int, ddof: int
) -> tuple[Array, float, None]:
    """Variances along an axis; `ddof` is taken from the number of elements."""
    centred = x - np.expand_dims(runtime.mean_along(x, axis), axis)
    return 2.0 * np.expand_dims(g, axis) / max(x.shape[axis] - ddof, 0) * centred, 0.0, None


@array_derivative(runtime.std_along, ndims=(ANY, 0, 0), forward="along")
def deviations_along_axis(
    g: Array, z: Array, x: Array, axis: int, ddof: int
) -> tuple[Array, float, None]:
    """Standard deviations along an axis; 0 where all elements are equal."""
    share = np.where(z == 0.0, 0.0, g / np.where(z == 0.0, 1.0, z)) / max(x.shape[axis] - ddof, 0)
    centred = x - np.expand_dims(runtime.mean_along(x, axis), axis)
    return np.expand_dims(share, axis) * centred, 0.0, None


@array_derivative(runtime.norm_along, ndims=(ANY, 0), forward="along")
def norms_along_axis(g: Array, z: Array, x: Array, axis: int) -> Pair:
    """Euclidean lengths along an axis; 0 at the origin."""
    share = np.where(z == 0.0, 0.0, g / np.where(z == 0.0, 1.0, z))
    return np.expand_dims(share, axis) * x, 0.0
