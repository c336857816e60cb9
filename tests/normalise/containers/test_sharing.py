"""Which lists may be the same list, which change their length, and which may be written to."""

from __future__ import annotations

import pytest

from srcdiff.analyse.flow.structure import structure
from srcdiff.analyse.types.types import types
from srcdiff.normalise.containers.sharing import Groups, exposed, is_alone, opaque, trimmed
from srcdiff.syntax import walk_statements

from ...analyse.forms import core

KINDS = dict.fromkeys(("y", "a", "b", "c", "d"), types.List(types.float64))

TRIMMED = {  # the lists of which only a part is read, once
    "a = [x, x]\nb = a[1:]": "a",
    "a = [x, x]\nb = a[1]": "",
    "a = [x, x]\nb = a[1:]\nc = a[0]": "",
    "a = [x, x]\nb = a[1:]\nc = a[:1]": "",
    "a = [x, x]\na[0] = x\nb = a[1:]": "a",
    "a = [x, x]\nb = a[1:]\na[0] = x": "",
    "a = [x, x]\nfor i in range(n):\n    a[0] = x\n    b = a[1:]": "",
    "a = [x, x]\nfor i in range(n):\n    a[0] = x\nb = a[1:]": "a",
    "a = [x, x]\nif a[0] > 0.0:\n    b = a[1:]": "",
    "a = y\nb = a[1:]": "",
    "a = made(x)\nb = a[1:]": "",
    "a = sorted(y)\nb = a[1:]": "a",
    "a = y[1:]\nb = a[1:]": "a",
    "a = y[1]\nb = a[1:]": "",
    "a = [x, x]\nb = a[1:]\nc = b[1:]": "ab",
}
OPAQUE = {  # the lists that stay lists
    "a = [x, x]": "",
    "a = [x, x]\na.append(x)": "a",
    "a = [x, x]\na.append(x)\nb = a": "ab",
    "a = [x, x]\nb = a.copy()": "",
    "a = [x, x]\na.append(x)\nreturn a": "",
    "a = [x, x]\na.append(x)\nb = made(a)": "",
    "a = [x, x]\na.append(x)\nb = sum(a)": "a",
    "a = y\na.append(x)": "",
    "a = sorted(y)\na.append(x)": "",
    "a = 0\na = [x]\na.append(x)": "a",
}
EXPOSED = {  # the lists that may be written to
    "a = [x, x]\nb = a[0]": "b",
    "a = [x, x]\na[0] = x": "a",
    "a = [x, x]\nb = a\nb[0] = x": "ab",
    "a = [x, x]\nreturn a": "a",
    "a = [x, x]\nb = made(a)": "ab",
    "a = [x, x]\nb = sorted(a)": "",
    "a = [x, x]\nb = a[1:]": "",
    "a = [x, x]\nb = [a, a]": "a",
    "a = [x, x]\nb = (a, x)": "a",
}


@pytest.mark.parametrize("text", TRIMMED)
def test_lists_of_which_a_part_is_read(text: str) -> None:
    made = core(text, "x, y, n", ("made",))
    statements = list(walk_statements(made.tree.body))
    assert trimmed(statements, structure(made.tree.body), made) == set(TRIMMED[text])


@pytest.mark.parametrize("text", OPAQUE)
def test_lists_that_change_their_length(text: str) -> None:
    made = core(text, "x, y, n", ("made",))
    statements = list(walk_statements(made.tree.body))
    assert opaque(statements, Groups(statements, KINDS), made) == set(OPAQUE[text])


@pytest.mark.parametrize("text", EXPOSED)
def test_lists_that_may_be_written_to(text: str) -> None:
    made = core(text, "x, y, n", ("made",))
    statements = list(walk_statements(made.tree.body))
    groups = Groups(statements, KINDS)
    found = exposed(statements, groups, made)
    assert {title for title in "abcd" if groups.root(title) in found} == set(EXPOSED[text])


def test_names_of_new_lists_that_one_statement_reads() -> None:
    def alone(text: str) -> list[str]:
        made = core(text, "x, y, n", ("made",))
        layout = structure(made.tree.body)
        last = list(layout.order)[-1]
        return [name for name in "abc" if is_alone(name, last, layout, made)]

    assert alone("a = [x]\nb = [x]\nc = [a, b]") == ["a", "b"]
    assert alone("a = [x]\nb = a\nc = [a, b]") == []
    assert alone("a = made(x)\nb = [x]\nc = [a, b]") == ["b"]
    assert alone("a = [x]\nif n:\n    c = [a, a]") == []
    assert alone("a = [x]\na = [y]\nc = [a, a]") == []
