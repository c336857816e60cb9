"""In which loops a saved value varies: the others have no axis of their own in its array."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import check_grads, grad

X = np.array([0.4, 1.3, -0.7])
W = np.array([[0.2, 0.5, -0.3], [0.7, -0.4, 0.1], [0.3, 0.6, 0.8]])


def layers(x: Any, w: Any) -> Any:
    state = x.copy()
    gate = np.zeros(len(x))
    for _ in range(3):
        for g in range(len(x)):
            gate[g] = 0.1
            for k in range(len(x)):
                gate[g] += w[g, k] * state[k]
        for k in range(len(x)):
            state[k] = np.tanh(gate[k]) + state[k] * x[k]
    return np.sum(state * state)


def one_counter_twice(x: Any, w: Any) -> Any:
    state = x.copy()
    for _ in range(2):
        total = np.zeros(len(x))
        for g in range(len(x)):
            for k in range(2):
                total[g] += w[g, k] * state[k] * state[k]
            for k in range(len(x)):
                total[g] += np.sin(w[g, k] * state[k])
        for k in range(len(x)):
            state[k] = total[k] * state[k]
    return np.sum(state)


def chosen(x: Any, w: Any) -> Any:
    state = x.copy()
    for _ in range(2):
        total = 0.0
        for g in range(len(x)):
            for k in range(len(x)):
                if w[g, k] > 0.15:
                    total += w[g, k] * state[k] ** 3
        for k in range(len(x)):
            state[k] = 0.5 * state[k] + total * x[k]
    return np.sum(state * state)


def triangle(x: Any, w: Any) -> Any:
    state = x.copy()
    for _ in range(2):
        total = 0.0
        for g in range(len(x)):
            for k in range(g):
                total += w[g, k] * state[k] * state[k]
        for k in range(len(x)):
            state[k] = 0.5 * state[k] + total * x[k]
    return np.sum(state * state)


def written_inside(x: Any, w: Any) -> Any:
    state = x.copy()
    total = 0.0
    for _ in range(2):
        for g in range(len(x)):
            for k in range(len(x)):
                total += w[g, k] * state[k] * state[k]
            state[g] = np.sin(state[g] + total)
    return total + np.sum(state)


def shifted(x: Any, w: Any) -> Any:
    state = x.copy()
    total = 0.0
    for _ in range(2):
        for g in range(2):
            for k in range(2):
                total += w[g, k] * state[k + g - 1] ** 2
        for k in range(len(x)):
            state[k] = 0.5 * state[k] + total * x[k]
    return total + np.sum(state)


def outermost(x: Any, w: Any) -> Any:
    state = x.copy()
    total = 0.0
    for g in range(len(w)):
        for k in range(len(x)):
            total += w[g, k] * state[k] ** 3
    for k in range(len(x)):
        state[k] = 0.5 * state[k] + total
    return np.sum(state * state) + total


FUNCTIONS = [layers, one_counter_twice, chosen, triangle, written_inside, shifted, outermost]


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_gradients(function: Callable[..., Any], target: str) -> None:
    check_grads(function, (X, W), wrt=("x", "w"), target=target)


@pytest.mark.parametrize(
    ("function", "axes"),
    [(layers, 2), (one_counter_twice, 2), (chosen, 2), (written_inside, 3), (shifted, 3)],
)
def test_axes(function: Callable[..., Any], axes: int) -> None:
    text = grad(function, wrt=("x", "w")).source(X, W)
    (made, *_) = re.findall(r"state_\w+_saved(?:_\d)? = np.empty\(\((.*)\)\)", text)
    assert made.count(", ") - made.count("max(") + 1 == axes, text


def test_arrays_are_made_once() -> None:
    lines = grad(outermost, wrt=("x", "w")).source(X, W).splitlines()
    assert "    state_k_saved = np.empty(len(x))" in lines
    for target in ("python", "cpu"):
        d_x, d_w = grad(outermost, wrt=("x", "w"), target=target)(X, W[:0])
        np.testing.assert_allclose(d_x, 0.5 * X)
        assert d_w.shape == (0, 3)
