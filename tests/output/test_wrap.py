"""Wrapped lines mean what they meant before."""

from __future__ import annotations

import ast

import pytest

from srcdiff.output.strings import WIDTH
from srcdiff.output.wrap import wrap

CONDITION = "0.0 < first_value < second_value < third_value and that_one[1] == other"
TEXT = "'something is not right here at all'"


@pytest.mark.parametrize(
    "line",
    [
        f"assert {CONDITION}, {TEXT}",
        f"assert {CONDITION} and {CONDITION}, {TEXT}",
        f"assert {CONDITION} and {CONDITION}, {TEXT} * 3 + {TEXT} + {TEXT}",
        f"assert {CONDITION} and {CONDITION}",
        f"assert check({CONDITION}), explain({CONDITION}, {TEXT})",
        f"    assert {CONDITION}, {TEXT}",
        f"return {CONDITION}, {CONDITION}",
        f"first, second = {CONDITION}, {CONDITION}",
        f"if {CONDITION} or {CONDITION}:\n    pass",
    ],
)
def test_a_wrapped_statement_stays_the_same(line: str) -> None:
    wrapped = wrap(line)
    assert ast.dump(ast.parse(wrapped.strip())) == ast.dump(ast.parse(line.strip()))
    assert max(map(len, wrapped.split("\n"))) <= WIDTH
    assert wrap(wrapped) == wrapped
