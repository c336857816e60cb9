"""Loops over anything as loops over ranges: before and after."""

from __future__ import annotations

import pytest

from srcdiff.normalise.control_flow.loops.iterate import iterate
from srcdiff.syntax import function, unparse

CASES = {
    "for v in x:\n    x = v": (
        "x·items = x\nfor for·i in range(len(x·items)):\n    v = x·items[for·i]\n    x = v"
    ),
    "for v in reversed(x):\n    g(v)": (
        "for for·i in range(len(x)):\n    v = x[len(x) - 1 - for·i]\n    g(v)"
    ),
    "for i, v in enumerate(x):\n    g(i)": "for i in range(len(x)):\n    v = x[i]\n    g(i)",
    "for i, i in enumerate(x):\n    g(i)": (
        "for for·i in range(len(x)):\n    i = for·i\n    i = x[for·i]\n    g(i)"
    ),
    "for i in reversed(range(a, b)):\n    g(i)": "for i in range(b - 1, a - 1, -1):\n    g(i)",
    "for i in reversed(range(b, a, -1)):\n    g(i)": "for i in range(a + 1, b + 1, 1):\n    g(i)",
    "for v, i in zip(x, range(n)):\n    n = g(i)": (
        "n·stop = n\nfor i in range(min(len(x), n·stop)):\n    v = x[i]\n    n = g(i)"
    ),
    "for i, w in enumerate((0.5, y)):\n    y = g(i, w)": (
        "y·value = y\ni, w = (0, 0.5)\ny = g(i, w)\ni, w = (1, y·value)\ny = g(i, w)"
    ),
    "for w in (1, 2):\n    if w:\n        break": (
        "for for·i in range(2):\n    w = 1 if for·i == 0 else 2\n    if w:\n        break"
    ),
    "for v in x:\n    g(v)\nelse:\n    h(v)": (
        "for for·i in range(len(x)):\n    v = x[for·i]\n    g(v)\nelse:\n    h(v)"
    ),
    "for a, b in zip(x, y, strict=True):\n    g(a)": (
        "if len(x) != len(y):\n    raise ValueError('zip() arguments have different lengths')\n"
        "for for·i in range(min(len(x), len(y))):\n    a = x[for·i]\n    b = y[for·i]\n    g(a)"
    ),
    "for i, j in np.ndindex(2, 3):\n    if g(i, j):\n        break": (
        "for for·i in range(2 * 3):\n    i, j = (for·i // 3, for·i % 3)\n"
        "    if g(i, j):\n        break"
    ),
}
KEPT = ["for i in range(n):\n    g(i)", "for i in range(a, b, -2):\n    n = g(i)"]


def rewritten(body: str) -> str:
    """Return the text of a body after the pass."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    tree = function(f"def f(x, y, n, a, b):\n{lines}")
    return "\n".join(unparse(statement) for statement in iterate(tree, {}).body)


@pytest.mark.parametrize("before", CASES)
def test_a_loop(before: str) -> None:
    assert rewritten(before) == CASES[before]


@pytest.mark.parametrize("body", KEPT)
def test_what_stays(body: str) -> None:
    assert rewritten(body) == body
