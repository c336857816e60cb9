"""Products and linear algebra of stacks of matrices."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedType, grad, jvp, vjp

from ...language.compare import check, check_both

A = np.arange(18.0).reshape(2, 3, 3) / 9.0 + 3.0 * np.eye(3)
B = np.cos(np.arange(12.0)).reshape(2, 3, 2)
M = np.sin(np.arange(9.0)).reshape(3, 3) + 2.0 * np.eye(3)
V = np.array([0.5, -1.0, 2.0])


def products(a, b, m, v):
    both = (a @ b) ** 2 + np.matmul(m, b) * (a[:1] @ b)
    return np.sum(both) + np.sum((a @ v) * (v @ a)) + np.sum(np.matmul(a, m) ** 2 @ b)


def solutions(a, b, m, v):
    both = np.linalg.solve(a, b) * np.linalg.solve(m, b)
    return np.sum(both) + np.sum(np.linalg.solve(a, m)) + np.sum(np.linalg.solve(a, v) ** 2)


def inverses(a, b, m, v):
    return np.sum(np.linalg.inv(a) @ b) * np.sum(np.linalg.det(a) * v[:2]) * m[0, 0]


@pytest.mark.parametrize("function", [products, solutions, inverses])
def test_stacks(function: Any) -> None:
    check_both(function, A, B, M, V)


def solution(a, b):
    return np.sum(np.linalg.solve(a, b) ** 2)


def product_with_vector(a, v):
    return np.sum((a @ v) ** 2 * np.linalg.det(a)[:, None])


def inverse_and_broadcast(a, m):
    return np.sum(np.linalg.inv(a) * np.matmul(m, a))


COMPILED = [(solution, B), (product_with_vector, V), (inverse_and_broadcast, M)]


@pytest.mark.parametrize(("function", "second"), COMPILED)
def test_compiled_stacks(function: Any, second: np.ndarray) -> None:
    check(function, A, second, target="cpu")


def test_other_layouts() -> None:
    check_both(products, np.asfortranarray(A), np.repeat(B, 2, axis=0)[::2], M.T, V)


def of_one(a):
    return np.sum(np.linalg.inv(a @ a) ** 2)


def test_other_precision() -> None:
    exact = grad(of_one, target="python")(A)
    found = grad(of_one, target="python")(A.astype(np.float32))
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, exact, rtol=1e-3, atol=1e-4)


def test_complex_numbers() -> None:
    z = A + 1j * A[::-1]
    cotangent = np.ones((2, 3, 3)) * (1.0 - 0.5j)

    def power(a):
        return np.linalg.inv(a @ a)

    found = vjp(power, target="python")(z, cotangent)
    direction = np.cos(np.arange(18.0)).reshape(2, 3, 3) * (0.5 + 1j)
    _, tangent = jvp(power, target="python")(z, direction)
    assert np.vdot(cotangent, tangent).real == pytest.approx(np.vdot(found, direction).real)
    moved = (power(z + 1e-6 * direction) - power(z - 1e-6 * direction)) / 2e-6
    np.testing.assert_allclose(tangent, moved, rtol=1e-6, atol=1e-8)


def test_more_dimensions_are_refused() -> None:
    def deep(a):
        return np.sum(a @ a)

    with pytest.raises(UnsupportedType, match="`@` does not take a 4-d array") as caught:
        grad(deep, target="python")(A.reshape(1, 2, 3, 3))
    assert "-->" in str(caught.value)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_stacks_of_different_lengths(target: str) -> None:
    def product(a, b):
        return np.sum(a @ b)

    with pytest.raises(ValueError, match="not as many matrices"):
        grad(product, target=target)(A, np.ones((3, 3, 1)))
