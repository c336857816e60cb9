"""Operations that may return the memory of an operand: which of them get copies."""

from __future__ import annotations

import pytest

from srcdiff.analyse.aliasing.statement_effects import FRESH, Summary
from srcdiff.normalise.memory.copy_aliased_operands import copy_aliased_operands
from srcdiff.syntax import unparse, walk_statements

from ...analyse.forms import form

MADE = "a = np.zeros(n)\na[0] = s\n"
SETTLED = {  # what becomes of a program: the names that get copies
    MADE + "b = np.asarray(a)\nreturn b": "a",
    MADE + "b = np.asarray(a)\nc = np.asarray(a)\nreturn (b, c)": "",
    "a = np.zeros(n)\nb = np.asarray(a)\nreturn b": "",
    MADE + "b = np.sin(a)\nreturn b": "",
    MADE + "b = a.T\nreturn b": "",
    MADE + "b = made(a)\nreturn b": "",
    MADE + "b = np.asarray(a)\na[1] = s\nreturn b": "",
    MADE + "b = np.asarray(a)\nb[1] = s\nreturn b": "",
    MADE + "b = np.asarray(a)\nreturn a": "",
    MADE + "b = np.asarray(a)\nreturn (b, a)": "",
    "x[0] = s\nb = np.asarray(x)\nreturn b": "",
    "a = np.zeros(n)\nfor i in range(n):\n    a[i] = s\nb = np.asarray(a)\nreturn b": "a",
    "a = np.zeros(n)\nfor i in range(n):\n    a[0] = s\n    b = np.asarray(a)\nreturn b": "",
    "for i in range(n):\n    a = np.zeros(n)\n    a[0] = s\n    b = np.asarray(a)\nreturn n": "a",
    "for i in range(n):\n    a = np.zeros(n)\n    a[0] = s\nb = np.asarray(a)\nreturn b": "",
    "a = np.zeros(n)\nif n > 0:\n    b = np.asarray(a)\nelse:\n    a[0] = s\nreturn n": "a",
    "a = np.zeros(n)\na[0] = s\na = np.ones(n)\nb = np.asarray(a)\nreturn b": "",
    "x[0] = s\nb = np.asarray(x)\nc = np.asarray(b)\nreturn c": "",
    MADE + "b = np.broadcast_arrays(a, x)\nreturn b": "",
}
AT_ONCE = {  # only the next operation reads the result
    "x[0] = s\nb = np.asarray(x)\nc = np.sin(b)\nx[1] = s\nreturn c": "x",
    "x[0] = s\nb = np.asarray(x)\nt = b.sum()\nx[1] = s\nreturn t": "x",
    "x[0] = s\nb = np.asarray(x)\nc = np.sin(b)\nd = np.sin(b)\nx[1] = s\nreturn c": "",
    "x[0] = s\nb = np.asarray(x)\nx[1] = s\nc = np.sin(b)\nreturn c": "",
    "x[0] = s\nb = np.asarray(x)\nc = made(b)\nx[1] = s\nreturn c": "",
    "x[0] = s\nb = np.asarray(x)\nc = b.T\nx[1] = s\nreturn c": "",
    "x[0] = s\nb = np.asarray(x)\nc = b\nx[1] = s\nreturn c": "",
    "x[0] = s\nb = np.asarray(x)\nx[:] = b\nx[1] = s\nreturn n": "",
    "x[0] = s\nb = np.asarray(x)\nx[1] = np.sum(b)\nreturn n": "",
    "b = y\nx[0] = s\nb = np.asarray(x)\nc = np.sin(b)\nx[1] = s\nreturn c": "",
    "x[0] = s\nb = np.asarray(x)\nprint(b)\nx[1] = s\nreturn n": "",
}


@pytest.mark.parametrize("text", [*SETTLED, *AT_ONCE])
def test_which_operands_are_copied(text: str) -> None:
    known = {"made": Summary(results=(frozenset({FRESH}),), made=(frozenset({0}),))}
    found = form(text, "x, y, n", known)
    new = copy_aliased_operands(found.core.tree, found.effects, found.layout, found.types.is_array)
    assert "".join(new.copies.values()) == {**SETTLED, **AT_ONCE}[text]
    lines = [unparse(s) for s in walk_statements(new.tree.body)]
    for own, array in new.copies.items():
        assert f"{own} = {array}.copy()" in lines
        assert f"b = np.asarray({own})" in lines


def test_only_arrays_with_adjoints_are_copied() -> None:
    found = form(MADE + "b = np.asarray(a)\nreturn b")
    new = copy_aliased_operands(
        found.core.tree, found.effects, found.layout, lambda name: name != "a"
    )
    assert not new.copies


def test_two_copies_have_two_names() -> None:
    text = (
        MADE + "b = np.asarray(a)\nc = np.sin(b)\nd = np.asarray(a)\ne = np.sin(d)\nreturn (c, e)"
    )
    found = form(text)
    new = copy_aliased_operands(found.core.tree, found.effects, found.layout, found.types.is_array)
    assert list(new.copies) == ["a·own", "a·own_2"]
