"""Copies and constants that are used directly, as long as their originals are the same."""

from __future__ import annotations

import pytest

from srcdiff.optimise.dataflow.propagate import propagate
from srcdiff.syntax import function, unparse

CHANGED = {  # statements, and what becomes of the last of them
    "y = x\nz = y + 1.0": "z = x + 1.0",
    "y = x\nz += y": "z += x",
    "y = x\nx = 2.0\nz = y + 1.0": "z = y + 1.0",
    "y = x\ny = 2.0\nz = y + 1.0": "z = 2.0 + 1.0",
    "y = x\nx = y + 1.0": "x = y + 1.0",
    "y = n\nfor i in range(y):\n    z = y": "for i in range(n):\n    z = n",
    "y = n\nfor i in range(y):\n    n = n + 1": "for i in range(n):\n    n = n + 1",
    "y = n\nfor n in range(y):\n    z = y": "for n in range(n):\n    z = y",
    "y = n\nfor y in range(y):\n    z = y": "for y in range(n):\n    z = y",
    "y = n\nfor i in x:\n    z = y\n    n = n + 1": "for i in x:\n    z = y\n    n = n + 1",
    "y = x\nwhile y > 0.0:\n    z = y": "while x > 0.0:\n    z = x",
    "y = x\nwhile y > 0.0:\n    x = x - 1.0": "while y > 0.0:\n    x = x - 1.0",
    "y = x\nif y > 0.0:\n    z = y\nelse:\n    z = -y": "if x > 0.0:\n    z = x\nelse:\n    z = -x",
    "y = x\nif n:\n    x = 1.0\nz = y": "z = y",
    "y = x\nif n:\n    pass\nelse:\n    x = 1.0\nz = y": "z = y",
    "if n:\n    y = x\nz = y": "z = y",
    "z = n": "z = n",
    "if n:\n    z = 1.0": "if n:\n    z = 1.0",
}


@pytest.mark.parametrize("text", CHANGED)
def test_what_stands_for_copies(text: str) -> None:
    lines = "\n".join(f"    {line}" for line in text.split("\n"))
    new = propagate(function(f"def f(x, n):\n{lines}"), lambda copy, original: True)
    assert unparse(new.body[-1]) == CHANGED[text]
