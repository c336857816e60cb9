"""Each line of the table of simplifications gives the same bits on both sides."""

from __future__ import annotations

import math
import random
import struct
from itertools import product
from typing import Any

import gast
import numpy as np
import pytest

from srcdiff import grad
from srcdiff.optimise.arithmetic.simplify import EXACT, LOOKED_FOR, WILD, simplify, table
from srcdiff.syntax import Expression, expression, reads, unparse

SPECIAL = [
    *(0.0, 1.0, 0.5, 3.0, 0.1, 1e16, math.inf, math.nan),
    *(
        5e-324,
        2.2250738585072014e-308,
        2.225073858507201e-308,
        1.7976931348623157e308,
        1e-160,
        1e160,
    ),
]
FLOATS = [sign * value for value in SPECIAL for sign in (1.0, -1.0)]
WHOLE = [0, 1, -1, 2, -7, 2**53]
BOOLEANS = [True, False]
SIDES = [sides for lines in table().values() for sides in lines]
LINES = [f"{unparse(left)} -> {unparse(right)}" for left, right in SIDES]


def bits(value: Any) -> object:
    """Return what tells a value from all others; one NaN is as good as another."""
    if isinstance(value, (float, np.floating)):
        size = value.nbytes if isinstance(value, np.floating) else 8
        shown = struct.pack("<d", value)
        return ("nan", size) if math.isnan(value) else (shown, size)
    return type(value).__name__, value


def evaluated(tree: Expression, values: dict[str, Any]) -> object:
    """Return the bits of an expression; division is that of NumPy."""
    try:
        return bits(eval(unparse(tree), {}, values))
    except ZeroDivisionError:
        return "division by zero"
    except OverflowError:
        return "overflow"


def test_lines_for_two_operands_have_one_that_is_looked_for() -> None:
    """Operations without such an operand are not compared with the table."""
    for left, _ in SIDES:
        if isinstance(left, gast.BinOp):
            assert {type(left.left), type(left.right)} & LOOKED_FOR


def domain(line: str) -> list[Any]:
    """Return the values that a line of the table is used for."""
    return BOOLEANS if "not" in line else FLOATS


@pytest.mark.parametrize(("line", "sides"), list(zip(LINES, SIDES, strict=True)), ids=LINES)
def test_both_sides_have_the_same_bits(line: str, sides: tuple[Expression, Expression]) -> None:
    left, right = sides
    names = sorted(reads(left) & WILD)
    assert names and reads(right) <= reads(left)
    for some in product(domain(line), repeat=len(names)):
        values = dict(zip(names, some, strict=True))
        assert evaluated(left, values) == evaluated(right, values), (line, values)


@pytest.mark.parametrize(("line", "sides"), list(zip(LINES, SIDES, strict=True)), ids=LINES)
def test_both_sides_have_the_same_bits_in_single_precision(
    line: str, sides: tuple[Expression, Expression]
) -> None:
    left, right = sides
    names = sorted(reads(left) & WILD)
    with np.errstate(all="ignore"):
        numbers = [np.float32(value) for value in FLOATS]
        for some in product(BOOLEANS if "not" in line else numbers, repeat=len(names)):
            values = dict(zip(names, some, strict=True))
            assert evaluated(left, values) == evaluated(right, values), (line, values)


@pytest.mark.parametrize(("line", "sides"), list(zip(LINES, SIDES, strict=True)), ids=LINES)
def test_integers_keep_their_values(line: str, sides: tuple[Expression, Expression]) -> None:
    left, right = sides
    names = sorted(reads(left) & WILD)
    for some in product(BOOLEANS if "not" in line else WHOLE, repeat=len(names)):
        values = dict(zip(names, some, strict=True))
        if 0 in some and "/" in line:
            continue
        assert eval(unparse(left), {}, values) == eval(unparse(right), {}, values)


@pytest.mark.parametrize("line", EXACT.strip().splitlines())
def test_every_line_is_used(line: str) -> None:
    left, right = (expression(side.strip()) for side in line.split("->"))
    assert unparse(simplify(left)) == unparse(right)


@pytest.mark.parametrize("number", ["1.0", "0.1", "5e-324", "1e308", "3"])
@pytest.mark.parametrize("operator", "+-")
def test_a_negative_number_is_subtracted_or_added(operator: str, number: str) -> None:
    tree = expression(f"x {operator} -{number}")
    new = simplify(tree)
    assert unparse(new).count("-") - number.count("-") == (operator == "+"), unparse(new)
    for x in FLOATS:
        assert evaluated(new, {"x": x}) == evaluated(tree, {"x": x})


UNTOUCHED = [
    "x + 0.0",
    "0.0 + x",
    "x - 0.0",
    "0.0 * x",
    "x * 0.0",
    "x - x",
    "x / x",
    "0.0 / x",
    "x ** 0.5",
    "x ** 2",
    "x / 3.0",
    "1.0 / x",
    "x + y - x",
    "x * y / y",
    "-(x - y)",
    "-(x + y)",
    "2.0 * x + 3.0 * x",
    "x if y else x",
    "not x",
]


@pytest.mark.parametrize("text", UNTOUCHED)
def test_what_is_not_exact_stays(text: str) -> None:
    assert unparse(simplify(expression(text))) == text


def random_text(source: random.Random, depth: int) -> str:
    """Return a random expression."""
    if depth == 0 or source.random() < 0.2:
        return source.choice(["x", "y", "z", "1.0", "2.0", "0.0", "(-1.0)", "(-0.0)"])
    if source.random() < 0.3:
        return f"(-{random_text(source, depth - 1)})"
    left, right = random_text(source, depth - 1), random_text(source, depth - 1)
    return f"({left} {source.choice(['+', '-', '*', '/'])} {right})"


@pytest.mark.parametrize("seed", range(20))
def test_whole_expressions_have_the_same_bits(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(50):
        tree = expression(random_text(source, 4))
        new = simplify(tree)
        for _ in range(20):
            values = {name: np.float64(source.choice(FLOATS)) for name in "xyz"}
            with np.errstate(all="ignore"):
                before, after = evaluated(tree, values), evaluated(new, values)
            # literals alone are Python's numbers, which raise an error where NumPy's do not
            if isinstance(before, tuple):
                assert before == after, (unparse(tree), unparse(new), values)


def power_of_product(x, n):
    y = 1.0 * n
    return x * (y * y * y * y)


def power_of_quotient(x, n):
    y = n / 1
    return x * (y * y * y * y)


def inverse(x, n):
    y = n * 1.0
    return x * y**-2


@pytest.mark.parametrize("function", [power_of_product, power_of_quotient, inverse])
@pytest.mark.parametrize("target", ["cpu", "python"])
def test_integers_that_become_floating_stay_so(function: Any, target: str) -> None:
    found = grad(function, target=target)(1.0, 100_000)  # the fourth power needs 67 bits
    assert found == function(1.0, 100_000)
    assert isinstance(found, float)
