"""Integers that loops change by a fixed number, and those that only look like it."""

from __future__ import annotations

import pytest

from srcdiff.analyse.arrays.induction import induction
from srcdiff.analyse.flow.structure import structure
from srcdiff.syntax import statements


@pytest.mark.parametrize(
    ("body", "step"),
    [
        ("k = n\nfor i in r:\n  m = k + 1\n  k = m", 1),
        ("k = n\nfor i in r:\n  m = k - 3\n  k = m", -3),
        ("k = n\nfor i in r:\n  m = k * 2\n  k = m", None),
        ("k = n\nfor i in r:\n  m = k + j\n  k = m", None),
        ("k = n\nfor i in r:\n  if c:\n    m = k + 1\n  k = m", None),
        ("k = n\nfor i in r:\n  m = n + 1\n  k = m", None),
        ("k = n\nfor i in r:\n  m = k + 1\n  m = m + 1\n  k = m", None),
        ("for i in r:\n  k = n\n  m = k + 1\n  k = m", None),
    ],
)
def test_the_step_of_a_counter(body: str, step: int | None) -> None:
    block = statements(body)
    found = induction("k", block[-1], structure(block))
    assert (found and found.step) == step
