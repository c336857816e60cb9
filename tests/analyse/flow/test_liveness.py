"""What is not live may have any value: poison it, and nothing changes."""

from __future__ import annotations

from typing import Any

import gast
import pytest

from srcdiff.analyse.flow.liveness import Liveness, elements_read, liveness
from srcdiff.syntax import (
    Block,
    Statement,
    assign,
    blocks,
    expression,
    function,
    statements,
    unparse,
    walk_statements,
    with_blocks,
    with_body,
    writes,
)

PROGRAMS = [
    """
    def f(x, n):
        a = x * 2.0
        b = a + 1.0
        a = b * b
        return a
    """,
    """
    def f(x, n):
        a = 1.0
        b = x
        for i in range(n):
            c = a * x
            a = b
            b = c
        return a
    """,
    """
    def f(x, n):
        a = x
        if x > 0.5:
            a = 2.0
            b = a
        else:
            b = x * 3.0
        c = 4.0
        return b
    """,
    """
    def f(x, n):
        i = 0
        a = x
        last = 0.0
        while i < n:
            step = a * 0.5
            last = a
            a = a - step
            i = i + 1
        return last
    """,
    """
    def f(x, n):
        total = 0.0
        i = 7
        for i in range(n):
            for j in range(i):
                total = total + i * j
                t = total
        return total + i
    """,
    """
    def f(x, n):
        a, b = x, 2.0
        while a > 0.1:
            if b > 1.0:
                b = b * 0.5
                continue_ = True
            else:
                continue_ = False
            if continue_:
                a = a - 0.25
            else:
                a = a * 0.5
                n = 0
        return b
    """,
    """
    def f(x, n):
        total = 0.0
        total += x
        for i in range(n):
            total += x * i
            x = x + total
        return total
    """,
]


def read(text: str) -> tuple[gast.FunctionDef, Liveness]:
    """Return a function and what is live in it."""
    lines = text.strip("\n").splitlines()
    tree = function("\n".join(line[4:] for line in lines))
    return tree, liveness(tree.body)


def poisoned(block: Block, live: Liveness, names: set[str], place: Statement) -> Block:
    """Return a block in which names that are dead before a statement get other values."""
    new: Block = []
    for statement in block:
        if statement is place:
            dead = sorted(names - live.before[statement])
            new += [assign(name, expression("1e6"), statement) for name in dead]
        if blocks(statement):
            parts = [poisoned(part, live, names, place) for part in blocks(statement)]
            statement = with_blocks(statement, parts)
        new.append(statement)
    return new


def results(tree: gast.FunctionDef) -> list[Any]:
    """Return what a function returns for some arguments."""
    space: dict[str, Any] = {}
    exec(unparse(tree), space)
    return [space["f"](x, n) for x in (-0.75, 0.25, 0.75, 3.0) for n in (1, 2, 5)]


@pytest.mark.parametrize("text", PROGRAMS, ids=range(len(PROGRAMS)))
def test_what_is_dead_may_have_any_value(text: str) -> None:
    tree, live = read(text)
    names = writes(tree.body) | {"x", "n"}
    expected = results(tree)
    count = 0
    for place in walk_statements(tree.body):
        new = with_body(tree, poisoned(tree.body, live, names, place))
        count += len(names - live.before[place])
        assert results(new) == expected, unparse(new)
    assert count > len(names)


def test_little_is_live_that_need_not_be() -> None:
    tree, live = read(PROGRAMS[1])
    loop = tree.body[2]
    assert live.before[tree.body[0]] == {"x", "n", "range"}
    assert live.before[loop] == {"a", "b", "x", "n", "range"}
    assert live.header[loop] == {"a", "b", "x"}
    first, second, third = loop.body
    assert live.after[first] == {"b", "c", "x"}
    assert live.after[second] == {"a", "c", "x"}
    assert live.after[third] == {"a", "b", "x"}


def test_after_the_end_only_the_results_are_live() -> None:
    tree, _ = read(PROGRAMS[0])
    block = tree.body[:-1]
    last = block[-1]
    assert liveness(block, frozenset({"a"})).after[last] == {"a"}
    assert liveness(block).after[last] == frozenset()


def test_arrays_of_which_only_the_shape_is_read() -> None:
    body = statements("n = x.size + y[0]\nx += z\nif w.size > 0:\n    n = v[0]")
    plain, elements = liveness(body), liveness(body, read_by=elements_read)
    assert plain.before[body[0]] == {"x", "y", "z", "w", "v"}
    assert elements.before[body[0]] == {"x", "y", "z", "v"}
    assert elements.before[body[1]] == {"x", "z", "v"}
    assert elements.before[body[2]] == {"v"}
