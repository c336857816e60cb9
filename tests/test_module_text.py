"""Tests of the text of generated modules."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from srcdiff import grad


def short(x):
    return x * x * 0.5


def long(x):
    a = x * x
    b = a * x + np.sin(a)
    c = b * a + np.cos(b)
    d = c * b + np.exp(c) * a
    e = d * c + np.sqrt(1.0 + d * d) * b
    for k in range(4):
        if e > 2.0 * k:
            a, b, c = b * 0.5, c + a * d, a - np.sin(e)
        else:
            a, b, c = c * 0.5, a + b * d, b - np.cos(e)
        d = np.tanh(a * b + c) * d
        e = np.arctan(d * c) + e * 0.3
    if d > e:
        return a * b * c + d / (1.0 + e * e)
    return a * b - c * d / (2.0 + e * e)


def both(x):
    return long(x) + short(x)


def test_short_functions_are_put_into_those_that_call_them() -> None:
    """Whether long ones are, is left to LLVM: it compiles a module of long ones sooner apart."""
    derivative: Any = grad(both)
    found = derivative(0.3)
    moved = (both(0.3 + 1e-6) - both(0.3 - 1e-6)) / 2e-6
    np.testing.assert_allclose(found, moved, rtol=1e-7)
    options = re.findall(r"@njit\((.*)\)\ndef (\w+)", derivative.source())
    assert {name: "forceinline" in words for words, name in options} == {
        "long_aug": False,
        "long_rev": False,
        "short_aug": True,
        "short_rev": True,
        "both_gradient": False,
    }
