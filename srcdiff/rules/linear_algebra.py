"""Rules of linear algebra.

Where nothing else is named they follow M. B. Giles, "Collected matrix derivative results
for forward and reverse mode algorithmic differentiation", Advances in Automatic
Differentiation, 2008. The derivatives of eigenvectors and of singular vectors exist only
where the eigenvalues, or singular values, differ: else they are infinite or nan.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff import runtime
from srcdiff.rules.arrays import Array, array_derivative

Pair = tuple[Any, Any]


def tangent_of_inverse(t_x: Array, z: Array, x: Array) -> Array:
    return -np.dot(z, np.dot(t_x, z))


@array_derivative(np.linalg.inv, ndims=(2,), forward=tangent_of_inverse)
def inverse(g: Array, z: Array, x: Array) -> Array:
    """The inverse of a matrix."""
    return -np.dot(z.T, np.dot(g, z.T))


@array_derivative(np.linalg.det, ndims=(2,))
def determinant(g: float, z: float, x: Array) -> Array:
    """The determinant, also of a matrix that has no inverse."""
    return runtime.det_back(g, z, x)


def tangent_of_logarithm_of_determinant(
    t_x: Array, sign: float, z: float, x: Array
) -> tuple[float, float]:
    return 0.0, np.trace(np.linalg.solve(x, t_x))


@array_derivative(
    np.linalg.slogdet, ndims=(2,), results=2, forward=tangent_of_logarithm_of_determinant
)
def logarithm_of_determinant(g_sign: float, g: float, sign: float, z: float, x: Array) -> Array:
    """The sign of the determinant and the logarithm of its absolute value."""
    return g * np.linalg.inv(x).T


def tangent_of_solution(t_x: Array, t_y: Array, z: Array, x: Array, y: Array) -> Array:
    return np.linalg.solve(x, t_y - np.dot(t_x, z))


@array_derivative(np.linalg.solve, ndims=(2, 1), forward=tangent_of_solution)
def solution(g: Array, z: Array, x: Array, y: Array) -> Pair:
    """The solution of a system of linear equations."""
    d_y = np.linalg.solve(x.T, g)
    return -np.outer(d_y, z), d_y


def tangent_of_solutions(t_x: Array, t_y: Array, z: Array, x: Array, y: Array) -> Array:
    return np.linalg.solve(x, t_y - np.dot(t_x, z))


@array_derivative(np.linalg.solve, ndims=(2, 2), forward=tangent_of_solutions)
def solutions(g: Array, z: Array, x: Array, y: Array) -> Pair:
    """The solutions for several right sides."""
    d_y = np.linalg.solve(x.T, g)
    return -np.dot(d_y, z.T), d_y


@array_derivative(np.linalg.norm, ndims=(1,))
def norm(g: float, z: float, x: Array) -> Array:
    """The Euclidean length of a vector; 0 at the origin, as that is the middle of all slopes."""
    return (0.0 if z == 0.0 else g / z) * x


@array_derivative(np.linalg.norm, runtime.norm, ndims=(1, 0))
def norm_of_order(g: float, z: float, x: Array, ord: float) -> tuple[Array, None]:
    """A p-norm of a vector."""
    return runtime.norm_back(g, z, x, ord), None


@array_derivative(np.linalg.norm, ndims=(2,))
def frobenius_norm(g: float, z: float, x: Array) -> Array:
    """The root of the sum of squares of a matrix; 0 where all are 0."""
    return (0.0 if z == 0.0 else g / z) * x


@array_derivative(np.linalg.norm, runtime.norm, ndims=(2, 0))
def norm_of_matrix(g: float, z: float, x: Array, ord: float) -> tuple[Array, None]:
    """The largest sum of a column or row, or the largest singular value, or the smallest."""
    return runtime.matrix_norm_back(g, z, x, ord), None


def tangent_of_cholesky(t_x: Array, z: Array, x: Array) -> Array:
    return runtime.cholesky_forward(t_x, z)


@array_derivative(np.linalg.cholesky, ndims=(2,), forward=tangent_of_cholesky)
def cholesky(g: Array, z: Array, x: Array) -> Array:
    """The Cholesky factor of a positive definite matrix, of which the lower triangle counts."""
    return runtime.cholesky_back(g, z)


def tangent_of_eigenvectors(t_x: Array, w: Array, v: Array, x: Array) -> Pair:
    return runtime.eigenvalues_forward(t_x, v), runtime.eigenvectors_forward(t_x, w, v)


@array_derivative(np.linalg.eigh, ndims=(2,), results=2, forward=tangent_of_eigenvectors)
def eigenvectors(g_w: Array, g_v: Array, w: Array, v: Array, x: Array) -> Array:
    """Eigenvalues and eigenvectors of a symmetric matrix, of which the lower triangle counts."""
    return runtime.eigh_back(g_w, g_v, w, v)


def tangent_of_general_eigenvectors(t_x: Array, w: Array, v: Array, x: Array) -> Pair:
    return runtime.eig_values_forward(t_x, v), runtime.eig_vectors_forward(t_x, w, v)


@array_derivative(runtime.real_eig, ndims=(2,), results=2, forward=tangent_of_general_eigenvectors)
def general_eigenvectors(g_w: Array, g_v: Array, w: Array, v: Array, x: Array) -> Array:
    """Eigenvalues and eigenvectors of a matrix, where all of them are real."""
    return runtime.eig_back(g_w, g_v, w, v)


def tangent_of_eigenvalues(t_x: Array, w: Array, x: Array) -> Array:
    return runtime.eigenvalues_forward(t_x, np.linalg.eigh(x)[1])


@array_derivative(np.linalg.eigvalsh, ndims=(2,), forward=tangent_of_eigenvalues)
def eigenvalues(g: Array, w: Array, x: Array) -> Array:
    """Eigenvalues of a symmetric matrix, of which the lower triangle counts."""
    return runtime.eigvalsh_back(g, x)


def tangent_of_singular_vectors(
    t_x: Array, u: Array, s: Array, v: Array, x: Array
) -> tuple[Array, Array, Array]:
    return (
        runtime.left_vectors_forward(t_x, u, s, v),
        runtime.singular_values_forward(t_x, u, s, v),
        runtime.right_vectors_forward(t_x, u, s, v),
    )


@array_derivative(np.linalg.svd, ndims=(2,), results=3, forward=tangent_of_singular_vectors)
def singular_vectors(
    g_u: Array, g_s: Array, g_v: Array, u: Array, s: Array, v: Array, x: Array
) -> Array:
    """All singular vectors: those without a singular value have no derivative."""
    return runtime.svd_back(g_u, g_s, g_v, u, s, v)


def tangent_of_some_singular_vectors(
    t_a: Array, u: Array, s: Array, v: Array, a: Array, full_matrices: bool
) -> tuple[Array, Array, Array]:
    return (
        runtime.left_vectors_forward(t_a, u, s, v),
        runtime.singular_values_forward(t_a, u, s, v),
        runtime.right_vectors_forward(t_a, u, s, v),
    )


@array_derivative(np.linalg.svd, ndims=(2, 0), results=3, forward=tangent_of_some_singular_vectors)
def some_singular_vectors(
    g_u: Array,
    g_s: Array,
    g_v: Array,
    u: Array,
    s: Array,
    v: Array,
    a: Array,
    full_matrices: bool,
) -> Pair:
    """Singular values and singular vectors (Townsend 2016)."""
    return runtime.svd_back(g_u, g_s, g_v, u, s, v), 0.0


def tangent_of_orthogonal_and_triangular(t_x: Array, q: Array, r: Array, x: Array) -> Pair:
    return runtime.orthogonal_forward(t_x, q, r), runtime.triangular_forward(t_x, q, r)


@array_derivative(np.linalg.qr, ndims=(2,), results=2, forward=tangent_of_orthogonal_and_triangular)
def orthogonal_and_triangular(g_q: Array, g_r: Array, q: Array, r: Array, x: Array) -> Array:
    """The factors Q and R of a matrix of full rank (Walter and Lehmann 2018)."""
    return runtime.qr_back(g_q, g_r, q, r, x)


def tangent_of_pseudoinverse(t_x: Array, z: Array, x: Array) -> Array:
    return runtime.pinv_forward(t_x, z, x)


@array_derivative(np.linalg.pinv, ndims=(2,), forward=tangent_of_pseudoinverse)
def pseudoinverse(g: Array, z: Array, x: Array) -> Array:
    """The pseudoinverse, as long as the rank stays the same (Golub and Pereyra 1973)."""
    return runtime.pinv_back(g, z, x)


def tangent_of_least_squares(
    t_a: Array, t_b: Array, z: Array, residuals: Array, rank: int, s: Array, a: Array, b: Array
) -> tuple[Array, Array, float, Array]:
    inverse = np.linalg.pinv(a)
    return (
        np.dot(runtime.pinv_forward(t_a, inverse, a), b) + np.dot(inverse, t_b),
        runtime.residuals_forward(t_a, t_b, z, residuals, a, b),
        0.0,
        runtime.of_singular_values(t_a, a),
    )


@array_derivative(np.linalg.lstsq, ndims=(2, 1), results=4, forward=tangent_of_least_squares)
def least_squares(
    g: Array,
    g_residuals: Array,
    g_rank: Any,
    g_s: Array,
    z: Array,
    residuals: Array,
    rank: int,
    s: Array,
    a: Array,
    b: Array,
) -> Pair:
    """The solution of least squares, while the rank stays the same (Golub and Pereyra 1973)."""
    return (
        runtime.lstsq_matrix(g, g_residuals, g_s, z, a, b),
        runtime.lstsq_right(g, g_residuals, z, a, b),
    )


@array_derivative(np.linalg.cond, ndims=(2,))
def condition_number(g: float, z: float, x: Array) -> Array:
    """The quotient of the largest and the smallest singular value."""
    largest = runtime.matrix_norm_back(g, z, x, 2.0)
    smallest = runtime.matrix_norm_back(g, z, x, -2.0)
    return (largest - z * smallest) / np.linalg.norm(x, -2)


def tangent_of_power_of_matrix(t_x: Array, z: Array, x: Array, n: int) -> Array:
    return runtime.matrix_power_forward(t_x, x, n)


@array_derivative(runtime.matrix_power, ndims=(2, 0), forward=tangent_of_power_of_matrix)
def power_of_matrix(g: Array, z: Array, x: Array, n: int) -> Pair:
    """The product of several factors that are the same matrix."""
    return runtime.matrix_power_back(g, x, n), 0.0
