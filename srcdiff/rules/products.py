"""Rules of products of vectors and matrices, and of diagonals and triangles.

Those of products of matrices follow M. B. Giles, "Collected matrix derivative results for
forward and reverse mode algorithmic differentiation", Advances in Automatic
Differentiation, 2008.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from srcdiff import runtime
from srcdiff.rules.arrays import ANY, Array, array_derivative

Pair = tuple[Any, Any]


@array_derivative(np.dot, np.matmul, operator.matmul, np.vdot, ndims=(1, 1), forward="multilinear")
def dot_of_vectors(g: float, z: float, x: Array, y: Array) -> Pair:
    """The inner product of two vectors."""
    return g * y, g * x


@array_derivative(np.dot, np.matmul, operator.matmul, ndims=(2, 1), forward="multilinear")
def matrix_times_vector(g: Array, z: Array, x: Array, y: Array) -> Pair:
    """A matrix times a vector."""
    return np.outer(g, y), np.dot(x.T, g)


@array_derivative(np.dot, np.matmul, operator.matmul, ndims=(1, 2), forward="multilinear")
def vector_times_matrix(g: Array, z: Array, x: Array, y: Array) -> Pair:
    """A vector times a matrix."""
    return np.dot(y, g), np.outer(x, g)


@array_derivative(np.dot, np.matmul, operator.matmul, ndims=(2, 2), forward="multilinear")
def matrix_times_matrix(g: Array, z: Array, x: Array, y: Array) -> Pair:
    """The product of two matrices."""
    return np.dot(g, y.T), np.dot(x.T, g)


@array_derivative(np.outer, ndims=(1, 1), forward="multilinear")
def outer_product(g: Array, z: Array, x: Array, y: Array) -> Pair:
    """The outer product of two vectors."""
    return np.dot(g, y), np.dot(g.T, x)


@array_derivative(np.outer, ndims=(ANY, ANY), forward="multilinear")
def outer_product_of_elements(g: Array, z: Array, x: Array, y: Array) -> Pair:
    """The products of each element of one array with each of another."""
    return np.reshape(np.dot(g, np.ravel(y)), x.shape), np.reshape(
        np.dot(g.T, np.ravel(x)), y.shape
    )


@array_derivative(runtime.contracted, ndims=(2, 2), forward="multilinear")
def sum_of_products(g: float, z: float, x: Array, y: Array) -> Pair:
    """The sum of the products of the elements of two matrices: np.tensordot along both axes."""
    return g * y, g * x


@array_derivative(np.kron, ndims=(1, 1), forward="multilinear")
def kronecker_product_of_vectors(g: Array, z: Array, x: Array, y: Array) -> Pair:
    """All products of an element of one vector and one of another, in one vector."""
    d = np.reshape(np.ascontiguousarray(g), (len(x), len(y)))
    return np.dot(d, y), np.dot(d.T, x)


@array_derivative(np.kron, ndims=(2, 2), forward="multilinear")
def kronecker_product(g: Array, z: Array, x: Array, y: Array) -> Pair:
    """The block matrix with a multiple of one matrix for each element of another."""
    return runtime.kron_left(g, x, y), runtime.kron_right(g, x, y)


@array_derivative(np.cross, ndims=(1, 1), forward="multilinear")
def cross_product(g: Array, z: Array, x: Array, y: Array) -> Pair:
    """The cross product of two vectors, of which one may have two components."""
    return np.cross(y, g)[: len(x)], np.cross(g, x)[: len(y)]


@array_derivative(np.cross, ndims=(2, 2), forward="multilinear")
def cross_products(g: Array, z: Array, x: Array, y: Array) -> Pair:
    """The cross products of the rows of two matrices."""
    return runtime.cross_left(g, x, y), runtime.cross_right(g, x, y)


@array_derivative(runtime.cross_of_pairs, ndims=(1, 1), forward="multilinear")
def cross_product_of_pairs(g: float, z: float, x: Array, y: Array) -> Pair:
    """The cross product of two vectors with two components, a number."""
    return runtime.cross_of_pairs_back(g, x, y), runtime.cross_of_pairs_back(-g, y, x)


@array_derivative(runtime.cross_of_pairs, ndims=(2, 2), forward="multilinear")
def cross_products_of_pairs(g: Array, z: Array, x: Array, y: Array) -> Pair:
    """The cross products of the rows of two matrices with two columns."""
    return runtime.cross_of_pairs_back(g, x, y), runtime.cross_of_pairs_back(-g, y, x)


@array_derivative(np.trace, ndims=(2,), forward="linear")
def trace(g: float, z: float, x: Array) -> Array:
    """The sum of the diagonal."""
    return g * np.eye(x.shape[0], x.shape[1])


@array_derivative(np.trace, ndims=(2, 0), forward="linear")
def trace_of_diagonal(g: float, z: float, x: Array, offset: int) -> Pair:
    """The sum of a diagonal beside the main one."""
    return g * np.eye(x.shape[0], x.shape[1], offset), 0.0


@array_derivative(np.diag, np.diagflat, ndims=(1,), forward="linear")
def diagonal_matrix(g: Array, z: Array, x: Array) -> Array:
    """The matrix with a vector as its diagonal."""
    return np.diag(g).copy()  # NumPy gives a view that is not to be written to


@array_derivative(np.diag, np.diagflat, ndims=(1, 0), forward="linear")
def matrix_of_diagonal(g: Array, z: Array, x: Array, k: int) -> Pair:
    """The matrix with a vector as one of its diagonals."""
    return np.diag(g, k).copy(), 0.0


@array_derivative(np.diag, ndims=(2,), forward="linear")
def diagonal(g: Array, z: Array, x: Array) -> Array:
    """The diagonal of a matrix."""
    return runtime.on_diagonal(g, 0, x)


@array_derivative(np.diag, ndims=(2, 0), forward="linear")
def another_diagonal(g: Array, z: Array, x: Array, k: int) -> Pair:
    """A diagonal of a matrix beside the main one."""
    return runtime.on_diagonal(g, k, x), 0.0


@array_derivative(np.tril, ndims=(2,), forward="linear")
def lower_triangle(g: Array, z: Array, x: Array) -> Array:
    """A matrix with zeros above its diagonal."""
    return np.tril(g)


@array_derivative(np.tril, ndims=(2, 0), forward="linear")
def lower_part(g: Array, z: Array, x: Array, k: int) -> Pair:
    """A matrix with zeros above one of its diagonals."""
    return np.tril(g, k), 0.0


@array_derivative(np.triu, ndims=(2,), forward="linear")
def upper_triangle(g: Array, z: Array, x: Array) -> Array:
    """A matrix with zeros below its diagonal."""
    return np.triu(g)


@array_derivative(np.triu, ndims=(2, 0), forward="linear")
def upper_part(g: Array, z: Array, x: Array, k: int) -> Pair:
    """A matrix with zeros below one of its diagonals."""
    return np.triu(g, k), 0.0


@array_derivative(np.convolve, ndims=(1, 1), forward="multilinear")
def convolution(g: Array, z: Array, a: Array, v: Array) -> Pair:
    """The convolution of two vectors."""
    return runtime.convolve_back(g, v, len(a)), runtime.convolve_back(g, a, len(v))


@array_derivative(np.convolve, ndims=(1, 1, 0), forward="multilinear")
def part_of_convolution(
    g: Array, z: Array, a: Array, v: Array, mode: str
) -> tuple[Any, Any, float]:
    """A part of the convolution of two vectors; the length of the result tells which."""
    return runtime.convolve_back(g, v, len(a)), runtime.convolve_back(g, a, len(v)), 0.0


@array_derivative(np.correlate, ndims=(1, 1), forward="multilinear")
def correlation(g: Array, z: Array, a: Array, v: Array) -> Pair:
    """The sums of products of two vectors, of which one is shifted."""
    return runtime.correlate_left(g, a, v), runtime.correlate_right(g, a, v)


@array_derivative(np.correlate, ndims=(1, 1, 0), forward="multilinear")
def part_of_correlation(
    g: Array, z: Array, a: Array, v: Array, mode: str
) -> tuple[Any, Any, float]:
    """A part of the correlation of two vectors; the length of the result tells which."""
    return runtime.correlate_left(g, a, v), runtime.correlate_right(g, a, v), 0.0
