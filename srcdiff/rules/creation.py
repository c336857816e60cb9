"""Rules of arrays that are made of numbers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from srcdiff import runtime
from srcdiff.rules.arrays import ANY, Array, array_derivative

Pair = tuple[Any, Any]
Triple = tuple[Any, Any, Any]


@array_derivative(np.full, ndims=(0, 0))
def filled(g: Array, z: Array, shape: Any, fill_value: float) -> Pair:
    """An array of one number."""
    return 0.0, np.sum(g)


@array_derivative(np.full, ndims=(0, 0, 0))
def filled_of_type(g: Array, z: Array, shape: Any, fill_value: float, dtype: Any) -> Triple:
    """An array of one number, of some type."""
    return 0.0, np.sum(g), 0.0


@array_derivative(np.full_like, ndims=(ANY, 0))
def filled_like(g: Array, z: Array, a: Array, fill_value: float) -> Pair:
    """An array of one number, of the shape of another."""
    return 0.0, np.sum(g)


@array_derivative(np.linspace, ndims=(0, 0))
def linear_space_of_50(g: Array, z: Array, start: float, stop: float) -> Pair:
    """Fifty numbers at equal distances."""
    n = len(g)
    return np.sum(g * np.linspace(1.0, 0.0, n)), np.sum(g * np.linspace(0.0, 1.0, n))


@array_derivative(np.linspace, ndims=(0, 0, 0))
def linear_space(g: Array, z: Array, start: float, stop: float, num: int) -> Triple:
    """Numbers at equal distances."""
    return np.sum(g * np.linspace(1.0, 0.0, num)), np.sum(g * np.linspace(0.0, 1.0, num)), 0.0


@array_derivative(np.logspace, ndims=(0, 0, 0))
def powers_of_ten(g: Array, z: Array, start: float, stop: float, num: int) -> Triple:
    """Powers of 10 whose exponents are at equal distances."""
    d = math.log(10.0) * g * z
    return np.sum(d * np.linspace(1.0, 0.0, num)), np.sum(d * np.linspace(0.0, 1.0, num)), 0.0


@array_derivative(np.geomspace, ndims=(0, 0, 0))
def geometric_sequence(g: Array, z: Array, start: float, stop: float, num: int) -> Triple:
    """Numbers with equal quotients."""
    d = g * z
    return (
        np.sum(d * np.linspace(1.0, 0.0, num)) / start,
        np.sum(d * np.linspace(0.0, 1.0, num)) / stop,
        0.0,
    )


@array_derivative(np.arange, ndims=(0,))
def counted(g: Array, z: Array, stop: float) -> float:
    """0.0, 1.0, ...: the end only tells how many."""
    return 0.0


@array_derivative(np.arange, ndims=(0, 0))
def counted_from(g: Array, z: Array, start: float, stop: float) -> Pair:
    """Numbers at distance 1: the end only tells how many."""
    return np.sum(g), 0.0


@array_derivative(np.arange, ndims=(0, 0, 0))
def counted_with_step(g: Array, z: Array, start: float, stop: float, step: float) -> Triple:
    """Numbers at equal distances: the end only tells how many."""
    return np.sum(g), 0.0, np.sum(g * np.arange(len(g)))


@array_derivative(np.vander, ndims=(1,))
def powers_of_elements(g: Array, z: Array, x: Array) -> Array:
    """The powers of the elements of a vector, as many as it has elements."""
    return runtime.vander_back(g, x)


@array_derivative(np.vander, ndims=(1, 0))
def powers(g: Array, z: Array, x: Array, N: int) -> Pair:
    """The powers of the elements of a vector."""
    return runtime.vander_back(g, x), 0.0
