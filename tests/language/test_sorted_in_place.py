"""Lists of numbers that are sorted in place, and of which elements are taken out anywhere."""

from collections.abc import Callable

import numpy as np
import pytest

import srcdiff


def sorted_in_place(x: np.ndarray) -> float:
    a = [x[0] * 2.0, x[1], x[2]]
    b = a
    a.sort()
    return b[0] * b[1] ** 2 + b[2] ** 3


def falling(x: np.ndarray) -> float:
    a = [v * v for v in x]
    a.sort(reverse=True)
    return a[0] * a[1] ** 2 + a[2] ** 3


def sorted_while_it_grows(x: np.ndarray) -> float:
    a = [x[0]]
    total = 0.0
    for k in range(1, 3):
        a.append(x[k] * a[0])
        a.sort()
        total += a[0] * k
    return total + a[-1] ** 2


def smallest_two_joined(x: np.ndarray) -> float:
    a = [x[0], x[1], x[2]]
    while len(a) > 1:
        a.sort()
        p = a.pop(0)
        q = a.pop(0)
        a.append(p * q + 0.1 * p)
    return a[0]


def smallest_first(x: np.ndarray) -> float:
    left = list(x)
    total, weight = 0.0, 1.0
    while left:
        i = left.index(min(left))
        total += weight * left.pop(i) ** 2
        weight *= 2.0
    return total


def from_the_end(x: np.ndarray) -> float:
    a = [x, 2.0 * x, x * x]
    for k in range(2):
        b = a.pop(-k - 1)
    return np.sum(a[0] * b)


def deleted(x: np.ndarray) -> float:
    a = [x[0], x[1], x[2], x[0] * x[1]]
    i = int(x[0] > 0)
    del a[i]
    a.remove(min(a))
    return a[0] * a[1] ** 2


def stored_while_it_shrinks(x: np.ndarray) -> float:
    a = [0.0] * 4
    p = a.pop() + x[2]
    for i in range(len(a)):
        a[i] += p * x[i]
    return a[0] * a[1] + a[2] ** 2


FUNCTIONS = [
    sorted_in_place,
    falling,
    sorted_while_it_grows,
    smallest_two_joined,
    smallest_first,
    from_the_end,
    deleted,
    stored_while_it_shrinks,
]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_derivatives(function: Callable[[np.ndarray], float]) -> None:
    srcdiff.check_grads(function, (np.array([0.3, 1.2, 0.7]),))


@pytest.mark.parametrize("function", [falling, smallest_two_joined, from_the_end])
def test_compiled(function: Callable[[np.ndarray], float]) -> None:
    srcdiff.check_grads(function, (np.array([0.3, 1.2, 0.7]),), target="cpu")
