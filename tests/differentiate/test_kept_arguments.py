"""Helpers keep parts of their arguments for the backward pass, and these change afterwards."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff import grad, jvp

from .finite import check

X = np.array([0.45, 0.7, 0.3])


def in_order(a: Any) -> Any:
    rows = np.ascontiguousarray(a)
    return np.sum(np.sort(rows) * rows)


def narrowed(a: Any) -> Any:
    part = a
    for k in range(3):
        part = part[1:] if k == 1 else part
    return np.sum(np.sin(part) * part)


def real_part(a: Any) -> Any:
    part = np.real(a)
    return np.sum(np.sin(part) * part)


def outer(a: Any, b: Any) -> Any:
    return narrowed(a) * real_part(b) + narrowed(b)


def f(x: Any) -> Any:
    w = np.sin(x)
    total = narrowed(w) + real_part(w) + outer(w, x) + in_order(w)
    w *= x[::-1] ** 2
    middle = np.median(w, axis=0) + np.quantile(w, 0.3, axis=0)
    table = np.outer(w, x)
    middles = np.median(table, axis=-1) + np.sort(table, axis=-1)[0]
    table *= w
    for k in range(3):
        total += narrowed(table[k]) * outer(w, table[0])
        w[k] *= x[k] + 0.2
        table[0] *= w
    return total * middle * w[0] + np.sum(table * middles)


def given_back(a: Any) -> Any:
    part = a
    for k in range(3):
        part = part[1:] if k == 1 else part
    return np.sum(np.sin(part) * part), part


def g(x: Any) -> Any:
    w = np.sin(x)
    total, part = given_back(w)
    w *= 2.0
    return total * part[0]


def overwritten(x: Any) -> Any:
    w = np.sin(x)
    total = outer(w, x) + in_order(w)
    w *= x[::-1] ** 2
    return total * w[0]


def test_gradient() -> None:
    check(grad(f, target="python")(X.copy()), f, X)


def test_compiled() -> None:
    check(grad(overwritten)(X.copy()), overwritten, X)  # `f` would take a minute


def test_tangents() -> None:
    check(np.array([jvp(f, target="python")(X.copy(), t)[1] for t in np.eye(3)]), f, X)


def test_a_part_that_is_given_back() -> None:
    check(grad(g, target="python")(X.copy()), g, X)
    check(np.array([jvp(g, target="python")(X.copy(), t)[1] for t in np.eye(3)]), g, X)
