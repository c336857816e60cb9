"""Calls that change arrays: what is called, how often, and what was read before."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from srcdiff import grad
from srcdiff.errors import UnsupportedSyntax

from .compare import check, check_both

V = np.array([2.0, 0.3, 4.0])


def scaled(a, k):
    a[k] *= a[k - 1]
    return a[k] * a[0]


def place(a, k):
    a[k] *= a[k - 1]
    return k


def cubed(a, b=2.0, *, c=3.0):
    return a * b * c * a


def only_on_a_condition(x):
    for i in range(3):
        scaled(x, i) if i == 1 else None
        x[i] > 1.0 and scaled(x, 1)
        x[i] < 9.0 or scaled(x, 2)
    scaled(x, 0) if x[0] < 0.0 else scaled(x, 2) if x[0] > 0.0 else scaled(x, 1)
    return x.sum() * x[0]


def for_nothing(x):
    (scaled(x, 0), scaled(x, 1))
    -scaled(x, 1) + scaled(x, 2)
    not scaled(x, 1) > 0.0
    x[place(x, 1)]
    1.0 < scaled(x, 1) < scaled(x, 2)  # noqa: B015
    (y := x[1] * x[2]) > 0.0 and (y := y * x[0])
    return x.sum() * x[0] * y


def filled_on_a_condition(x):
    held = np.zeros(3)
    held[:2] = x[:2]
    total = 0.0
    for i in range(4):
        held.fill(held[0] * x[1]) if i == 2 else None
        total += held.sum() * held[2]
    return total


def asserted(x):
    assert scaled(x, 1) > 0.0
    assert 0.0 < scaled(x, 1) < 1e9
    return x.sum() * x[0]


def places_once(x):
    x[place(x, 1)] += x[0] * x[1]
    x[place(x, 1)] *= x[1]
    x[place(x, 1) if x[0] > 0.0 else 0] -= scaled(x, 2)
    rows = x.reshape(1, 3)
    rows[0, place(x, 1) :] /= x[0] + scaled(x, 1)
    return x.sum() * x[1]


def places_in_a_loop(x):
    y = np.zeros(3)
    for i in range(3):
        y[place(y, i)] += x[i] * y[i - 1] + 1.0
        y[i] += scaled(y, i)
    return y.sum() * x[1]


def keywords(x):
    first = cubed(c=scaled(x, 1), a=x[1]) * x[1]
    second = cubed(x[1], c=scaled(x, 1), b=x[1])
    third = cubed(c=cubed(c=scaled(x, 2), a=x[0]), a=cubed(x[1]))
    return first + second + third * 1e-9


def keywords_in_conditions(x):
    total = 0.0
    while cubed(b=scaled(x, 1), a=x[0]) < 1e4:
        total += x[1]
        x *= 1.3
    return total if cubed(c=scaled(x, 2), a=x[0]) > 0.0 else cubed(b=scaled(x, 1), a=x[0])


def turned(places):
    places[0] = 1 - places[0]
    return 2.0


def compared_before_calls(x):
    total = x[1] if x[1] - 0.13 < scaled(x, 1) else x[0]
    smaller = x + 0.11 < scaled(x, 2)
    chosen = np.where(0.7 * x > scaled(x, 1), x, x * x)
    return total * x[2] + np.sum(smaller) * x[0] + chosen @ x


def multiplied_before_calls(x):
    y = x * x * scaled(x, 1)
    y += 2.0 * x * scaled(x, 2) * x
    return np.sum(y) * x[1]


def places_before_calls(x):
    k = np.array([0, 1])
    x[k[0]] += turned(k)
    x[k[0] : k[1] + 1] *= turned(k) * x[1]
    x[k * 2] -= turned(k) * x[1]
    y = x.reshape(1, 3) * x[0]
    y[0][k[0]] *= turned(k)
    return x @ y[0] * x[k[0] * 2 + int(turned(k)) - 2] + x[k + int(turned(k)) - 1].sum()


def iterables_once(x):
    y = [a * b for a, b in zip(x * 2.0, [scaled(x, 1), x[1]], strict=False)]
    z = [a * b * i for i, (a, b) in enumerate(zip(np.sqrt(x), (x[1], scaled(x, 2)), strict=False))]
    rows = [[a * scaled(x, 1) for a in np.sqrt(x)] for _ in range(2)]
    return sum(y) * sum(z) + sum(rows[0]) * sum(rows[1])


FUNCTIONS = (
    *(only_on_a_condition, for_nothing, filled_on_a_condition, asserted, places_once),
    *(places_in_a_loop, keywords, keywords_in_conditions, compared_before_calls),
    *(multiplied_before_calls, places_before_calls, iterables_once),
)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_both_modes(function: Callable[..., float]) -> None:
    check_both(function, V)


@pytest.mark.parametrize("function", (only_on_a_condition, asserted, places_once, keywords))
def test_compiled(function: Callable[..., float]) -> None:
    check(function, V, target="cpu")


def iterables_of_inner_loops(x):
    kept = [a * b * scaled(x, 1) for a in x[:2] for b in np.sqrt(x) if b > 0.1]
    return kept[0] * sum(kept)


def test_what_an_inner_loop_goes_through_may_change() -> None:
    with pytest.raises(UnsupportedSyntax, match="number of values is not known"):
        grad(iterables_of_inner_loops, target="python")(V)
