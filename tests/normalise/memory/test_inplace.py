"""What changes arrays in place, and what makes new values."""

from __future__ import annotations

import pytest

from srcdiff.normalise.memory.inplace import inplace
from srcdiff.syntax import function, unparse

WRITTEN = {  # `x` and `y` are vectors, `m` is a matrix
    "x.fill(n)": "x[:] = n",
    "m.fill(n)": "m[:] = n",
    "n.fill(k)": "n.fill(k)",
    "fill(x)": "fill(x)",
    "x.sort()": "x.sort()",
    "k = n": "k = n",
    "k = operator.iadd(n, k)": "k = n + k",
    "a = operator.iadd(x, y)": "x[:] += y\na = x",
    "a = operator.isub(m, n)": "m[:] -= n\na = m",
    "a = operator.imul(x, n)": "a··changed = x * n\nx[:] = a··changed\na = x",
    "a = g(x)": "a = g(x)",
    "x[0] = n": "x[0] = n",
    "if operator.iadd(n, k):\n    pass": "if n + k:\n    pass",
}


@pytest.mark.parametrize("text", WRITTEN)
def test_what_is_written(text: str) -> None:
    lines = "\n".join(f"    {line}" for line in text.split("\n"))
    tree = function(f"def f(x, y, m, n, k):\n{lines}")
    new = inplace(tree, lambda name: {"x": 1, "y": 1, "m": 2}.get(name, 0))
    assert "\n".join(map(unparse, new.body)) == WRITTEN[text]
