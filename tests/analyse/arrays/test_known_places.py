"""Which subscripts certainly are in range, and which only look like it."""

from __future__ import annotations

import gast
import pytest

from srcdiff.analyse.arrays.known_places import Places
from srcdiff.analyse.types.types import types
from srcdiff.syntax import function, unparse, walk

KINDS = {
    "x": types.Array(types.float64, 1, "C"),
    "m": types.Array(types.float64, 2, "C"),
    "pair": types.UniTuple(types.float64, 2),
    "values": types.List(types.float64),
    "single": types.Array(types.float64, 0, "C"),
}
TABLE = (1.0, 2.0, 3.0)

FOUND = {  # the subscripts that are in range, in the order of the text
    "for i in range(len(x)): x[i] + x[i + 1] + x[i - 1]": "x[i]",
    "for i in range(1, len(x)): x[i - 1] + x[i - 2]": "x[i - 1]",
    "for i in range(len(x) - 1): x[i + 1] + x[1 + i] + x[i + 2]": "x[i + 1] x[1 + i]",
    "for i in range(len(x) + 1): x[i] + x[i - 1]": "",
    "for i in range(0, len(x), 2): x[i]": "x[i]",
    "for i in range(len(x), 0, -1): x[i - 1]": "",
    "for i in range(0, len(x), k): x[i]": "",
    "for i in range(0, len(x), 0): x[i]": "",
    "for i in range(k, len(x)): x[i]": "",
    "for i in range(-1, len(x)): x[i] + x[i + 1]": "",
    "for i in range(len(y)): x[i]": "",
    "for i in range(n, step=1): x[i]": "",
    "for i in reversed(range(len(x))): x[i]": "",
    # lengths by other words
    "for i in range(x.size): x[i]": "x[i]",
    "for i in range(m.size): m[i]": "",
    "for i in range(y.size): y[i]": "",
    "for i in range(x.ndim): x[i]": "",
    "for i in range(m.shape[0]): m[i] + m[i, i] + m.T[i]": "m.shape[0] m[i]",
    "for j in range(m.shape[1]): m[0, j] + m[:, j] + m[j]": "m.shape[1] m[:, j]",
    "for j in range(m.strides[1]): m[:, j]": "",
    "for i in range(m.shape[-2]): m[i]": "m.shape[-2]",
    "for i in range(m.shape[k]): m[i]": "m.shape[k]",
    "n = len(x)\nfor i in range(n): x[i]": "x[i]",
    "n = len(x)\nn = 7\nfor i in range(n): x[i]": "",
    "n = k = len(x)\nfor i in range(n): x[i]": "",
    "a, b = m.shape\nfor i in range(a): m[i] + m[:, i]\nfor j in range(b): m[:, j]": "m[i] m[:, j]",
    "a, b = m.strides\nfor i in range(a): m[i]": "",
    "if k:\n    n = len(x)\nfor i in range(n): x[i]": "",
    # several dimensions, all of which have to be known
    "for i in range(len(m)):\n    for j in range(len(x)): m[i, j] + m[j, i] + x[j]": "x[j]",
    "for i in range(len(m)): [m[i, j] for j in range(m.shape[1])]": "m[i, j] m.shape[1]",
    "for i in range(len(m)): m[i, k] + m[i, :] + m[..., i] + m[i, ...]": "m[i, :] m[i, ...]",
    "for j in range(m.shape[1]): m[None, j] + m[:, j]": "m.shape[1] m[:, j]",
    "x[:] + x[2:k]": "x[:] x[2:k]",
    # counters of several loops, of comprehensions and of `enumerate`
    "for i in range(len(x)): x[i]\nfor i in range(k): y[i]": "",
    "for i in range(len(x)): x[i]\nfor i in range(len(x) - 1): x[i + 1]": "x[i]",
    "for i in range(len(x)):\n    x[i]\n    i = 7": "",
    "for i in range(len(x)):\n    for j in range(i): x[j] + x[i - j]": "x[j]",
    "for i in range(len(x)):\n    for j in range(i + 1, len(x)): x[j] + x[j - 1]": "x[j] x[j - 1]",
    "for i in range(len(x)):\n    for j in range(i + 1): x[j] + x[j + 1]": "x[j]",
    "[x[i] for i in range(len(x))]": "x[i]",
    "for i, v in enumerate(x): x[i] + v[0]": "x[i]",
    "for i, v in enumerate(x, 1): x[i] + x[i - 1]": "x[i - 1]",
    "for i, v in enumerate(x, k): x[i] + x[i - k]": "",
    "for i in enumerate(x): x[i]": "",
    # arrays that are bound anew, and written to
    "for i in range(len(x)):\n    x = x[1:]\n    x[i] = 0.0": "x[1:]",
    "for i in range(len(z)): z[i]": "z[i]",
    # tuples and lists that are written out, given, or constant
    "t = (k, k)\nt[0] + t[1] + t[2] + t[-2] + t[-3]": "t[0] t[1] t[-2]",
    "t = [k, *x]\nt[0] + t[1]": "",
    "t = (k, k)\nt = (k,)\nt[0]": "",
    "pair[1] + pair[2] + x[0] + values[0]": "pair[1]",
    "pair = pair[1:]\npair[0]": "pair[1:]",
    "table[2] + table[3] + table[0, 1] + other[0]": "table[2]",
    "x['field']": "x['field']",
}


def places(body: str) -> Places:
    """Return what is known of the places of a function with a body."""
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    tree = function(f"def f(x, m, pair, values, single, y, k):\n{lines}")
    return Places(tree, KINDS, {"table": TABLE, "other": 1.0})


def subscripts(known: Places) -> list[gast.Subscript]:
    """Return the subscripts of a function, in the order of the text."""
    found = [node for node in walk(known.tree) if isinstance(node, gast.Subscript)]
    return sorted(found, key=lambda node: (node.lineno, node.end_col_offset))


@pytest.mark.parametrize("body", FOUND)
def test_what_is_in_range(body: str) -> None:
    known = places(body)
    found = [unparse(node) for node in subscripts(known) if known.is_known(node)]
    assert " ".join(found) == FOUND[body]


def test_what_is_asked_when_the_function_runs() -> None:
    known = places("x[0] + x[-1] + m[1] + values[2] + x[k] + x[1:] + pair[0] + single[0] + y[0]")
    found = [unparse(node) for node in subscripts(known) if known.is_asked(node)]
    assert found == ["x[0]", "x[-1]", "m[1]", "values[2]"]
    for other in ("x[0] = k", "x = x[1:]\nx[0]"):
        known = places(other)
        assert not any(map(known.is_asked, subscripts(known)))
