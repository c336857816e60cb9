"""Lists of numbers as arguments, results and values inside functions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numba import njit

from srcdiff import AliasedArguments, SrcdiffError, WrongCall, grad, vjp

from .structures import check

X = [1.2, 0.7, 2.5]


def mixture(xs, volumes):
    count = len(xs)
    parts = [0.0] * count
    density = 0.0
    for i in range(count):
        parts[i] = 10.0 / volumes[i]
        density += xs[i] * parts[i]
    total = 0.0
    for i in range(count):
        parts[i] = math.sqrt(xs[i]) * parts[i] / density
        for j in range(i):
            total += parts[i] * parts[j]
    return total


def differences(xs):
    last = xs[-1]
    return [x - last * x for x in xs[:-1]]


def shifted(xs, shift, into=None):
    if into is None:
        into = [0.0] * len(xs)
    for i in range(len(xs)):
        into[i] = xs[i] * shift + into[0]
    return into


def joined(xs, a):
    both = [*xs, a, 2.0]
    both[0] = both[-2] * a
    return both + [v * a for v in xs if v > 1.0] + [a] * 2


def copies(xs, a):
    whole, part, other = xs[:], xs[1:], list(xs)
    whole[0] = a * a
    part[-1] = a
    other[1] = 2.0 * a
    same = other
    same[0] *= a
    return xs[0] * whole[0] + part[-1] * xs[-1] + other[0] * other[1] + sum(whole)


def own_part(xs, a):
    part = xs[1:]
    part[0] = a
    return sum(part)


def part_of_argument(xs, a):
    total = own_part(xs, a)
    return total * xs[1]


def part_before_store(xs, a):
    whole = [v * a for v in xs]
    part = whole[:-1]
    whole[0] = 2.0 * a
    same = written(xs, a)
    other = same[:-1]
    xs[0] = a
    return part, other, sum(whole)


def powers(xs, a):
    found = []
    for x in xs:
        found.append(x**a)
    return found


def large(xs, a):
    found = []
    for x in xs:
        if x > 1.0:
            found.append(x * a)
    return found


def until(xs, limit):
    found = []
    for x in xs:
        if x > limit:
            return found
        found.append(x * limit)
    return found


def written(xs, a):
    xs[0] = a * xs[1]
    xs[-1] -= xs[0]
    return xs


def writes_through(xs, a):
    same = written(xs, a)
    same[1] = 2.0 * a
    return xs[0] * xs[1] + xs[2] * same[0]


def swapped(xs, a):
    xs[0], xs[1] = xs[1] * a, xs[0]
    return xs


def product(xs, ys):
    total = 0.0
    for x, y in zip(xs, ys, strict=True):
        total += x * y
    return total


def read_twice(xs, a):
    return product(xs, xs) * a + product(xs[1:], xs[:-1]) + product([a, 1.0], xs[::2])


def growing(xs, a):
    state = xs
    for _ in range(3):
        state = [*state, a * state[-1]]
    return sum(state)


def conditions(xs, a):
    first = xs[0] if xs else a
    rest = [v for v in xs if v > 100.0]
    if rest:
        return a
    return first * a + max(xs) - min(xs)


def backwards(xs, a):
    total = 0.0
    for v in reversed(xs):
        total = total * a + v
    for i, v in enumerate(xs):
        total += i * v * a
    return total, [v * total for v in xs[::-1]]


def arrays(xs, a):
    whole = np.array(xs)
    other = np.asarray(xs)
    other[0] = 2.0 * a
    return xs[0] * np.sum(whole * a) + other[0] * whole[1]


def ordered(xs, a):
    found = sorted(xs)
    return found[0] * a + found[-1] ** 2


def in_tuples(xs, pair):
    a, (ys, n) = pair
    return a * xs[0], ([y * a for y in ys], n, ())


def of_tuples(xs, a):
    first, (second, count, empty) = in_tuples(xs, (a, (xs[1:], 3)))
    return first * second[0] * count + len(empty)


def whole_numbers(xs, counts):
    total = 0.0
    for k in counts:
        total += xs[k] * k
    return total


def helper_of_default(xs, weights=[0.5, 2.0]):  # noqa: B006
    return product(xs[:2], weights)


def defaults(xs, a):
    return helper_of_default(xs) * helper_of_default(xs, [a, a])


def of_parts(xs, pair):
    values, same = list(pair), tuple(pair)
    for x in xs:
        both = list((x, values[0]))
        values[0] += both[0] * same[1] * both[1]
    return [*values, list(pair)[1] * xs[1]]


PROGRAMS: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (mixture, (X, [0.5, 0.6, 0.9])),
    (mixture, ([0.4], [0.9])),
    (differences, (X,)),
    (shifted, (X, 1.3)),
    (shifted, (X, 1.3, [0.2, 0.3, 0.4])),
    (joined, (X, 1.3)),
    (copies, (X, 1.3)),
    (part_of_argument, (X, 1.3)),
    (part_before_store, (X, 1.3)),
    (powers, (X, 1.3)),
    (large, (X, 1.3)),
    (until, (X, 2.0)),
    (written, (X, 1.3)),
    (writes_through, (X, 1.3)),
    (swapped, (X, 1.3)),
    (read_twice, (X, 1.3)),
    (growing, (X, 1.3)),
    (conditions, (X, 1.3)),
    (backwards, (X, 1.3)),
    (arrays, (X, 1.3)),
    (ordered, (X, 1.3)),
    (in_tuples, (X, (1.3, ([0.3, 0.4], 2)))),
    (of_tuples, (X, 1.3)),
    (whole_numbers, (X, [2, 0])),
    (defaults, (X, 1.3)),
    (of_parts, (X, (1.3, 0.4))),
]
COMPILED = [mixture, joined, until, writes_through, in_tuples, of_tuples, of_parts]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program[0].__name__)
def test_both_modes(program: Any) -> None:
    check(program[0], *program[1])


@pytest.mark.parametrize(
    "program", [p for p in PROGRAMS if p[0] in COMPILED], ids=lambda program: program[0].__name__
)
def test_both_modes_compiled(program: Any) -> None:
    check(program[0], *program[1], target="cpu")


@pytest.mark.parametrize("cotangent", [[1.0, 10.0], (1.0, 10.0), np.array([1.0, 10.0]), [1, 10]])
def test_cotangents_of_a_list(cotangent: Any) -> None:
    for target in ("python", "cpu"):
        found = vjp(differences, target=target)(X, cotangent)
        np.testing.assert_allclose(found, [-1.5, -15.0, -1.2 - 7.0])


def outputs(xs, ys):
    for i in range(len(xs)):
        ys[i] = xs[i] ** 2


def test_lists_as_outputs() -> None:
    found = vjp(outputs, "xs", ("ys",), target="python")(X, [0.0] * 3, [1.0, 10.0, 100.0])
    np.testing.assert_allclose(found, [2.4, 14.0, 500.0])


def test_calls_in_compiled_code() -> None:
    gradient = grad(mixture, wrt=("xs", "volumes"))

    @njit
    def slope(a):
        return gradient([a, 0.7], [0.5, 0.6])[0][1]

    expected = gradient([1.2, 0.7], [0.5, 0.6])[0][1]
    np.testing.assert_allclose(slope(1.2), expected)


def test_the_same_list_twice_where_it_is_written() -> None:
    def both(xs, ys):
        xs[0] = ys[1]
        return xs[0] * ys[0]

    for target in ("python", "cpu"):
        with pytest.raises(AliasedArguments):
            grad(both, wrt=("xs", "ys"), target=target)(X, X)
        first, second = grad(both, wrt=("xs", "ys"), target=target)(X, list(X))
        np.testing.assert_allclose((first, second), ([0.0, 0.0, 0.0], [0.7, 1.2, 0.0]))


def test_the_compiled_function_itself() -> None:
    assert vjp(in_tuples).primal(X, (1.5, ([2.0], 2))) == in_tuples(X, (1.5, ([2.0], 2)))
    with pytest.raises(WrongCall, match="writes to the list"):
        grad(written).primal(X, 1.0)


def appended(xs):
    xs.append(1.0)
    return sum(xs)


def replaced_part(xs):
    xs[:2] = [xs[2]]
    return xs[0]


def compared(xs):
    return xs[0] if xs == [1.0] else xs[1]


def extended(xs):
    xs += [xs[0]]
    return sum(xs)


def repeated(xs):
    twice = xs * 2
    return sum(twice)


def fills(xs, into):
    for i in range(len(xs)):
        into[i] = xs[i] * 0.5


def fills_whole_numbers(xs):
    into = [0, 0, 0]
    fills(xs, into)
    return sum(into)


@pytest.mark.parametrize(
    "function", [appended, replaced_part, compared, extended, repeated, fills_whole_numbers]
)
def test_what_is_refused(function: Callable[..., float]) -> None:
    with pytest.raises(SrcdiffError) as caught:
        grad(function, target="python")(list(X))
    assert "-->" in str(caught.value)
