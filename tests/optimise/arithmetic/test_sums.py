"""Contributions to an adjoint become one sum where nothing between them interferes."""

from __future__ import annotations

from textwrap import indent

import pytest

from srcdiff.optimise.arithmetic.sums import sums
from srcdiff.optimise.dataflow.moves import Known
from srcdiff.syntax import function, rename, unparse, walk_statements

KNOWN = Known(
    is_part=lambda name: True,
    is_array=lambda name: name == "a",
    is_integer=lambda name: False,
    is_pure=lambda callee: callee != "g",
)


def after(body: str, one_line: bool = True) -> str:
    """Return the body of a function after the pass, as if one statement had made it all."""
    tree = function("def f(x, y, a):\n" + indent(body, "    "))
    for position, statement in enumerate(walk_statements(tree.body)):
        statement.lineno = 2 if one_line else position
    new = rename(sums(rename(tree, {"d_x": "d_·x"}), KNOWN), {"d_·x": "d_x"})
    return "\n".join(line[4:] for line in unparse(new).splitlines()[1:])


JOINED = [
    ("d_x = x\nd_x += y", "d_x = x + y"),
    ("d_x = x\nd_x -= y\nd_x += 2.0", "d_x = x - y + 2.0"),
    ("d_x = x\nz = y\nd_x -= z", "z = y\nd_x = x - z"),
    ("d_x = a[0]\nz = y\nd_x += z", "z = y\nd_x = a[0] + z"),
]


@pytest.mark.parametrize(("before", "expected"), JOINED)
def test_what_is_joined(before: str, expected: str) -> None:
    assert after(before) == expected


STAY = {
    "the sum is read": "d_x = x\nz = d_x\nd_x += y",
    "the sum is read by what is added": "d_x = x\nd_x += d_x * y",
    "a name changes": "d_x = x\nx = y\nd_x += x",
    "an element changes": "d_x = a[0]\na[0] = y\nd_x += y",
    "a call has effects": "d_x = g(a)\nz = a[0]\nd_x += z",
    "a block is between": "d_x = x\nif y > 0.0:\n    z = 1.0\nd_x += y",
    "another block": "d_x = x\nif y > 0.0:\n    d_x += y",
    "a product": "d_x = x\nd_x *= y",
    "no adjoint": "z = x\nz += y",
    "long": f"d_x = {' * '.join(['x'] * 10)}\nd_x += {' * '.join(['y'] * 10)}",
}


@pytest.mark.parametrize("body", STAY.values(), ids=STAY)
def test_what_stays(body: str) -> None:
    assert after(body) == body


def test_each_statement_of_the_user_is_a_sum_of_its_own() -> None:
    assert after("d_x = x\nd_x += y", one_line=False) == "d_x = x\nd_x += y"
