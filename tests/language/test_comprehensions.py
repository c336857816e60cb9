"""Comprehensions, generators that are reduced, and arrays that are written out."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import SrcdiffError, grad

from .compare import check

X = np.array([0.4, 1.3, 0.2, 2.0])
Z = np.arange(6.0).reshape(3, 2) / 7.0 - 0.3


def half(v):
    return 0.5 * v * v


def doubled(x):
    y = np.empty_like(x)
    for i in range(len(x)):
        y[i] = 2.0 * x[i]
    return y


def sums(x, n):
    total = sum(v * v for v in x)
    total += sum(x[i] * i for i in range(n)) * total
    total *= sum([half(v) for v in x if v > 0.3], 1.0)
    return (
        total
        + sum(a * b for a, b in zip(x, doubled(x), strict=False))
        + sum(x[i] for i in range(0))
    )


def nested_sums(x, n):
    rows = sum(sum(x[i] * x[j] for j in range(i)) for i in range(n))
    flat = sum(x[i] * x[j] * k for i in range(n) if i != 1 for j, k in enumerate(range(i)))
    return rows * flat


def extremes(x):
    low = min(v * v - v for v in x)
    high = max(half(v) for v in x if v < 1.5)
    return low * high + max((v for v in x if v > 9.0), default=x[0]) + min([2.0 * v for v in x])


def quantifiers(x):
    total = x[0]
    if all(v > 0.0 for v in x) and any(v > 1.9 for v in x):
        total *= x[1]
    if any(v > w + 1.7 for v in x for w in x) or all(v > 0.3 for v in x):
        total += x[2] * x[2]
    return total if not all(v > w for v in x for w in x) else 0.0


def products(x):
    return math.prod(v + 1.0 for v in x)


def lists(x, n):
    squares = [v * v for v in x]
    total = squares[0] * squares[-1] * len(squares)
    for s in squares:
        total += s * total
    steps = [i * x[1] for i in range(n, 0, -1)]
    for i in range(n):
        total += steps[i] * steps[i]
    return total + sum(half(s) for s in [v + 1.0 for v in doubled(x)])


def matrices(x, n):
    a = np.array([[x[i] * x[j] + i for j in range(n)] for i in range(2)])
    b = np.array([[v, v * v, 1.0] for v in x])
    total = 0.0
    for i in range(2):
        for j in range(n):
            total += a[i, j] * b[j, 1] * b[i, 0]
    return total + a.shape[1] * x[0]


def pairs(x):
    total = 0.0
    for a, b in [(v, 2.0 * v * v) for v in x]:
        total += a * b
    for i, j in [(i, i + 1) for i in range(3)]:
        total += x[i] * x[j]
    return total


def subscripts(x, n):
    order = [n - 1 - i for i in range(n)]
    total = 0.0
    for k, i in enumerate(order):
        total += x[i] * (k + 1) + x[order[k]] ** 2
    return total


def hidden_variable(v):
    w = [v * v for v in v]
    return w[0] * v[1] + sum(v for v in w) * v[2]


def all_pairs(x):
    twice = doubled(x)  # a call in the comprehension could write to `x` each time
    products = [a * b for a in x for b in twice]
    total = 0.0
    for i, p in enumerate(products):
        total += p * i
    return total / len(products)


def displays(x, y):
    a = np.array([x, y * 2.0, 1.0])
    b = np.array([[x, y], [y, x * y]])
    c = np.asarray((0.5, x))
    constants = np.array([0.5, 1.5, 2.5])
    total = 0.0
    for i in range(3):
        total += a[i] * constants[i] * a[i]
    return total + b[0, 1] * b[1, 1] * c[1] * c[0]


def within_expressions(x, n):
    k = 2
    total = x[0] * (k := 3) + sum(v * k for v in x) * (k + max(v for v in x))
    while sum(v for v in x) < n:
        x[1] += x[0] * 2.0
        total += x[1]
    return total if any(v > 100.0 for v in x) else total * x[1]


def of_one_number(x, n):
    table = [[0.0] * 3 for _ in range(n)]
    ones = np.array([[1.5 for _ in range(2)] for _ in x])
    counts = [0 for _ in x]
    for i in range(n):
        for j in range(3):
            table[i][j] = x[i] * x[j] * ones[i, 0]
        counts[i] += i
        counts[i] = counts[i] + x[i] ** 2
    none = [-1.0 for _ in range(n - 9)]
    return table[n - 1][1] * counts[0] + table[0][2] * len([*none, x[0]])


def first_ones(x, n):
    bound = 0.17 * n
    large = next((v * v for v in x if v > bound), x[0])
    product = next((v * w for v in x for w in x if v * w > bound), 1.0)
    place = next((i for i, v in enumerate(x) if v > bound), -1)
    total = large * product + x[place]
    for k in range(n):
        found = next((v for v in x[k:] if v < bound), None)
        if found is not None:
            total += found * k
    return total + next(v for v in x if v > 0.0)


PROGRAMS: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (sums, (X, 3)),
    (nested_sums, (X, 4)),
    (extremes, (X,)),
    (quantifiers, (X,)),
    (quantifiers, (X * 0.9,)),
    (products, (X,)),
    (lists, (X, 3)),
    (lists, (X, 0)),
    (matrices, (X, 3)),
    (pairs, (X,)),
    (subscripts, (X, 4)),
    (hidden_variable, (X,)),
    (all_pairs, (X,)),
    (displays, (1.5, 0.5)),
    (within_expressions, (X, 9)),
    (of_one_number, (X, 4)),
    *((first_ones, (X, n)) for n in (0, 1, 4, 40)),
]
COMPILED = (sums, extremes, lists, matrices, displays, of_one_number)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program[0].__name__)
def test_the_gradient(program: Any) -> None:
    check(program[0], *program[1])


@pytest.mark.parametrize(
    "program", [p for p in PROGRAMS if p[0] in COMPILED], ids=lambda program: program[0].__name__
)
def test_the_compiled_gradient(program: Any) -> None:
    check(program[0], *program[1], target="cpu")


def test_the_extreme_of_nothing_raises() -> None:
    with pytest.raises(ValueError, match="empty"):
        grad(extremes, target="python")(X + 10.0)


def test_the_first_of_none_raises() -> None:
    def first(x):
        return next(v * v for v in x if v > 100.0)

    with pytest.raises(StopIteration):
        grad(first, target="python")(X)


def test_single_precision_stays() -> None:
    def total(x):
        squares = [v * v for v in x]
        return squares[0] * squares[1]

    found = grad(total, target="python")(np.array([0.5, 1.5], np.float32))
    assert found.dtype == np.float32
    assert "np.empty(len(x), np.float32)" in grad(total, target="python").source(
        np.array([0.5, 1.5], np.float32)
    )


def test_arrays_of_one_number_need_no_loop() -> None:
    source = check(of_one_number, X, 4).source()
    assert "np.zeros" in source and "np.full" in source


def test_lengths_that_differ_raise() -> None:
    def unequal(x):
        none = [0.0 for pair in zip(x, x[:2], strict=True)]
        return x[0] * len(none)

    with pytest.raises(ValueError, match="zip"):
        grad(unequal, target="python")(X)


def test_independent_values_need_no_tape() -> None:
    assert "saved" not in check(products_of_squares, X).source().replace("nothing saved", "")


def products_of_squares(x):
    squares = [v * v for v in x]
    total = 0.0
    for v in squares:
        total += v
    return total


def triangle(x):
    values = [x[i] * x[j] for i in range(3) for j in range(i)]
    return values[0]


def generator(x):
    values = (v * v for v in x)
    return next(values)


def mixed(x):
    values = [v if v > 1.0 else "none" for v in x]
    return values[1]


@pytest.mark.parametrize("function", [triangle, generator, mixed])
def test_what_is_refused(function: Callable[..., float]) -> None:
    with pytest.raises(SrcdiffError):
        grad(function, target="python")(X)


def grown_later(x):
    squares = [e * f for e in x for f in x if e > f]
    squares.append(x[0])
    doubled = [2.0 * e for e in x]
    for k in range(3):
        doubled.append(doubled[-1] * squares[k])
    doubled.extend([x[1], squares[0]])
    return sum(squares) * doubled[-1] + doubled[5] + len(doubled)


@pytest.mark.parametrize("target", ["cpu", "python"])
def test_comprehensions_that_grow_later(target):
    check(grown_later, np.array([0.45, 0.7, 0.3]), target=target)
