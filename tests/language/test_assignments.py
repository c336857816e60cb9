"""Unpacking, `:=`, `del`, comparisons and tests of membership."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad

from .compare import check

X = np.array([0.4, 1.3, 0.2, 2.0])
POWERS = (1.5, 2.0)


def double(x):
    return 2.0 * x


def increased(x):
    x[0] += 1.0
    return x[0]


def starred(x, y):
    first, *rest = x, y, x * y
    (a, *middle), last = (x, y, 3.0), first
    *front, end = (a, middle[0], 2.0)
    *none, b = (y,)
    return rest[1] * last + rest[0] * len(rest) + front[1] * end + b * len(none) + sum_of(*rest)


def sum_of(a, b):
    return a + 2.0 * b


def stars_in_calls(x, y):
    pair = (x, y)
    triple = (*pair, 0.5)
    first, *others = triple
    total = sum_of(*pair) * sum_of(*(y, x)) + math.atan2(*POWERS) * first
    for v in (*others, x):
        total += v * v
    return total


def chained(x, y):
    a = b = c = x * y
    a += 1.0
    (p, q) = r = (a, b)
    p = q = p * r[1]
    return p * q + c


def swapped(x):
    a, b, c = x[0], x[1], x[2]
    a, b = b, a
    a, b, c = c, a * b, b
    x[0], x[1] = x[1], x[0]
    i, x[i] = 2, a
    return a * b**2 + c * x[0] + x[2]


def swapped_with_index(x):
    i = 0
    i, x[i] = 1, 5.0 * x[3]
    return x[i] * x[0]


def nested(x, y):
    (a, (b, c)), [d, e] = (x, (y, x * y)), [1.0, x]
    return a * b + c * d * e


def array_unpacked(x):
    a, b, c, d = x
    return a * b + c * d * d


def shape_unpacked(z):
    n, m = z.shape
    total = 0.0
    for i in range(n):
        for j in range(m):
            total += z[i, j] ** 2
    return total


def walrus_in_test(x, y):
    if (z := x * y) > 0.5 and (w := z * x) > 0.1:
        return z * w
    elif (z := z + 1.0) > 0.2:
        return z * x
    return z


def walrus_in_while(x, n):
    count = 0
    while (step := x / (count + 1.0)) > 0.05 and (count := count + 1) < n:
        if step > 0.3:
            x = x * 0.5
            continue
        if count == 6:
            break
        x = x * 0.75 + step * 0.1
    else:
        x = x * 3.0
    return x * x + step


def walrus_in_expression(x, y):
    z = y + (y := x * y) * y
    z += (w := z * x) + w
    z -= math.sin(v := z * 0.5) * v
    return z if (u := x) > 10.0 else z * u


def walrus_in_choice(x, y):
    z = 1.0
    w = (z := x * y) if x > 0.5 else y
    return w * z + (0.0 < x < (z := z + x) < 9.0) * z


def walrus_and_stores(x):
    k = 3
    y = increased(x) * (z := increased(x))
    x[(k := 1)] = y * x[k]
    return y * z + x[1]


def deleted(x, y):
    z = x * y
    del y
    w = z * z
    del z, x
    return w


def strings_and_annotations(x, y):
    "A docstring."
    z: float
    total: float = x
    "A comment."
    z = total * y
    """Another."""
    return z


def comparison_chains(x, y):
    if 0.0 < double(x) < double(y) < 10.0:
        return x * y
    if x < y == y:
        return x * x
    return y


def memberships(x, n):
    total = 0.0
    for i in range(n):
        if i in (1, 3):
            total += x * i
        if i % 3 not in [0, -1]:
            total *= x
        if i + n in (4,):
            total -= 1.0
        if i in ():  # noqa: RUF060
            total = 0.0
    return total


def first_and_others(x):
    first, *rest = x
    *front, last = x * 2.0
    rest[0] *= first
    return first * sum(rest) + last * front[1] + len(rest)


def nothing_left(x):
    a, b, c, *rest, d = x
    (only,) = [a * d]
    head, *tail = [b * c, only, a]
    return head * tail[0] + len(rest) + sum(tail)


def one_after_the_other(x):
    total = 0.0
    rest = list(x)
    while len(rest) > 1:
        first, *rest = rest
        total += first * first * len(rest)
    return total


Z = np.arange(6.0).reshape(3, 2) / 7.0

PROGRAMS: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (starred, (1.5, 0.5)),
    (stars_in_calls, (1.5, 0.5)),
    (chained, (1.5, 0.5)),
    (swapped, (X,)),
    (swapped_with_index, (X,)),
    (nested, (1.5, 0.5)),
    (array_unpacked, (X,)),
    (shape_unpacked, (Z,)),
    (walrus_in_test, (1.5, 0.5)),
    (walrus_in_test, (1.0, 0.25)),
    (walrus_in_test, (-2.0, 2.0)),
    (walrus_in_while, (3.0, 5)),
    (walrus_in_while, (3.0, 20)),
    (walrus_in_while, (0.01, 20)),
    (walrus_in_expression, (1.5, 0.5)),
    (walrus_in_choice, (1.5, 0.5)),
    (walrus_in_choice, (0.25, 0.5)),
    (walrus_and_stores, (X,)),
    (deleted, (1.5, 0.5)),
    (strings_and_annotations, (1.5, 0.5)),
    (comparison_chains, (0.5, 1.5)),
    (comparison_chains, (-0.5, 1.5)),
    (comparison_chains, (2.5, 1.5)),
    (memberships, (1.25, 6)),
    (memberships, (1.25, 3)),
    (first_and_others, (X,)),
    (nothing_left, (X,)),
    (one_after_the_other, (X,)),
]
COMPILED = (starred, first_and_others, walrus_in_while, array_unpacked, memberships)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program[0].__name__)
def test_the_gradient(program: Any) -> None:
    check(program[0], *program[1])


@pytest.mark.parametrize(
    "program", [p for p in PROGRAMS if p[0] in COMPILED], ids=lambda program: program[0].__name__
)
def test_the_compiled_gradient(program: Any) -> None:
    check(program[0], *program[1], target="cpu")


def test_arrays_of_another_length_raise() -> None:
    for count in (3, 5):
        with pytest.raises(ValueError, match="unpack"):
            grad(array_unpacked, target="python")(np.ones(count))


def element_deleted(x):
    del x[0]
    return x[1]


def starred_array_in_a_tuple(x):
    (first, *rest), last = x, x[0]
    return first * rest[0] * last


def too_many(x):
    a, b, c = x[0], x[1]
    return a * b * c


@pytest.mark.parametrize("function", [element_deleted, starred_array_in_a_tuple, too_many])
def test_what_is_refused(function: Callable[..., float]) -> None:
    with pytest.raises(UnsupportedSyntax):
        grad(function, target="python")(X)


def test_too_few_values_for_a_star() -> None:
    def five(x):
        a, b, c, d, e, *rest = x
        return a * b * c * d * e * len(rest)

    with pytest.raises(ValueError, match="not enough values to unpack"):
        grad(five, target="python")(X)
