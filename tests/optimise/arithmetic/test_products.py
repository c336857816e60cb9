"""Numbers come to the front of a product of adjoints, and nothing else changes."""

from __future__ import annotations

import random

import numpy as np
import pytest

from srcdiff import grad
from srcdiff.optimise.arithmetic.products import products
from srcdiff.syntax import function, reads, rename, unparse


def collected(text: str, store: str = "d_y") -> str:
    """Return an expression after the pass; x, y, z and g are double, s is single."""
    tree = rename(function(f"def f(x):\n    {store} = {text}"), {"d_y": "d_·y", "d_x": "d_·x"})
    new = products(
        tree,
        lambda tree: bool(reads(tree) & set("xyzg")),
        lambda tree: bool(reads(tree) & set("xyzgs")),
    )
    return unparse(new.body[0].value)


CHANGED = [
    ("x * 2", "2.0 * x"),
    ("x * 2 * y", "2.0 * x * y"),
    ("2.0 * x * 2.0 * g", "4.0 * x * g"),
    ("0.5 * (2 * x)", "x"),
    ("x * (-2.0)", "-(2.0 * x)"),
    ("(-x) * (-2.0)", "2.0 * x"),
    ("x * -1.0", "-x"),
    ("x / y * 3.0", "3.0 * x / y"),
    ("x * math.pi * 2.0", "2.0 * math.pi * x"),
    ("f(x * 2.0) * 4.0", "4.0 * f(2.0 * x)"),
    ("1.0 * n / x", "n / x"),
    ("g + x * 2.0", "g + 2.0 * x"),
    ("n * m * 2.0 * x", "2.0 * n * m * x"),
]


@pytest.mark.parametrize(("before", "after"), CHANGED, ids=[before for before, _ in CHANGED])
def test_numbers_come_first(before: str, after: str) -> None:
    assert collected(before) == after


STAY = [
    ("n * 2 * m", "integers"),
    ("x[n * 2 * m]", "a subscript"),
    ("0.1 * x * 3.0", "a product that is not exact"),
    ("x * 1e+300 * y", "a large number"),
    ("x * 1e-300 * y", "a small number"),
    ("x * 0.0", "zero"),
    ("1.0 * n * m * x", "two integers, which may overflow"),
    ("1.0 * s", "single precision, which the number makes double"),
    ("2.0 / x * y", "a quotient that begins with its number"),
    ("x / (2.0 * y)", "a number below the line"),
    ("x ** 2", "a power"),
    ("x * (y * z)", "no number"),
]


@pytest.mark.parametrize("text", [text for text, _ in STAY])
def test_what_stays(text: str) -> None:
    assert collected(text) == text


def test_an_element_keeps_its_type() -> None:
    assert collected("1.0 * s", "d_x[0]") == "s"


def test_values_are_not_adjoints() -> None:
    tree = function("def f(x):\n    y = x * 2.0 * x * 2.0\n    return y")
    assert unparse(products(tree, lambda tree: True, lambda tree: True)) == unparse(tree)


def random_product(source: random.Random, depth: int) -> str:
    """Return a random product."""
    if depth == 0:
        return source.choice(["x", "y", "z", "2.0", "0.5", "3", "(-1.0)", "0.1", "math.pi"])
    left, right = random_product(source, depth - 1), random_product(source, depth - 1)
    if source.random() < 0.1:
        return f"(-{left})"
    return f"({left} {source.choice('***/+')} {right})"


@pytest.mark.parametrize("seed", range(10))
def test_values_change_by_rounding_only(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(100):
        text = random_product(source, 3)
        values = {name: np.float64(source.uniform(0.5, 2.0)) for name in "xyz"}
        values |= {"math": np}
        with np.errstate(all="ignore"):
            before = eval(text, dict(values))
            after = eval(collected(text), dict(values))
        np.testing.assert_allclose(after, before, rtol=1e-13, err_msg=text)


def scaled(x):
    total = np.float32(0.0)
    for i in range(len(x)):
        total += x[i] * x[i] * np.float32(2.0)
    return total


@pytest.mark.parametrize("target", ["cpu", "python"])
def test_single_precision_stays_single(target: str) -> None:
    x = np.array([0.5, 1.5], np.float32)
    found = grad(scaled, target=target)(x)
    assert found.dtype == np.float32
    np.testing.assert_array_equal(found, 4.0 * x)
