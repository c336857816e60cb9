"""Helpers that return None beside arrays or numbers, where that can only be None, and where not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedType, grad

from .compare import check, check_both

V = np.array([0.7, 1.9, 0.3, 2.4])
LOW = np.array([0.7, 1.1, 0.3, 0.4])
X = 1.21


def doubled(v, want):
    a = v * 2.0
    b = None
    if want:
        b = v**2
    return a, b


def alone(v):
    return v * v, None


def scaled(v, x, want=False):
    h, more = doubled(v * x, want)
    return h + 1.0, more


def handed_on(v, x, want=False):
    return doubled(v * x, want)


def kept_whole(v, x, want):
    r = doubled(v * x, want)
    return r[0] * 2.0, r[1]


def squared(v, use):
    if use:
        return v * v
    return None


def nothing(v):
    if v[0] > 100.0:
        raise ValueError("large")
    return None


def given_back(v, keep=None):
    return np.sum(v), keep


def literal(v, x):
    a, b = doubled(v, False)
    s = np.sum(a) * x
    if b is not None:
        s += np.sum(b)
    return s


def varying(v, x):
    a, b = doubled(v, v[1] > 1.5)
    return np.sum(a) * x if b is None else np.sum(a * b) * x


def always_none(v, x):
    a, b = alone(v)
    return np.sum(a) * x if b is None else np.sum(a * b)


def conjunction(v, x):
    a, b = doubled(v * x, False)
    if b is not None and np.sum(b) > 1.0:
        return np.sum(b)
    return np.sum(a * a)


def replaced(v, x):
    more = None
    h, more = scaled(v, x)
    h, more = scaled(h, x)
    if more is None:
        more = v * 3.0
    return np.sum(h * more)


def several_levels(v, x):
    h, more = scaled(v, x, v[1] > 1.5)
    g, last = handed_on(h, x, v[1] > 1.5)
    f, other = kept_whole(h, x, v[1] > 1.5)
    s = np.sum(h) + np.sum(g) + np.sum(f)
    if more is not None and last is not None:
        s = s + np.sum(more * last)
    return s if other is None else s + np.sum(other)


def never_at_any_level(v, x):
    h, more = scaled(v, x)
    g, last = handed_on(h, x)
    s = np.sum(g)
    if more is not None:
        s = s * 2.0
    if last is None:
        s = s * 3.0
    return s


def whole(v, x):
    r = doubled(v, v[1] > 1.5)
    a, b = r
    s = np.sum(a) * x
    if r[-1] is not None:
        s = s + np.sum(b) * len(r)
    return s


def not_found(v, x):
    r = squared(v, False)
    if r is None:
        r = v * x
    return np.sum(r * v)


def in_a_loop(v, x):
    b = None
    s = x
    for k in range(3):
        if b is not None:
            s = s + np.sum(b)
        a, b = doubled(v * k, False)
        s = s * 1.5 + np.sum(a)
        if k == 1:
            b = a * x
    return s


def through_a_loop(v, x, hook=None):
    more = None
    for _ in range(3):
        v, more = doubled(v * x, False)
        if hook is not None:
            v = v * hook
    return v, more


def of_a_loop(v, x):
    y, more = through_a_loop(v, x)
    z, other = through_a_loop(v, x, x)
    s = np.sum(y * z)
    if more is not None:
        s = s + np.sum(more)
    return s if other is None else s * np.sum(other)


def in_a_condition_of_a_loop(v, x):
    a, b = doubled(v, False)
    while b is not None and np.sum(b) > 1.0:
        b = b * 0.5
    return np.sum(a) * x


def swapped(v, x):
    a, b = doubled(v, False)
    _, d = doubled(v, True)
    b, d = d, b
    return np.sum(a) * x + np.sum(b) if d is None else np.sum(d * a)


class Layer:
    def __init__(self, w, bias=None):
        self.w = w
        self.bias = bias

    def forward(self, v, keep=False):
        h = v * self.w
        if self.bias is not None:
            h = h + self.bias
        cache = None
        if keep:
            cache = h * h
        return h, cache


def method(v, x):
    h, cache = Layer(x).forward(v)
    g, other = Layer(x, v * 0.1).forward(h, keep=True)
    s = np.sum(g)
    if cache is not None:
        s += np.sum(cache)
    return s if other is None else s + np.sum(other)


def bound_to_none(v, x):
    """What was None before is None still: no flag says otherwise."""
    n = None
    s = x
    for _ in range(2):
        v, n = alone(v)
    if n is not None:
        s = s * 2.0
    return s * np.sum(v)


def none_on_a_path(v, x):
    n = x if v[1] > 1.5 else None
    if v[1] < 1.5:
        v, n = alone(v)
    return x * np.sum(v) if n is None else n * x * np.sum(v)


def none_after_a_value(v, x):
    n = v
    if v[1] > 1.5:
        v, n = alone(v)
    return np.sum(v) * x * 2.0 if n is None else np.sum(n) * x


def result_that_is_none(v, x):
    n = x if v[1] > 1.5 else None
    if v[1] < 1.5:
        n = nothing(v)
    return x * np.sum(v) if n is None else n * x * np.sum(v)


def none_in_turns(v, x):
    n = None
    for k in range(2):
        if k == 1:
            n = nothing(v)
        if k == 0:
            n = v
    return x * np.sum(v) if n is None else np.sum(n)


def none_that_is_handed_back(v, x):
    n = None
    s = x
    for _ in range(2):
        a, n = given_back(v)
        if n is not None:
            s = s * 2.0
        s = s + a
    return s


def on_both_paths(v, x):
    if v[1] > 1.5:
        h, more = alone(v)
    else:
        h, more = v, v * v
    return h, more


def of_both_paths(v, x):
    h, more = on_both_paths(v, x)
    return np.sum(h) * x if more is None else np.sum(h * more)


PROGRAMS = [
    *(literal, varying, always_none, conjunction, replaced, several_levels, never_at_any_level),
    *(whole, not_found, in_a_loop, of_a_loop, in_a_condition_of_a_loop, swapped, method),
    *(bound_to_none, none_on_a_path, none_after_a_value, result_that_is_none, none_in_turns),
    *(none_that_is_handed_back, of_both_paths),
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_gradients(program: Callable[..., Any]) -> None:
    """Both modes agree with differences, on both sides of what decides."""
    check_both(program, V, X)
    check_both(program, LOW, X)


@pytest.mark.parametrize("program", [literal, in_a_loop, never_at_any_level, none_on_a_path])
def test_compiled(program: Callable[..., Any]) -> None:
    check(program, V, X, target="cpu")
    check(program, LOW, X, target="cpu")


def test_a_use_of_none_is_refused_in_words_of_the_user() -> None:
    def used(v: Any, x: float) -> Any:
        r = squared(v, False)
        return np.sum(r * x)

    def part(v: Any, x: float) -> Any:
        a, b = doubled(v, False)
        return np.sum(a) * x + np.sum(b)

    for program in (used, part):
        with pytest.raises(UnsupportedType, match="does not take None") as raised:
            grad(program, target="python")(V, X)
        assert "ask `is not None` before" in str(raised.value)
