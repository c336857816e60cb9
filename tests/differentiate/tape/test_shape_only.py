"""Arrays of which a loop's backward part needs nothing but the shape are not saved."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import grad

from ..finite import check

X = np.array([0.3, -0.8, 0.5])
A = np.array([[0.2, 0.7, -0.3], [0.4, 0.1, 0.9]])
B = np.array([[0.5, -0.2], [0.3, 0.8], [0.1, 0.6]])


def products(x: Any, a: Any, b: Any, n: int) -> Any:
    y = x.copy()
    for _ in range(n):
        u = np.tanh(a @ y)
        y = y * 0.5 + b @ u
    return np.sum(y * y)


def added_in_place(x: Any, a: Any, b: Any, n: int) -> Any:
    y = x.copy()
    v = np.ones_like(x)
    for _ in range(n):
        y += 0.1 * v
        v -= 0.1 * (b @ (a @ y))
    return y @ v


def unknown_number(x: Any, a: Any, b: Any, n: int) -> Any:
    y = x.copy()
    k = 0
    while k < n and y[0] < 3.0:
        y = y * 0.9 + b @ np.sin(a @ y)
        k += 1
    return np.sum(y)


def in_branches(x: Any, a: Any, b: Any, n: int) -> Any:
    y = x.copy()
    for k in range(n):
        if k % 2 == 0:
            u = a @ y
            y = y + b @ u
        else:
            y = np.sin(y) - 0.3 * (b @ (a @ y))
    return np.sum(y * x)


def read_in_conditions(x: Any, a: Any, b: Any, n: int) -> Any:
    y = x.copy()
    total = 0.0
    for _ in range(n):
        p = a @ y
        q = p + b[0]
        if p[0] > 0.1:
            total += np.sum(q)
        y = y * 0.7 + p[1] * 0.1
    return total + np.sum(y)


def of_matrices(x: Any, a: Any, b: Any, n: int) -> Any:
    z = b.copy()
    total = 0.0
    for _ in range(n):
        total += np.sum(a @ z) * x[0]
        z = z * 0.9 + x[1]
    return total + np.sum(z)


FUNCTIONS = [of_matrices, products, added_in_place, unknown_number, in_branches, read_in_conditions]


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("n", [0, 1, 4])
def test_gradients(function: Callable[..., Any], n: int) -> None:
    for name in ("x", "a", "b"):
        arguments = {"x": X, "a": A, "b": B}

        def of_one(value: Any, name: str = name, arguments: dict[str, Any] = arguments) -> Any:
            return function(**{**arguments, name: value}, n=n)

        found = grad(function, wrt=name, target="python")(X, A, B, n)
        check(found, of_one, arguments[name])


def test_compiled() -> None:
    for function in (products, in_branches):
        wanted = grad(function, wrt=("x", "a", "b"), target="python")(X, A, B, 4)
        found = grad(function, wrt=("x", "a", "b"))(X, A, B, 4)
        for one, other in zip(found, wanted, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-12)


def test_products_are_not_saved() -> None:
    gradient = grad(products, wrt=("x", "a", "b"), target="python")
    assert not re.search(r"\w+_product_saved", gradient.source(X, A, B, 2))
    assert "result of a product" not in str(gradient.report(X, A, B, 2))
