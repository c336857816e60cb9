"""Tuples of arrays: which of them is meant, what is written to it, and shapes that differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad

from .compare import check, check_both

V = np.array([0.7, -1.3, 2.1, 0.4, -0.6])
M = np.array([[0.5, 1.5, -0.3], [-0.5, 2.0, 0.7], [0.2, 0.9, 1.1]])


class State(NamedTuple):
    u: np.ndarray[Any, Any]
    v: np.ndarray[Any, Any]


def written_in_a_loop(a, s):
    p = (a * s, a + s)
    for k in range(len(p)):
        p[k][0] = p[1 - k][1] * s
    return np.sum(p[0] * p[1])


def turned(a, b, s):
    a = a * 1.0
    p = (a, b)
    p = p[::-1]
    for q in p:
        q[0] = q[1] * s
    return np.sum(a * b)


def by_a_number(a, s):
    p = (a * s, a + s)
    k = 0
    p[k][1] = p[k + 1][2] * s
    for q in p:
        q[0] = q[1] ** 2
    return np.sum(p[0] * p[1])


def read_after_a_write(a, s):
    p = (a, a * s)
    t = 0.0
    for k in range(4):
        a[k] = s * k
        t += p[k % 2][k] * p[k // 2][k + 1]
    return t


def of_a_named_tuple(a, s):
    state = State(a * s, a + s)
    for q in state:
        q[0] = q[1] ** 2
    for k in range(2):
        state[k][1] = state[k - 1][2]
    return np.sum(state.u * state.v)


def longer(a, s):
    p = (a * s, a[:3] * 2)
    t = 0.0
    for u, w in zip(p[::-1], (2.0, s), strict=False):
        u[0] = w
        t += u[0] * u[1]
    for i, q in enumerate((*p, a)):
        q[1] *= s
        t += np.sum(q) * i
    return t


def rest(*vectors):
    t = 0.0
    for v in vectors[1:]:
        t += v[0] * v[1]
        v[0] = 1.0
    return t + np.sum(vectors[2])


def of_starred(a, s):
    b = a * s
    return rest(a * 1.0, b, b * 2) * np.sum(b)


def of_tuples(a, s):
    p = ((a * s, a + s), (a - s, a * 2.0))
    t = 0.0
    for k in range(2):
        u, v = p[k]
        u[k] = v[1 - k] ** 2
        t += np.sum(p[k - 1][k] * u)
    for u in p[0]:
        u[1] = s
    return t + np.sum(p[0][0] * p[1][0]) + p[0][1][1]


def both_ways(x, y):
    p = (x, y)
    t = 0.0
    for a, b in zip(p, p[::-1], strict=False):
        a[0] = b[1]
        t += a[0]
    return t


def layers(p, x):
    for k in range(len(p)):
        x = np.tanh(p[k] @ x)
    return x


def network(a, x):
    down, up = a[:2] * 1.0, a[:2].T.copy()
    return np.sum(layers((a * 2.0, down, up), x))


@pytest.mark.parametrize(
    "function, arguments",
    [
        (written_in_a_loop, (V, 0.6)),
        (turned, (V, V * 0.5, 0.6)),
        (by_a_number, (V, 0.6)),
        (read_after_a_write, (V, 0.6)),
        (of_a_named_tuple, (V, 0.6)),
        (longer, (V, 0.6)),
        (of_starred, (V, 0.6)),
        (of_tuples, (V, 0.6)),
        (both_ways, (V, 2.0 * V)),
        (network, (M, V[:3])),
    ],
)
def test_the_array_that_is_meant(function: Callable[..., float], arguments: Any) -> None:
    check_both(function, *arguments)


@pytest.mark.parametrize("function", [written_in_a_loop, longer, of_tuples])
def test_compiled(function: Callable[..., float]) -> None:
    check(function, V, 0.6, target="cpu")


def by_an_argument(a, k):
    p = (a, a * 2.0)
    return p[k][0]


def until(a, s):
    t = 0.0
    for q in (a * s, a + s)[::-1]:
        t += q[1]
        if t > 2.0:
            break
    return t


@pytest.mark.parametrize("function, other", [(by_an_argument, 0), (until, 0.6)])
def test_an_array_that_is_not_known_is_refused(function: Callable[..., float], other: Any) -> None:
    with pytest.raises(UnsupportedSyntax, match="not known which array of a tuple"):
        grad(function, target="python")(V, other)
