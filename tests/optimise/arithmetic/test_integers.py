"""Sums of integers and ranges keep their values when they are written shorter."""

from __future__ import annotations

import random

import pytest

from srcdiff.differentiate.reverse.reverse import reversed_range
from srcdiff.differentiate.tape.tape_shapes import length, position
from srcdiff.optimise.arithmetic.integers import integers, total
from srcdiff.syntax import expression, function, statements, unparse

STAY = [
    ("x + 1 + 1", "a floating-point number"),
    ("n + m", "nothing to add up"),
    ("n - m - 1", "one number"),
    ("1 - n", "one number, in front"),
    ("n + n", "twice the same"),
    ("a[n] - a[n]", "elements, which may be missing"),
    ("f(n) + 1 + 1", "a call"),
    ("n + 1 + 0.5", "a floating-point number as literal"),
    ("n // 2 + 1 + 1", "a quotient"),
]


@pytest.mark.parametrize("text", [text for text, _ in STAY])
def test_what_stays(text: str) -> None:
    assert unparse(total(expression(text), lambda name: name in "nm")) == text


def random_sum(source: random.Random, depth: int) -> str:
    """Return a random sum of integers."""
    if depth == 0 or source.random() < 0.2:
        return source.choice(["n", "m", "len(x)", "1", "2", "0", "7", "(-1)", "(-n)"])
    left, right = random_sum(source, depth - 1), random_sum(source, depth - 1)
    return f"({left} {source.choice('+-')} {right})"


@pytest.mark.parametrize("seed", range(10))
def test_sums_keep_their_values(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(100):
        text = random_sum(source, 3)
        new = unparse(total(expression(text)))
        for _ in range(5):
            n, m = source.randrange(-9, 9), source.randrange(-9, 9)
            values = {"n": n, "m": m, "x": [0] * source.randrange(5)}
            assert eval(new, values) == eval(text, values), (text, new)


def test_lengths_are_not_negative() -> None:
    tree = function("def f(x, n):\n    return max(len(x) - 1 + 1, 0), max(n, 0), max(3, 0)")
    new = unparse(integers(tree, lambda name: name == "n"))
    assert "return (len(x), max(n, 0), 3)" in new


STEPS = [1, -1, 2, -2, 3, -3]


@pytest.mark.parametrize("step", [*map(str, STEPS), "k"])
def test_ranges_are_turned_round(step: str) -> None:
    for start in ("0", "n", "1", "n - 1"):
        for stop in ("n", "-1", "m", "0", "n - 1"):
            old = expression(f"range({start}, {stop}, {step})")
            new = unparse(reversed_range(old))
            for n, m, k in ((0, 0, 1), (1, 3, 2), (5, 2, -1), (6, 11, 3), (7, -4, -2), (4, 4, -3)):
                values = {"n": n, "m": m, "k": k}
                assert list(eval(new, values)) == list(eval(unparse(old), values))[::-1], new


@pytest.mark.parametrize("step", [*map(str, STEPS), "k"])
def test_each_iteration_has_a_place_of_its_own(step: str) -> None:
    for start in ("0", "n", "1", "n - 1"):
        for stop in ("n", "-1", "m", "0", "n - 1"):
            (loop,) = statements(f"for i in range({start}, {stop}, {step}): a")
            place, size = unparse(position(loop)), unparse(length(loop, lambda name: False))
            for n, m, k in ((0, 0, 1), (1, 3, 2), (5, 2, -1), (6, 11, 3), (7, -4, -2), (4, 4, -3)):
                values = {"n": n, "m": m, "k": k}
                places = [eval(place, {**values, "i": i}) for i in eval(unparse(loop.iter), values)]
                assert sorted(places) == list(range(eval(size, values))), (place, size, values)
