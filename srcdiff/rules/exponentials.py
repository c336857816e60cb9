"""Rules of sums of exponentials and of shares in them."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff import runtime
from srcdiff.rules.arrays import ANY, Array, array_derivative

Pair = tuple[Any, Any]


@array_derivative(runtime.logsumexp, ndims=(ANY,))
def logarithm_of_sum(g: float, z: float, x: Array) -> Array:
    """The logarithm of the sum of the exponentials of all elements."""
    return g * np.exp(x - z)


@array_derivative(runtime.logsumexp_along, ndims=(1, 0))
def logarithm_of_sum_of_vector(g: float, z: float, x: Array, axis: int) -> Pair:
    """The logarithm of the sum of the exponentials of a vector."""
    return g * np.exp(x - z), 0.0


@array_derivative(runtime.logsumexp_along, ndims=(ANY, 0), forward="along")
def logarithms_of_sums(g: Array, z: Array, x: Array, axis: int) -> Pair:
    """The logarithms of sums of exponentials along an axis."""
    return np.expand_dims(g, axis) * np.exp(x - np.expand_dims(z, axis)), 0.0


def tangent_of_shares(t_x: Array, z: Array, x: Array) -> Any:
    return z * (t_x - np.sum(t_x * z))


@array_derivative(runtime.softmax, ndims=(ANY,), forward=tangent_of_shares)
def shares_of_all(g: Array, z: Array, x: Array) -> Array:
    """The share of each element in the sum of exponentials."""
    return z * (g - np.sum(g * z))


def tangent_of_shares_along(t_x: Array, z: Array, x: Array, axis: int) -> Any:
    return z * (t_x - np.expand_dims(np.sum(t_x * z, axis), axis))


@array_derivative(runtime.softmax_along, ndims=(ANY, 0), forward=tangent_of_shares_along)
def shares_along_axis(g: Array, z: Array, x: Array, axis: int) -> Pair:
    """The share of each element in the sum of exponentials along an axis."""
    return z * (g - np.expand_dims(np.sum(g * z, axis), axis)), 0.0


def tangent_of_logarithms(t_x: Array, z: Array, x: Array) -> Any:
    return t_x - np.sum(t_x * np.exp(z))


@array_derivative(runtime.log_softmax, ndims=(ANY,), forward=tangent_of_logarithms)
def logarithms_of_shares(g: Array, z: Array, x: Array) -> Array:
    """The logarithm of the share of each element in the sum of exponentials."""
    return g - np.sum(g) * np.exp(z)


def tangent_of_logarithms_along(t_x: Array, z: Array, x: Array, axis: int) -> Any:
    return t_x - np.expand_dims(np.sum(t_x * np.exp(z), axis), axis)


@array_derivative(runtime.log_softmax_along, ndims=(ANY, 0), forward=tangent_of_logarithms_along)
def logarithms_of_shares_along(g: Array, z: Array, x: Array, axis: int) -> Pair:
    """The logarithm of the share of each element in the sum of exponentials along an axis."""
    return g - np.expand_dims(np.sum(g, axis), axis) * np.exp(z), 0.0
