"""Linear algebra as in a textbook: factorisations, substitutions, a product, a determinant."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from loops.program import Program


@njit
def lu_pivots(a, b):
    """Return |x|^2 of the solution of a x = b, by elimination with exchange of rows."""
    a = a.copy()
    x = b.copy()
    n = a.shape[0]
    for k in range(n):
        pivot = k
        for i in range(k + 1, n):
            if abs(a[i, k]) > abs(a[pivot, k]):
                pivot = i
        if pivot != k:
            for j in range(n):
                held = a[k, j]
                a[k, j] = a[pivot, j]
                a[pivot, j] = held
            held = x[k]
            x[k] = x[pivot]
            x[pivot] = held
        for i in range(k + 1, n):
            factor = a[i, k] / a[k, k]
            a[i, k] = factor
            for j in range(k + 1, n):
                a[i, j] -= factor * a[k, j]
            x[i] -= factor * x[k]
    total = 0.0
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            x[i] -= a[i, j] * x[j]
        x[i] /= a[i, i]
        total += x[i] * x[i]
    return total


@njit
def lu(a):
    """Return log |det a| by elimination in the order of the rows."""
    a = a.copy()
    n = a.shape[0]
    total = 0.0
    for k in range(n):
        total += math.log(abs(a[k, k]))
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
            for j in range(k + 1, n):
                a[i, j] -= a[i, k] * a[k, j]
    return total


@njit
def cholesky(a):
    """Return half of log det a of a positive definite matrix."""
    n = a.shape[0]
    lower = np.zeros((n, n))
    total = 0.0
    for i in range(n):
        for j in range(i + 1):
            rest = a[i, j]
            for k in range(j):
                rest -= lower[i, k] * lower[j, k]
            if i == j:
                lower[i, i] = math.sqrt(rest)
                total += math.log(lower[i, i])
            else:
                lower[i, j] = rest / lower[j, j]
    return total


@njit
def triangular_solve(lower, b):
    """Return |x|^2 of the solution of lower x = b."""
    n = b.shape[0]
    x = np.zeros(n)
    total = 0.0
    for i in range(n):
        rest = b[i]
        for j in range(i):
            rest -= lower[i, j] * x[j]
        x[i] = rest / lower[i, i]
        total += x[i] * x[i]
    return total


@njit
def matrix_product(a, b):
    """Return the sum of squares of the elements of a b."""
    total = 0.0
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            element = 0.0
            for k in range(a.shape[1]):
                element += a[i, k] * b[k, j]
            total += element * element
    return total


@njit
def least_squares(a, x, b):
    """Return |a x - b|^2."""
    total = 0.0
    for i in range(a.shape[0]):
        residual = -b[i]
        for j in range(a.shape[1]):
            residual += a[i, j] * x[j]
        total += residual * residual
    return total


@njit
def thomas(below, diagonal, above, right):
    """Return |x|^2 of the solution of a tridiagonal system."""
    n = diagonal.shape[0]
    factor = np.empty(n)
    x = np.empty(n)
    factor[0] = above[0] / diagonal[0]
    x[0] = right[0] / diagonal[0]
    for i in range(1, n):
        pivot = diagonal[i] - below[i] * factor[i - 1]
        factor[i] = above[i] / pivot
        x[i] = (right[i] - below[i] * x[i - 1]) / pivot
    total = x[n - 1] * x[n - 1]
    for i in range(n - 2, -1, -1):
        x[i] -= factor[i] * x[i + 1]
        total += x[i] * x[i]
    return total


@njit
def determinant(a):
    """Return det a, by minors of the first row."""
    n = a.shape[0]
    if n == 1:
        return a[0, 0]
    total = 0.0
    sign = 1.0
    for column in range(n):
        minor = np.empty((n - 1, n - 1))
        for i in range(1, n):
            to = 0
            for j in range(n):
                if j != column:
                    minor[i - 1, to] = a[i, j]
                    to += 1
        total += sign * a[0, column] * determinant(minor)
        sign = -sign
    return total


def dominant(rng, n):
    """Return a matrix whose elimination needs no exchange."""
    return rng.normal(size=(n, n)) + 3.0 * n * np.eye(n)


def positive(rng, n):
    """Return a positive definite matrix."""
    a = rng.normal(size=(n, n))
    return a @ a.T / n + np.eye(n)


def tridiagonal(rng, n):
    """Return the diagonals and the right-hand side of a system."""
    return rng.normal(size=n), 4.0 + rng.random(n), rng.normal(size=n), rng.normal(size=n)


PROGRAMS = (
    Program(
        lu_pivots,
        ("a", "b"),
        lambda rng, n: (rng.normal(size=(n, n)), rng.normal(size=n)),
        (25, 70, 200),
    ),
    Program(lu, ("a",), lambda rng, n: (dominant(rng, n),), (25, 70, 200)),
    Program(cholesky, ("a",), lambda rng, n: (positive(rng, n),), (30, 80, 200)),
    Program(
        triangular_solve,
        ("lower", "b"),
        lambda rng, n: (np.tril(dominant(rng, n)), rng.normal(size=n)),
        (100, 300, 1_000),
    ),
    Program(
        matrix_product,
        ("a", "b"),
        lambda rng, n: (rng.normal(size=(n, n)), rng.normal(size=(n, n))),
        (25, 70, 200),
    ),
    Program(
        least_squares,
        ("a", "x", "b"),
        lambda rng, n: (rng.normal(size=(n, 20)), rng.normal(size=20), rng.normal(size=n)),
        (500, 3_000, 20_000),
    ),
    Program(thomas, ("below", "diagonal", "above", "right"), tridiagonal, (300, 5_000, 100_000)),
    Program(determinant, ("a",), lambda rng, n: (rng.normal(size=(n, n)),), (5, 6, 7)),
)
