"""Loops over anything but a plain range."""

# ruff: noqa: B007, B020, B905

from __future__ import annotations

import itertools
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numba import njit, prange

from srcdiff import UnsupportedSyntax, grad, vjp

from .compare import check

X = np.array([0.4, 1.3, 0.2, 2.0])
Y = np.array([1.5, -0.5, 0.75])
NODES = (0.25, 0.75, 1.5)
PAIRS = ((0.5, 2), (1.5, 3))
TABLE = np.array([0.5, -1.5, 2.5])


def elements(x):
    total = 0.0
    for v in x:
        total += v * v * total + v
    return total


def written_while_read(x):
    total = 0.0
    for v in x:
        x[2] += v * total
        total += v * v
    return total


def rebound_in_the_loop(x, y):
    total = 1.0
    for v in x:
        x = y
        total += v * x[0] * total
    return total


def hidden_by_its_element(x):
    total = 0.5
    for x in x:
        total += x * x * total
    return total


def after_the_loop(x, n):
    v = x[1] * 3.0
    for v in x[:0] if n < 0 else x:
        v = v * 2.0
    return v * v


def empty(x, y):
    v = y
    for v in np.zeros(0):
        v = v * y
    return v * v + x[0]


def enumerated(x):
    total = 0.0
    for i, v in enumerate(x):
        total += i * v * v
        i = i + 10
    return total * i


def enumerated_from(x, n):
    total = 0.0
    for i, v in enumerate(x, start=n):
        total += v**i
    for k, v in enumerate(x, -2):
        total += k * v
    return total


def zipped(x, y):
    total = 0.0
    for a, b in zip(x, y):
        total += a * b * b + total * a
    return total


def zipped_with_ranges(x, n):
    total = 0.0
    for v, i, k in zip(x, range(n), range(10, 0, -3)):
        total += v * i - k * v * v
    for k, v in zip(range(1, n + 1), x):
        n = 0
        total += v * k * x[n]
    return total


def zipped_and_enumerated(x, y):
    total = 0.0
    for i, (a, b) in enumerate(zip(x, y)):
        total += i * a * b
    for (i, a), b in zip(enumerate(x, 1), reversed(y)):
        total += a * b / i
    return total


def turned_round(x, n):
    total = 0.0
    for v in reversed(x):
        total = total * v + 1.0
    for i in reversed(range(n)):
        total = total * x[i] + i
    for i in reversed(range(1, n)):
        total = total * x[i] + i
    for i in reversed(range(n, 0, -1)):
        total = total * x[i - 1] - i
    for i in reversed(range(0, n, 2)):
        total = total * x[i] + 0.5 * i
    for i in reversed(range(n - 1, -1, -3)):
        total = total * x[i] + 0.25 * i
    return total


def turned_round_and_empty(x, n):
    i = 3
    for i in reversed(range(n, 0)):
        x[0] = 0.0
    for i in reversed(range(n, 0, 2)):
        x[0] = 0.0
    for i in reversed(range(0, n, -3)):
        x[0] = 0.0
    return x[0] * x[i]


def pair_as_one_name(x, y):
    total = 0.0
    for pair in zip(x, y):
        total += pair[0] * pair[1]
    return total


def columns(z):
    total = 0.0
    for a, b in z:
        total += a * b * b
    for i, (a, b) in enumerate(z):
        total += i * a - b
    return total


def subscripts(z):
    total = 0.0
    for i, j in np.ndindex(z.shape):
        total += z[i, j] * (i + 2.0 * j) * total + z[i, j]
    for i, j in np.ndindex(2, len(z)):
        total += z[i, 0] * j
    for i, j in np.ndindex((2, 2)):
        if i + j == 1:
            continue
        total += z[j, i] ** 2
    return total


def subscripts_in_one(z):
    total = 0.0
    for place in np.ndindex(2, 2):
        z[place] *= z[place[1], 0] + place[0]
        total += z[place]
        if total > 50.0:
            break
    for place in np.ndindex(2):
        total += z[place].sum() * place[0]
    return total


