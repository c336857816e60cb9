"""Neighbouring conditions are asked once, unless what is between them may change them."""

from __future__ import annotations

from textwrap import indent

import pytest

from srcdiff.optimise.arithmetic.conditions import conditions
from srcdiff.optimise.dataflow.moves import Known
from srcdiff.syntax import function, unparse

KNOWN = Known(
    is_part=lambda name: True,
    is_array=lambda name: name in "ab",
    is_integer=lambda name: False,
    is_pure=lambda callee: callee != "g",
)


def after(body: str) -> str:
    """Return the body of a function after the pass."""
    tree = conditions(function("def f(x, y, a, b):\n" + indent(body, "    ")), KNOWN)
    return "\n".join(line[4:] for line in unparse(tree).splitlines()[1:])


JOINED = [
    ("if x > y:\n    z = 1\nif x > y:\n    w = z", "if x > y:\n    z = 1\n    w = z"),
    (
        "if x > y:\n    z = 1\nif not x > y:\n    w = 2",
        "if x > y:\n    z = 1\nelse:\n    w = 2",
    ),
    (
        "if not c:\n    z = 1\nelse:\n    z = 3\nif c:\n    w = 2",
        "if not c:\n    z = 1\nelse:\n    z = 3\n    w = 2",
    ),
    (
        "if c:\n    if d:\n        z = 1\nif c:\n    if d:\n        w = 2",
        "if c:\n    if d:\n        z = 1\n        w = 2",
    ),
]


@pytest.mark.parametrize(("before", "expected"), JOINED)
def test_what_is_joined(before: str, expected: str) -> None:
    assert after(before) == expected


STAY = {
    "the condition changes": "if x > y:\n    x = 1\nif x > y:\n    z = 2",
    "it changes in a loop": (
        "if x > y:\n    for x in range(3):\n        z = 1\nif x > y:\n    z = 2"
    ),
    "an element changes": "if a[0] > y:\n    a[1] = 1\nif a[0] > y:\n    z = 2",
    "another array may share memory": "if a[0] > y:\n    b[0] = 1\nif a[0] > y:\n    z = 2",
    "a call may write": "if a[0] > y:\n    g(a)\nif a[0] > y:\n    z = 2",
    "the condition has effects": "if g(a):\n    z = 1\nif g(a):\n    z = 2",
    "something is between": "if x > y:\n    z = 1\nx = 2\nif x > y:\n    z = 2",
    "two conditions": "if x > y:\n    z = 1\nif y > x:\n    z = 2",
    "a loop": "while x > y:\n    x = x - 1\nif x > y:\n    z = 2",
}


@pytest.mark.parametrize("body", STAY.values(), ids=STAY)
def test_what_stays(body: str) -> None:
    assert after(body) == body
