"""Augmented assignments mean what the assignments meant."""

from __future__ import annotations

from textwrap import indent

import pytest

from srcdiff.optimise.augment import augment
from srcdiff.syntax import function, unparse

CASES = [
    ("x = x + y", "x += y"),
    ("x = x - y", "x -= y"),
    ("x = x * y", "x *= y"),
    ("x = x / y", "x /= y"),
    ("x = y + x", "x += y"),
    ("x = y * z * x", "x *= y * z"),
    ("x = x + -y", "x -= y"),
    ("x += -y", "x -= y"),
    ("x -= -(y * z)", "x += y * z"),
    ("a[i] = a[i] + x", "a[i] += x"),
    ("a[i] = x * a[i]", "a[i] *= x"),
    ("b[i, 0] = b[i, 0] - x", "b[i, 0] -= x"),
    ("a[i + 1] = a[i + 1] / x", "a[i + 1] /= x"),
]


def after(text: str) -> str:
    """Return a statement after the pass; `a` is a vector, `b` a matrix."""
    tree = function(f"def f(x, y, z, a, b, i):\n{indent(text, '    ')}")
    return unparse(augment(tree, {"x": 0, "y": 0, "z": 0, "a": 1, "b": 2}).body[0])


@pytest.mark.parametrize(("before", "expected"), CASES, ids=[before for before, _ in CASES])
def test_what_is_shorter(before: str, expected: str) -> None:
    assert after(before) == expected


STAY = [
    "x = y - x",
    "x = y / x",
    "x = x ** y",
    "x = x + y + z",
    "a = a + y",
    "b[i] = b[i] + b[0]",
    "a[i:3] = a[i:3] + x",
    "a[i] = a[i - 1] + x",
    "unknown[i] = unknown[i] + x",
    "unknown = unknown + x",
    "x *= -y",
]


@pytest.mark.parametrize("text", STAY)
def test_what_stays(text: str) -> None:
    assert after(text) == text
