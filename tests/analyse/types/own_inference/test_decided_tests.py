"""Conditions that are known from what is None, though some operations have no types."""

from __future__ import annotations

from typing import Any

import pytest

from srcdiff.analyse.types.own_inference.decided_tests import decided_tests
from srcdiff.analyse.types.types import types
from srcdiff.syntax import function, unparse

PAIR = types.Tuple([types.float64, types.boolean, types.ellipsis])
CALLS = "a, b·none, b = pair(x)"
KNOWN = {  # the body of a function of x, and what is known of its conditions
    f"{CALLS}\nif b·none:\n    y = x": {"b·none": True},
    f"{CALLS}\nc = not b·none\nif c:\n    y = x + b": {"c": False},
    f"{CALLS}\nif b·none:\n    raise ValueError": {},
    f"{CALLS}\ny = x if b·none else x + b": {"b·none": True},
    f"{CALLS}\nc = not b·none and x + b > 0\nif c:\n    y = x": {"c": False},
    f"{CALLS}\nwhile b·none:\n    y = x": {},
    f"{CALLS}\nd = not b·none\nwhile d:\n    y = x + b": {"d": False},
    f"{CALLS}\nif x > 0:\n    b·none = False\nif b·none:\n    y = x": {},
    "b = None\nc = b is None\nif c:\n    y = x": {"c": True},
    "b = (x, None)\nc = b[1] is not None\nif c:\n    y = x + b[1]": {"c": False},
    "b = unknown(x)\nc = b is None\nif c:\n    y = x": {},
    "b = x\nc = b is None\nif c:\n    y = x": {},
    "f = True\nfor i in range(3):\n    if f:\n        y = x\n    f = x > 0": {},
    "f = True\nfor i in range(3):\n    if f:\n        y = x\n    else:\n        f = False": {
        "f": True
    },
    "f = True\nfor i in range(3):\n    if f:\n        y = x\n    f = unknown(x)": {},
}


def pair(given: Any) -> Any:
    return PAIR


@pytest.mark.parametrize("body", KNOWN)
def test_what_is_known(body: str) -> None:
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    tree = function(f"def f(x):\n{lines}")
    found = decided_tests(tree, (types.float64,), {"pair": pair}, {})
    assert {unparse(test): truth for test, truth in found.tests.items()} == KNOWN[body]


def test_copies_of_nothing() -> None:
    tree = function(
        f"def f(x):\n    {CALLS}\n    if x > 0:\n        c = b\n    else:\n        c = x"
    )
    found = decided_tests(tree, (types.float64,), {"pair": pair}, {})
    assert [unparse(statement) for statement in found.empty] == ["c = b"]
