"""Arrays that are put together, in loops that carry them on."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from ..language.compare import check

X = np.array([1.2, 0.7, 2.5, 0.4])


def stored_part(x, a):
    whole = x * a
    for k in range(2):
        last = np.empty(1)
        last[0] = 1.0 * k + 3.0
        whole = np.concatenate((whole * a, last))
    return np.sum(whole * whole) * a


def longer_by_one(x, a):
    state = x.copy()
    for _ in range(3):
        before = state.copy()
        state = np.concatenate((before, np.array([a * state[-1]])))
    return np.sum(state)


def sometimes_longer(x, a):
    state = x.copy()
    for k in range(3):
        scaled = state * 1.0
        state = np.concatenate((scaled, scaled * a)) if k == 1 else scaled * scaled
    return np.sum(state)


def shorter(x, a):
    state = x * a
    total = 0.0
    for k in range(2):
        if k == 1:
            total += state[0]
        state = state[1:].copy()
    return np.sum(state) * total


@pytest.mark.parametrize("function", [stored_part, longer_by_one, sometimes_longer, shorter])
def test_the_gradient(function: Callable[..., float]) -> None:
    check(function, X, 1.3)
