"""What the author has written where a core form has copies and results."""

from __future__ import annotations

from srcdiff.analyse.flow.written import binding, quoted, subject, value_of
from srcdiff.core import Core
from srcdiff.syntax import assign, name, walk_statements

from ..forms import core

TEXT = "if n > 0:\n    a = x\n    b = y\nelse:\n    a = y\na = a + 1.0\nreturn a * n"


def place(made: Core, label: str) -> int:
    """Return the line that binds a name of the core form, for the first statement."""
    return binding(made, label, made.tree.body[0]).lineno


def test_the_last_binding_inside_is_shown() -> None:
    made = core(TEXT)
    assert place(made, "a") == 6
    assert place(made, "b·2") == 4
    assert place(made, "c") == 2  # nowhere: the statement itself
    last = made.tree.body[-1]
    assert binding(made, "return", last).lineno == 8
    assert binding(made, "a", made.tree.body[1]).lineno == 7


def test_how_the_author_calls_values() -> None:
    made = core(TEXT)
    first, second, last = made.tree.body
    assert subject(made, "a·2", second) == "`a`"
    assert subject(made, "return", last) == "the result of `f`"
    assert subject(made, "a·sum", second) == "`a + 1.0`"
    assert quoted(made, last.value) == "`a * n`"
    assert value_of(last) is last.value
    assert value_of(first) is first
    copy = assign("a·3", name("a"), second)
    assert subject(made, "result·sum", copy) in ("this", "`a = a + 1.0`", "`a + 1.0`")
    assert len(list(walk_statements(made.tree.body))) == 6
