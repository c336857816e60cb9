"""Arrays without derivative that get second names, and are written to through these."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff.optimise.dataflow.dead_code import dead_code, element_reads, stored
from srcdiff.syntax import comment, function, statements, unparse, with_body
from srcdiff.syntax.names import TAPE

from ...differentiate.finite import check_both_modes

X = np.array([0.7, 1.3, 2.1])


def constant_in_a_branch(x, c):
    weights = np.ones(3)
    other = np.zeros(3)
    if c > 0.0:
        other = weights
    other[1] = 4.0
    return np.sum(weights * x)


def constant_in_both_branches(x, c):
    first, second = np.ones(3), np.full(3, 2.0)
    if c > 0.0:  # noqa: SIM108
        chosen = first
    else:
        chosen = second
    chosen[0] += 3.0
    return np.sum(first * x * second)


def constant_in_a_loop(x, c):
    weights = np.ones(3)
    other = np.zeros(3)
    for k in range(3):
        if k == 1:
            other = weights
        other[k] = c + k
    return np.sum(weights * x)


def made_anew_after_an_alias(x, c):
    weights = np.zeros(3)
    kept = weights
    if c > 0.0:
        weights = np.zeros(3)
    weights[0] = 5.0
    return np.sum(kept * x) + np.sum(x * x)


def subscripts(x, c):
    places = np.zeros(3, np.int64)
    other = np.zeros(3, np.int64)
    if c > 0.0:
        other = places
    other[0] = 2
    return x[places[0]] * x[1]


def subscripts_moved_in_a_loop(x, c):
    places = np.arange(3)
    other = np.zeros(3, np.int64)
    total = 0.0
    for k in range(3):
        total += x[places[0]] * x[k]
        if k == 0:
            other = places
        other[0] = 2
    return total * c


def mask(x, c):
    chosen = np.array([True, True, False])
    other = np.zeros(3, np.bool_)
    if c > 0.0:
        other = chosen
    other[0] = False
    return np.sum(x[chosen] * x[chosen])


def view_of_a_constant(x, c):
    table = np.zeros((2, 3))
    row = np.zeros(3)
    if c > 0.0:
        row = table[1]
    row[2] = 2.0
    return np.sum(table[1] * x)


def swapped(x, c):
    first, second = np.zeros(3), np.ones(3)
    for k in range(3):
        first, second = second, first
        first[k] = c * (k + 1.0)
    return np.sum(first * x) + np.sum(second * x * x)


def with_a_helper(x, c):
    weights = np.ones(3)
    other = np.zeros(3)
    if c > 0.0:
        other = weights
    clear_first(other)
    return np.sum(weights * x)


def clear_first(array):
    array[0] = 0.0


def inside_a_helper(x, c):
    return np.sum(weights_of(c) * x)


def weights_of(c):
    weights = np.ones(3)
    other = np.zeros(3)
    if c > 0.0:
        other = weights
    other[0] = 3.0
    return weights


FUNCTIONS = [
    constant_in_a_branch,
    constant_in_both_branches,
    constant_in_a_loop,
    made_anew_after_an_alias,
    subscripts,
    subscripts_moved_in_a_loop,
    mask,
    view_of_a_constant,
    swapped,
    with_a_helper,
    inside_a_helper,
]


@pytest.mark.parametrize("c", [0.5, -0.5])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_writes_through_second_names(function: Any, c: float) -> None:
    check_both_modes(function, X, c)


@pytest.mark.parametrize("function", [constant_in_a_branch, subscripts, swapped])
def test_writes_through_second_names_compiled(function: Any) -> None:
    check_both_modes(function, X, 0.5, target="cpu")


def test_arrays_that_statements_change_in_place() -> None:
    texts = ["x += y", "t += s", "x[0] += t", "x[0] = t", "t = x[0]", "g(x)"]
    found = [stored(s, lambda name: name in "xy") for s in statements("\n".join(texts))]
    assert found == ["x", "", "x", "x", "", ""]


def test_arrays_that_are_read() -> None:
    body = statements(
        "p = np.zeros(3)\nq = np.zeros(3)\nq[p[0]] = s\nr = np.zeros(3)\nr[0] += q[1]"
    )
    assert {"p", "q", "s"} <= element_reads(body, lambda name: name in "pqr")
    assert "r" not in element_reads(body, lambda name: name in "pqr")
    written = "c = np.zeros(3)\nd = c\nc[0] = s"  # by another name
    assert element_reads(statements(written), lambda name: True) >= {"c", "s"}


def left(text: str, is_pure: bool = True, before: str = "") -> str:
    """Return the statements of a function that are needed; the first may be a comment."""
    tree = function("def f(x):\n" + "\n".join(f"    {line}" for line in text.split("\n")))
    if before:
        tree = with_body(tree, [comment(before, tree.body[0]), *tree.body])
    return "\n".join(map(unparse, dead_code(tree, lambda s: is_pure, lambda n: n in "xyz").body))


def test_what_is_left_out() -> None:
    assert left("a = x[0]\nreturn x[1]") == "return x[1]"
    assert left("a = g(x)\nreturn x[1]", is_pure=False) == "a = g(x)\nreturn x[1]"
    assert left("a = x[0]\na += 1.0\nreturn a") == "a = x[0]\na += 1.0\nreturn a"
    assert left("y = np.zeros(3)\ny += x\nreturn x[0]") == "return x[0]"
    assert left("y = x.copy()\ny[0] = 1.0\nreturn y") == "y = x.copy()\ny[0] = 1.0\nreturn y"


def test_comments_go_with_what_they_explain() -> None:
    kept = f"a{TAPE} = x[0]"
    assert "why" in left("a = x[0]\nreturn a", before="why")
    assert "why" in left(f"{kept}\nreturn a{TAPE}", before="why")
    assert "why" not in left(f"{kept}\nreturn x[0]", before="why")
