"""Loops whose variable selects an array of a tuple."""

from __future__ import annotations

import pytest

from srcdiff.normalise.partial_evaluation.unrolled import unrolled
from srcdiff.syntax import function, unparse


def of(text: str) -> str:
    """Return a function with its loops over `p`, a tuple of three arrays, written out."""
    tree = function(text)
    found = unrolled(tree, lambda name: 3 if name == "p" else 0, lambda name: name == "p")
    return unparse(found)


@pytest.mark.parametrize(
    "bounds, subscript, expected",
    [
        ("len(p)", "k", "012"),
        ("2, -1, -1", "k", "210"),
        ("len(p) - 1", "k + 1", "12"),
        ("min(len(p), 2)", "2 - k", "21"),
        ("1, 3", "k % 2", "10"),
        ("max(1, 2)", "k // 2", "00"),
        ("0", "k", ""),
    ],
)
def test_arithmetic(bounds: str, subscript: str, expected: str) -> None:
    text = of(f"def f(p):\n    for k in range({bounds}):\n        y = p[{subscript}]\n")
    lines = [f"    y = p[{place}]" for place in expected]
    assert [line for line in text.splitlines() if "y" in line] == lines
    assert "for" not in text


@pytest.mark.parametrize(
    "loop",
    [
        "for k in range(n):\n        y = p[k]",  # no known end
        "for k in range(3):\n        y = x[k]",  # no tuple of arrays
        "for k in range(3):\n        k = k + 1\n        y = p[k]",  # another value
        "for k in range(0, 3, 0):\n        y = p[k]",
        "for k in range(3):\n        y = p[1]",
    ],
)
def test_loops_that_stay(loop: str) -> None:
    assert "for k in range(" in of(f"def f(p, x, n):\n    {loop}\n")


def test_the_variable_is_read_after_the_loop() -> None:
    assert "k = 2" in of("def f(p):\n    for k in range(3):\n        y = p[k]\n    return k\n")


def test_a_number_that_is_bound_again_is_not_known() -> None:
    assert "p[k]" in of("def f(p):\n    k = 1\n    y = p[k]\n    k = 2\n")
