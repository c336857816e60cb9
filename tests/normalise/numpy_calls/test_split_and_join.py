"""Functions of lists of arrays, and functions that give parts of one."""

from __future__ import annotations

import cmath
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, check_grads, grad, value_and_grad

from ...language.compare import check

V = np.array([0.5, 1.5, -0.25, 2.0, 0.75])
M = 0.1 * np.arange(16.0).reshape(4, 4) ** 1.5 + 2.0 * np.eye(4)
TARGETS = pytest.mark.parametrize("target", ["python", "cpu"])


def split(v, n):
    a, b = np.split(v[1:], 2)
    c, d, e = np.split(v * v, [1, n])
    return a @ b + np.sum(c) * np.sum(d) * np.prod(e)


def split_unequally(v, m):
    a, b, c = np.array_split(v, 3)
    left, right = np.hsplit(m, 2)
    upper, lower = np.vsplit(m, 2)
    return a @ b * c[0] + np.sum(left * right) + np.sum(upper * lower * lower)


def split_in_loop(m):
    total = 0.0
    for part in np.split(m, 4, axis=1):
        total = 0.5 * total + np.prod(part)
    return total


def selected(v, x):
    kind = np.select([v > 1.0, v > 0.0], [v * v, x * v], default=np.sin(v))
    single = np.select([x > 2.0, x > 1.0], [x, x**3])
    return np.sum(kind * kind) + single


def joined(m, v, x):
    column = v[:4].reshape(4, 1)
    whole = np.block([[m, column], [column.T, np.ones((1, 1))]])
    row = np.concatenate(([0.0, x], v, (x,))) + np.hstack((0.0, x * v, [1.0, x]))
    return np.linalg.det(whole) + row @ row + np.sum(np.append(0.0, v) * np.append([x], v))


def of_one_block(m, v):
    y, u = m * v[0], v * v
    block, row, flat = np.block([[y]]), np.block([[u, v]]), np.block([u])
    block[0], flat[0] = v[1], v[2]
    rows = np.block([[u], [v]])
    return np.sum(y * block) + np.sum(row @ row.T) + np.sum(u * flat) + np.sum(rows @ rows.T)


def multiplied(m, v):
    return np.sum(np.linalg.multi_dot([m, m.T, v[:4]]) ** 2)


def reshaped(m):
    first = m[:, 0].reshape((2, 2))
    return np.sum(first @ first) + np.sum(m.T.reshape(2, 8)[0] ** 2) + m[::2].reshape(-1)[3]


PROGRAMS = [
    (split, (V, 3)),
    (split_unequally, (V, M)),
    (split_in_loop, (M,)),
    (selected, (V, 1.3)),
    (joined, (M, V, 1.3)),
    (of_one_block, (M, V)),
    (multiplied, (M, V)),
    (reshaped, (M,)),
]


@pytest.mark.parametrize(("function", "arguments"), PROGRAMS)
def test_the_gradient(function: Any, arguments: tuple[Any, ...]) -> None:
    check(function, *arguments)
    check_grads(function, arguments)


@pytest.mark.parametrize(("function", "arguments"), PROGRAMS[1::2] + PROGRAMS[-1:])
def test_the_compiled_gradient(function: Any, arguments: tuple[Any, ...]) -> None:
    check(function, *arguments, target="cpu")


def drawn(x):
    length, angle = cmath.polar(complex(x * np.random.random(), 1.0))
    return length * angle


def test_the_operand_is_evaluated_once() -> None:
    derivative = value_and_grad(drawn, target="python")
    np.random.seed(3)
    expected = drawn(1.5)
    np.random.seed(3)
    assert derivative(1.5)[0] == pytest.approx(expected)
    assert derivative.source(1.5).count(" = np.random.random(") == 1


def halves(v):
    a, b = np.split(v, 2)
    return a @ b


@TARGETS
def test_unequal_parts_raise_as_in_numpy(target: str) -> None:
    with pytest.raises(ValueError, match="equal division"):
        grad(halves, target=target)(V)


def unknown_parts(v, n):
    parts = np.split(v, n)
    return np.sum(parts[0])


def unknown_choices(v, choices):
    return np.sum(np.select([v > 0.0], choices))


def unequal_choices(v):
    return np.sum(np.select([v > 0.0, v > 1.0], [v]))


@pytest.mark.parametrize(
    ("function", "arguments", "reason"),
    [
        (unknown_parts, (V, 5), "how many parts `np.split` gives"),
        (unequal_choices, (V,), "another number of conditions"),
    ],
)
def test_unknown_lists_are_refused(function: Any, arguments: Any, reason: str) -> None:
    with pytest.raises(UnsupportedSyntax, match=reason):
        grad(function, target="python")(*arguments)


def of_numbers(x, v):
    return np.sum(x) * np.max(x * x) + np.mean(np.sum(v))


@TARGETS
def test_reductions_of_numbers(target: str) -> None:
    check(of_numbers, 1.3, V, target=target)