def subscripts_after(z, n):
    i, j = 1, 0
    for i, j in np.ndindex(2, n):
        z[i, j] *= 2.0
    return z[i, j]


def subscripts_with_break(z):
    total = 0.0
    for i, j in np.ndindex(z.shape):
        if i * j == 1:
            break
        total += z[i, j] ** 2 * (i + 1)
    else:
        total = 0.0
    return total


def subscripts_and_elements(z):
    total = 0.0
    for (i, j), v in np.ndenumerate(z):
        total += v * v * (i + 2 * j)
    for k, (i, j) in enumerate(np.ndindex(z.shape)):
        total += z[i, j] * k
    return total


def written_out(x):
    total = 0.0
    for w in (0.5, 1, 2.0):
        for v in x:
            total += v**w
    for a, b in ((x[0], 1.0), (x[1], x[2])):
        total += a * b
    for i, w in enumerate([0.5, 1.5], 1):
        total += w * x[i]
    return total


def written_out_of_names(x, n):
    a, b = x[0], x[1]
    for v in (a, b):
        a = v * b
        b = 2.0
    both = a * x[2], b
    for v in both:
        a += v * v
    return a * b


def written_out_with_break(x, n):
    total = 0.0
    for a, w in ((x[0], 0.5), (x[1], 1.5), (x[2], 2.5)):
        if w > n:
            break
        if a < 0.3:
            continue
        total += a * w * total + a
    else:
        total *= 2.0
    return total * a


def many_values(x):
    total = 0.0
    for w in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0):
        for v in x:
            if v > 1.0:
                total += v * w
                total *= 1.01
            elif v > 0.3:
                total -= v * w * v
            else:
                total += w
    return total


def global_values(x):
    total = 0.0
    for node in NODES:
        total += x[0] * node**2
    for w, i in PAIRS:
        total += x[i] ** w
    for t in TABLE:
        total += t * x[1]
    return total


def no_values(x):
    total = x[0]
    for w in ():
        total += w
    return total * total


@njit
def in_parallel(x):
    total = 0.0
    for i in prange(len(x)):
        total += x[i] * x[i]
    return total


def returned_from(x):
    for i, v in enumerate(x):
        if v > 1.0:
            return v * v * i
    return x[0]


def left_early(x):
    total = 0.0
    for v in x:
        if v > 1.5:
            break
        if v < 0.3:
            continue
        total += v * v
    else:
        total = total * 2.0
    return total


def stored_targets(x):
    y = np.zeros(3)
    for y[1] in x:
        y[2] += y[1] * y[1]
    for y[0], i in zip(x, range(2)):
        y[2] += y[0] * i
    return y[2] * y[0]


def values_of_a_call(x):
    total = 0.0
    for v in doubled(x):
        total += v * v
    return total


def doubled(x):
    y = np.empty_like(x)
    for i in range(len(x)):
        y[i] = 2.0 * x[i]
    return y


Z = np.arange(6.0).reshape(3, 2) / 7.0 - 0.3

PROGRAMS: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (elements, (X,)),
    (elements, (X[:0],)),
    (written_while_read, (X,)),
    (rebound_in_the_loop, (X, Y)),
    (hidden_by_its_element, (X,)),
    (empty, (X, 2.5)),
    (enumerated, (X,)),
    (enumerated_from, (X, 2)),
    (zipped, (X, Y)),
    (zipped, (Y, X)),
    (zipped_with_ranges, (X, 3)),
    (zipped_with_ranges, (X, 0)),
    (zipped_and_enumerated, (X, Y)),
    (turned_round, (X, 4)),
    (turned_round, (X, 1)),
    (turned_round_and_empty, (X, 2)),
    (turned_round_and_empty, (X, 1)),
    (pair_as_one_name, (X, Y)),
    (columns, (Z,)),
    (subscripts, (Z,)),
    (subscripts_in_one, (Z,)),
    (subscripts_after, (Z, 2)),
    (subscripts_after, (Z, 0)),
    (subscripts_with_break, (Z,)),
    (subscripts_and_elements, (Z,)),
    (written_out, (X,)),
    (written_out_of_names, (X, 3)),
    (written_out_with_break, (X, 1)),
    (written_out_with_break, (X, 5)),
    (many_values, (X,)),
    (global_values, (X,)),
    (no_values, (X,)),
    (in_parallel, (X,)),
    (returned_from, (X,)),
    (returned_from, (X[:1],)),
    (left_early, (X,)),
    (left_early, (X[:3],)),
    (stored_targets, (X,)),
    (values_of_a_call, (X,)),
]
COMPILED = (zipped_and_enumerated, subscripts, written_out_with_break, columns, turned_round)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program[0].__name__)
def test_the_gradient(program: Any) -> None:
    check(program[0], *program[1])


