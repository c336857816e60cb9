"""Which subscripts are a counter and a constant."""

from __future__ import annotations

import pytest

from srcdiff.analyse.arrays.affine import affine, counters
from srcdiff.analyse.flow.structure import structure
from srcdiff.syntax import expression, statements

LOOPS = "for i in range(n):\n    for j in range(n):\n        pass"


@pytest.mark.parametrize("text", ["i", "i + 1", "1 + i", "i - 2", "2", "-1", "i + 1 - 1 + 3"])
def test_what_is_affine(text: str) -> None:
    assert affine(expression(text), counters(structure(statements(LOOPS)))) is not None


@pytest.mark.parametrize(
    "text", ["k", "i + j", "2 - i", "i * 2", "-i", "i + k", "i + 1.0", "x[i]", "i // 2"]
)
def test_what_is_not(text: str) -> None:
    assert affine(expression(text), counters(structure(statements(LOOPS)))) is None
