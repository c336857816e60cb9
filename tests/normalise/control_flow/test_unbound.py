"""Variables that some paths leave without a value."""

from __future__ import annotations

from srcdiff.normalise.control_flow.unbound import unbound
from srcdiff.syntax import statements, unparse


def found(text: str) -> list[str]:
    """Return the statements that bind variables which have no value."""
    return [unparse(statement) for statement in unbound(statements(text))]


def test_numbers_that_stand_for_no_value() -> None:
    assert found("a = 0\nif c:\n    a = x") == ["a = 0"]
    assert found("a = 0\nfor i in r:\n    b = 1\n    b = x\n    a = x") == ["a = 0", "b = 1"]
    assert found("a = 0") == []  # a number that is meant
    assert found("a = x\na = y") == []
    assert found("a, b = (0, 1)\na = x\nb = x") == []
    assert found("a = 0\na += 1") == ["a = 0"]