@pytest.mark.parametrize(
    "program", [p for p in PROGRAMS if p[0] in COMPILED], ids=lambda program: program[0].__name__
)
def test_the_compiled_gradient(program: Any) -> None:
    check(program[0], *program[1], target="cpu")


def test_the_users_names_stay() -> None:
    text = check(zipped_and_enumerated, X, Y).source()
    assert "for i in range(i_stop):" in text and "a = x[i]" in text
    text = check(subscripts, Z).source()
    assert "for i in range(z.shape[0]):" in text


def test_rows_of_another_length_raise() -> None:
    for width in (1, 3):
        with pytest.raises(ValueError, match="unpack"):
            columns(np.ones((2, width)))
        with pytest.raises(ValueError, match="unpack"):
            grad(columns, target="python")(np.ones((2, width)))
    found = grad(columns, target="python")(np.ones((0, 3)))
    assert found.shape == (0, 3)


def test_another_rank_raises() -> None:
    def sum_of_all(z):
        total = 0.0
        for i, j in np.ndindex(z.shape):
            total += z[i, j]
        return total

    with pytest.raises(ValueError, match="unpack"):
        sum_of_all(np.ones(3))


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_arrays_written_in_the_loop_over_them(target: str) -> None:
    def running(x, y):
        for i, v in enumerate(x):
            x[(i + 1) % len(x)] += v * v
            y[i] = v

    found = vjp(running, outputs="y", target=target)(X, np.zeros(4), np.ones(4))
    x = X.copy()
    expected = np.zeros(4)
    for place in range(4):
        for sign in (1.0, -1.0):
            y, x = np.zeros(4), X.copy()
            x[place] += sign * 1e-6
            running(x, y)
            expected[place] += sign * y.sum() / 2e-6
    np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_strict_zips_raise() -> None:
    def product(x, y):
        total = 0.0
        for a, b in zip(x, y, strict=True):
            total += a * b * b
        return total

    check(product, X, X + 1.0)
    with pytest.raises(ValueError, match="zip"):
        grad(product, target="python")(X, Y)


def too_few_variables(x):
    total = 0.0
    for i, a, b in enumerate(x):
        total += i * a * b
    return total


def zipped_strictly(x):
    total = 0.0
    for a, i in zip(x, range(4), strict=True):
        total += a * i
    return total


def zipped_strictly_but_left(x):
    total = 0.0
    for a, b in zip(x, x, strict=True):
        if a > b:
            break
        total += a * b
    return total


def backwards_zip(x):
    total = 0.0
    for a, b in reversed(zip(x, x)):
        total += a * b
    return total


@pytest.mark.parametrize(
    "function",
    [
        too_few_variables,
        zipped_strictly,
        zipped_strictly_but_left,
        backwards_zip,
    ],
)
def test_what_is_refused(function: Callable[..., float]) -> None:
    with pytest.raises(UnsupportedSyntax):
        grad(function, target="python")(X)


def neighbours(x):
    corners = [(x[0], x[1]), (x[1], x[2]), (1.0, 2.0)]
    total = sum((b - a) * a for a, b in pairwise(x))
    for (a, b), (c, d) in itertools.pairwise(corners):
        total += a * d - b * c
    return total


@pytest.mark.parametrize("target", ["cpu", "python"])
def test_pairs_of_neighbours(target: str) -> None:
    check(neighbours, np.array([0.45, 0.7, 0.3]), target=target)
