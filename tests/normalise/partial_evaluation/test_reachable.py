"""Statements that never run, and such as are left when they are gone."""

from __future__ import annotations

import pytest

from srcdiff.normalise.partial_evaluation.reachable import reachable
from srcdiff.syntax import function, unparse

LEFT = {  # the names without types are those with capitals
    "a = x": "a = x",
    "A = x\nb = x": "b = x",
    "if x:\n    A = x\nelse:\n    b = x\nc = x": "b = x\nc = x",
    "if x:\n    A = x\nelse:\n    B = x\nc = x": "c = x",
    "if x:\n    a = x\nelse:\n    b = x\nC = x": "if x:\n    a = x\nelse:\n    b = x",
    "if x:\n    pass\nelse:\n    B = x\nc = x": "pass\nc = x",
    "for i in x:\n    A = i\nb = x": "b = x",
    "for i in x:\n    a = i\n    if i:\n        B = x\nC = 1": "for i in x:\n    a = i",
    "if x:\n    raise E\nelse:\n    a = x\nB = x": "if x:\n    raise E\nelse:\n    a = x",
    "for i in x:\n    a = i\n    if i:\n        B = x\nb = x": "for i in x:\n    a = i\nb = x",
    "for i in x:\n    if i:\n        B = x\nb = x": "b = x",
    "assert x\nA = x": "assert x",
    "for i in x:\n    assert i\n    A = i\nb = x": "for i in x:\n    assert i\nb = x",
    "for i in x:\n    a = i\n    A = i\nb = x": "b = x",
}


@pytest.mark.parametrize("text", LEFT)
def test_what_is_left(text: str) -> None:
    lines = "\n".join(f"    {line}" for line in text.split("\n"))
    new = reachable(function(f"def f(x):\n{lines}"), {"x", "a", "b", "c", "i", "E"})
    assert "\n".join(map(unparse, new.body)) == LEFT[text]
