"""Functions that compiled code runs by another implementation, made with `@overload`."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba import njit, types
from numba.extending import overload, register_jitable

from srcdiff import UnsupportedSyntax, WrongCall, grad, jvp, value_and_grad
from srcdiff.output.fingerprint import fingerprint

from ...differentiate.finite import slope

SCALE = 1.5


def energy(x):
    return -1.0


@overload(energy)
def energy_compiled(x):
    if isinstance(x, types.Array):

        def of_array(x):
            total = 0.0
            for i in range(len(x)):
                total += x[i] * x[i]
            return total

        return of_array
    if isinstance(x, types.Float):
        return lambda x: x * x * x
    return lambda x: 7.0 * x


def weighted(x, weight):
    return 0.0


@overload(weighted)
def weighted_compiled(x, weight=2.0):
    return lambda x, weight=2.0: energy(x) * weight * SCALE


def both(x):
    return x, x


@overload(both)
def both_compiled(x):
    return lambda x: (x * x, 3.0 * x)


def squared_in_place(x):
    pass


@overload(squared_in_place)
def squared_compiled(x):
    def in_place(x):
        for i in range(len(x)):
            x[i] = x[i] * x[i]

    return in_place


tools = SimpleNamespace(energy=energy)


@register_jitable
def with_energy(x):
    return x * energy(x)


@njit
def of_number(x):
    return 2.0 * energy(x)


@njit
def of_kinds(x):
    return energy(x) + energy(2) * x + energy(np.array([x, 2.0 * x]))


@njit
def in_loop(x):
    total = 0.0
    for i in range(3):
        if i > 0:
            total += energy(x * i)
    return total


def around(x):
    return of_number(x) + energy(x) * x  # which is the function itself here


@njit
def nested(x):
    return of_number(x) * energy(x)


@njit
def by_words(x):
    return weighted(weight=x, x=x)


@njit
def inside(x):
    def inner(y):
        return energy(y) * y

    return inner(x) + inner(2.0 * x)


@njit
def of_pair(x):
    first, second = both(x)
    return first * second


@njit
def jitable(x):
    return with_energy(x)


def plain_jitable(x):
    return with_energy(x)


@njit
def recursive(x, n):
    if n == 0:
        return x
    return energy(x) * recursive(x, n - 1)


@njit
def in_place(x):
    y = x.copy()
    squared_in_place(y)
    return np.sum(y)


NUMBERS = [
    *(of_number, of_kinds, in_loop, around, nested, by_words, inside, of_pair, jitable),
    plain_jitable,
]
CASES = [(function, (1.3,)) for function in NUMBERS]
CASES += [(recursive, (1.1, 3)), (in_place, (np.array([1.0, 2.0]),))]  # type: ignore[list-item]
CASES += [(of_number, (np.array([1.0, 2.0]),))]  # type: ignore[list-item]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_what_runs_is_differentiated(function: Any, arguments: tuple[Any, ...]) -> None:
    expected = slope(function, arguments, 0)
    value, found = value_and_grad(function, target="python")(*arguments)
    np.testing.assert_allclose(value, function(*arguments), rtol=1e-13)
    np.testing.assert_allclose(found, expected, rtol=1e-6)
    one = np.ones_like(arguments[0])[()] if np.ndim(arguments[0]) else 1.0
    _, tangent = jvp(function, target="python")(*arguments, one)
    np.testing.assert_allclose(tangent, np.sum(expected), rtol=1e-6)


def test_compiled() -> None:
    assert grad(of_number)(3.0) == 54.0
    assert grad(around)(3.0) == 53.0


def unclear(x):
    return 0.0


@overload(unclear)
def unclear_first(x):
    return lambda x: x


@overload(unclear)
def unclear_second(x):
    return lambda x: 2.0 * x


@njit
def calls_unclear(x):
    return unclear(x)


@njit
def leaves_out(x):
    return weighted(x)


@pytest.mark.parametrize(
    ("function", "error", "words"),
    [
        (calls_unclear, UnsupportedSyntax, "is not certain: 2 of its overloads"),
        (leaves_out, WrongCall, "missing a required argument: `weight`"),
    ],
)
def test_what_is_not_certain(
    function: Callable[..., Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words) as caught:
        grad(function, target="python")(2.0)
    assert "test_overloaded.py:" in str(caught.value)


def test_the_implementation_is_part_of_the_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(by_words)
    monkeypatch.setitem(globals(), "SCALE", 2.5)
    assert fingerprint(by_words) != before
