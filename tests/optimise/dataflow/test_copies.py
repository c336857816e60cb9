"""Copies of which only the elements are read."""

from __future__ import annotations

import pytest

from srcdiff.optimise.dataflow.copies import copies
from srcdiff.syntax import function, unparse

CHANGED = {  # expressions, and what becomes of them
    "x.copy() * k": "x * k",
    "x[1:].copy() * k": "x[1:] * k",
    "x.copy('F') * k": "x.copy('F') * k",
    "x.copy(order='F') * k": "x.copy(order='F') * k",
    "x.sum() * k": "x.sum() * k",
    "other.copy() * k": "other.copy() * k",
    "g(x).copy() * k": "g(x).copy() * k",
    "x.copy()": "x.copy()",
    "f(x.copy())": "f(x.copy())",
    "f(x.copy() + y.copy())": "f(x + y)",
    "k + (x.copy() - y.copy() * k)": "k + (x - y * k)",
    "np.copy(x) * k": "np.copy(x) * k",
}


@pytest.mark.parametrize("text", CHANGED)
def test_copies_in_expressions(text: str) -> None:
    tree = copies(function(f"def h(x, y, k): return {text}"), lambda name: name in "xy")
    assert unparse(tree.body[0].value) == CHANGED[text]


def test_functions_without_copies_stay() -> None:
    tree = function("def h(x, k): return x * k")
    assert copies(tree, lambda name: True) is tree
