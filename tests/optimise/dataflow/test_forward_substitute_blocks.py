"""Parts of expressions go into other blocks, but only where they have the same value."""

from __future__ import annotations

from textwrap import indent

import pytest

from srcdiff.optimise.dataflow.forward_substitute_blocks import forward_substitute_blocks
from srcdiff.optimise.dataflow.moves import Known
from srcdiff.syntax import function, unparse

KNOWN = Known(
    is_part=lambda name: name in "pq",
    is_array=lambda name: name == "a",
    is_integer=lambda name: name == "n",
    is_pure=lambda callee: callee != "g",
)


def after(body: str) -> str:
    """Return the body of a function after the pass."""
    tree = forward_substitute_blocks(function("def f(x, y, n, a):\n" + indent(body, "    ")), KNOWN)
    return "\n".join(line[4:] for line in unparse(tree).splitlines()[1:])


MOVED = [
    (
        "if n > 0:\n    p = x * y\nz = 1.0\nif n > 0:\n    z = p",
        "if n > 0:\n    pass\nz = 1.0\nif n > 0:\n    z = x * y",
    ),
    (
        "for i in range(n):\n    if n > 0:\n        p = a[i]\n    if n > 0:\n        a[i] = p",
        "for i in range(n):\n    if n > 0:\n        pass\n    if n > 0:\n        a[i] = a[i]",
    ),
    (
        "if n > 0:\n    p = n > 1\n    x = p\ny = p",
        "if n > 0:\n    x = n > 1\ny = n > 1",
    ),
]


@pytest.mark.parametrize(("before", "expected"), MOVED)
def test_what_moves(before: str, expected: str) -> None:
    assert after(before) == expected


STAY = {
    "a name is bound in between": "if n > 0:\n    p = x * y\nx = 1.0\nif n > 0:\n    z = p",
    "an element is written in between": "if n > 0:\n    p = a[0]\na[1] = x\nif n > 0:\n    z = p",
    "a call may write": "if n > 0:\n    p = a[0]\ng(a)\nif n > 0:\n    z = p",
    "the call has effects": "if n > 0:\n    p = g(a)\nif n > 0:\n    z = p",
    "used twice": "if n > 0:\n    p = x * y\nif n > 0:\n    z = p + p",
    "used in a loop": "if n > 0:\n    p = x * y\nfor i in range(n):\n    z = p",
    "used after its loop": "for i in range(n):\n    p = i * y\nz = p",
    "used by the condition of a loop": "if n > 0:\n    p = x * y\nwhile p > 0.0:\n    x = x - 1.0",
    "used in the next iteration": "for i in range(n):\n    if i > 0:\n        z = p\n    p = x * y",
    "bound twice": "if n > 0:\n    p = x * y\nelse:\n    p = 1.0\nz = p",
    "a variable": "if n > 0:\n    w = x * y\nif n > 0:\n    z = w",
    "a part of what is unpacked": "p, q = x\nif n > 0:\n    z = p",
    "in two loops": "for i in range(n):\n    p = i * y\nfor i in range(n):\n    z = p",
    "a counter is bound in between": (
        "for i in range(n):\n    if n > 0:\n        p = x * j\n    for j in range(n):\n"
        "        y = 1.0\n    if n > 0:\n        z = p"
    ),
}


@pytest.mark.parametrize("body", STAY.values(), ids=STAY)
def test_what_stays(body: str) -> None:
    assert after(body) == body
