"""Branches that never run, and what stands where a copy has no value."""

from __future__ import annotations

from srcdiff.analyse.types.own_inference.decided import Decided
from srcdiff.normalise.partial_evaluation.decided_branches import decided_branches
from srcdiff.syntax import function, statements, unparse


def test_loops_and_parts_of_conditions() -> None:
    tree = function(
        "def f(x):\n    while a:\n        y = x\n    if b and c:\n        y = 2\n    return x"
    )
    loop, branch = tree.body[:2]
    new = decided_branches(tree, Decided({loop.test: False}, {branch.test: 1}))
    assert unparse(new.body[0]) == "if b:\n    y = 2"


def test_copies_that_other_paths_give_a_value() -> None:
    text = "if a:\n    c = b\n    d = b\nelse:\n    c = x\n    d = b\nreturn c"
    tree = function("def f(x, a, b):\n    pass")
    tree.body = statements(text)
    branch = tree.body[0]
    empty = dict.fromkeys([*branch.body, branch.orelse[1]], True)
    new = decided_branches(tree, Decided(empty=empty))
    assert unparse(new.body[0]) == "if a:\n    c = 0\n    d = b\nelse:\n    c = x\n    d = b"


def test_nothing_is_known() -> None:
    tree = function("def f(x):\n    return x")
    assert decided_branches(tree, Decided()) is tree
