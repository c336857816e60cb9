"""What is computed once, and what only looks the same."""

from __future__ import annotations

import pytest

from srcdiff.optimise.dataflow.common import common
from srcdiff.syntax import unparse

from ...analyse.forms import form

BEFORE = "t·a = x[n]\n"
CHANGED = {  # the statements after the first, and what becomes of them
    "t·b = x[n]\ns = t·b": "s = t·a",
    "t·b = x[k]\ns = t·b": "t·b = x[k]\ns = t·b",
    "t = x[n]\ns = t": "t = x[n]\ns = t",
    "x[0] = s\nt·b = x[n]\np = t·b": "x[0] = s\nt·b = x[n]\np = t·b",
    "y[0] = s\nt·b = x[n]\np = t·b": "y[0] = s\np = t·a",
    "x[n] = s\nt·b = x[n]\np = t·b": "x[n] = s\np = s",
    "x[n] += s\nt·b = x[n]\np = t·b": "x[n] += s\nt·b = x[n]\np = t·b",
    "x[n] = 2.0\nt·b = x[n]\np = t·b": "x[n] = 2.0\nt·b = x[n]\np = t·b",
    "x[n] = s\nx[k] = q\nt·b = x[n]": "x[n] = s\nx[k] = q\nt·b = x[n]",
    "t·b = np.random.rand()\nt·c = np.random.rand()": (
        "t·b = np.random.rand()\nt·c = np.random.rand()"
    ),
    "t·b = math.sin(s)\nt·c = math.sin(s)\np = t·c": "t·b = math.sin(s)\np = t·b",
    "t·b = np.sum(x)\nt·c = np.sum(x)": "t·b = np.sum(x)\nt·c = np.sum(x)",
    "if k:\n    t·b = x[n]\n    s = t·b": "if k:\n    s = t·a",
    "if k:\n    t·b = x[k]\nt·c = x[k]": "if k:\n    t·b = x[k]\nt·c = x[k]",
    "if k:\n    x[0] = s\nt·b = x[n]": "if k:\n    x[0] = s\nt·b = x[n]",
    "for i in range(k):\n    t·b = x[n]\n    x[i] = s": (
        "for i in range(k):\n    t·b = x[n]\n    x[i] = s"
    ),
    "for i in range(k):\n    t·b = x[n]\n    y[i] = t·b": "for i in range(k):\n    y[i] = t·a",
    "t·b = x[n]\nwhile t·b > 0.0:\n    k = k + 1": "while t·a > 0.0:\n    k = k + 1",
}


@pytest.mark.parametrize("text", CHANGED)
def test_what_is_computed_once(text: str) -> None:
    found = form(BEFORE + text)
    single = found.layout.is_single
    new = common(found.core.tree, found.effects, single, lambda value, array: True)
    assert "\n".join(unparse(s) for s in new.body) == BEFORE + CHANGED[text]


def test_values_that_arrays_keep_in_another_type() -> None:
    found = form("x[n] = s\nt·b = x[n]\np = t·b")
    new = common(found.core.tree, found.effects, found.layout.is_single, lambda value, array: False)
    assert unparse(new.body[-1]) == "p = t·b"


def test_names_that_are_bound_twice() -> None:
    found = form(BEFORE + "t·b = x[n]\nt·b = x[n]\np = t·b")
    new = common(found.core.tree, found.effects, found.layout.is_single, lambda value, array: True)
    assert len(new.body) == 4
