"""Names that stand for several arrays where paths join: which of them get copies."""

from __future__ import annotations

import pytest

from srcdiff.analyse.aliasing.statement_effects import NONE
from srcdiff.normalise.memory.joins import joins, settled_names
from srcdiff.syntax import unparse, walk_statements

from ...analyse.forms import form

CHOSEN = "if n > 0:\n    a = x\nelse:\n    a = y"
IN_LOOP = (
    "a = y\nfor i in range(n):\n    w = np.zeros(n)\n    w[0] = s\n    if i > 0:\n        a = w"
)
COPIES = {  # the statements that become copies
    CHOSEN: [],
    f"x[0] = s\n{CHOSEN}": ["a = x.copy()"],
    f"x[0] = s\ny[0] = s\n{CHOSEN}": ["a = x.copy()", "a = y.copy()"],
    f"{CHOSEN}\nx[0] = s\nt = a[0]": [],
    f"{CHOSEN}\na[0] = s": [],
    f"x[0] = s\n{CHOSEN}\na[0] = s": [],
    "b = x\nx[0] = s": [],
    "x[0] = s\nb = x": [],
    "if n > 0:\n    a = x\nelse:\n    a = np.zeros(n)\na[0] = s": [],
    "w = np.zeros(n)\nw[0] = s\nif n > 0:\n    a = w\nelse:\n    a = y\na[1] = s": ["a = w.copy()"],
    "w = np.zeros(n)\nw[0] = s\nif n > 0:\n    a = w\nelse:\n    a = y\na[1] = s\nt = w[0]": [],
    f"x[0] = s\n{CHOSEN}\nif n > 1:\n    b = a\nelse:\n    b = y": ["a = x.copy()"],
    "for i in range(n):\n    if i > 0:\n        a = x\n    else:\n        a = y\n    x[0] = s": [],
    f"{IN_LOOP}\nt = a[0]": ["a = w.copy()"],
    f"{IN_LOOP}\n    w[1] = s\nt = a[0]": [],
    f"{IN_LOOP}\n    v = w[1:]\n    v[0] = s\nt = a[0]": [],
    f"{IN_LOOP}\n    t = w[0]\nt = a[0]": ["a = w.copy()"],
    f"v = y\n{IN_LOOP}\n    v[1] = s\n    v = w\nt = a[0]": [],
    f"v = y\n{IN_LOOP}\n    v = w[1:]\n    v[1] = s\nt = a[0]": [],
    "x[0] = s\nif n > 0:\n    a, b = (x, y)\nelse:\n    a, b = (y, x)": [],
}
SETTLED = {  # the names that copies alone are bound to
    f"x[0] = s\n{CHOSEN}": "a",
    f"{CHOSEN}\nx[0] = s": "",
    f"x[0] = s\n{CHOSEN}\nif n > 1:\n    b = a\nelse:\n    b = y": "ab",
    f"{CHOSEN}\nif n > 1:\n    b = a\nelse:\n    b = y\nx[0] = s": "",
    "x[0] = s\nif n > 0:\n    a = x\nelse:\n    a = np.zeros(n)": "",
    "b = y\n" + IN_LOOP.replace("w =", "if i > 1:\n        b = a\n    w =") + "\nt = a[0]": "ab",
    f"x[0] = s\n{CHOSEN}\nif n > 1:\n    b = a\nelse:\n    b = np.sin(a)\nb = x": "a",
}


@pytest.mark.parametrize("text", COPIES)
def test_what_is_copied(text: str) -> None:
    found = form(text)
    new = joins(found.core.tree, found.effects, found.layout, found.types.is_array)
    lines = [unparse(s) for s in walk_statements(new.body)]
    assert [n for n in lines if n.endswith(".copy()") and "\n" not in n] == COPIES[text]


@pytest.mark.parametrize("text", SETTLED)
def test_names_of_copies(text: str) -> None:
    found = form(text)
    several = frozenset(n for n in "ab" if len(found.layout.definitions.get(n, ())) > 1)
    assert settled_names(several, found.effects, found.layout) == set(SETTLED[text])


def test_names_that_need_no_copies() -> None:
    found = form(f"x[0] = s\n{CHOSEN}")

    def lines(has_adjoints: bool, owners: frozenset[str]) -> str:
        tree = found.core.tree
        return unparse(joins(tree, found.effects, found.layout, lambda n: has_adjoints, owners))

    assert "x.copy()" in lines(True, NONE)
    assert "x.copy()" not in lines(False, NONE)
    assert "x.copy()" not in lines(True, frozenset("a"))
