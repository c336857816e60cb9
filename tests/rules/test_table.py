"""Walk the table of rules: every rule against exact arithmetic, as it runs and compiled."""

from __future__ import annotations

import functools
import linecache
import math
import operator
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit

from srcdiff import UnsupportedType, jvp, runtime
from srcdiff.rules import (
    arithmetic,
    bessel,
    elementary,
    integrals,
    special,
    statistics,
)
from srcdiff.rules.registry import Rule, all_rules, is_constant, rule_of

from ..sample import EVERY, sample
from . import special_references  # noqa: F401 -- enters references
from .references import REFERENCES, Point, Reference, slope, widened

NUMBERS = (arithmetic, bessel, elementary, integrals, special, statistics)
MODULES = {module.__name__ for module in NUMBERS}
RULES = [rule for rule in all_rules() if rule.function.__module__ in MODULES]
DOCUMENT = Path(__file__).parents[2] / "docs" / "nondifferentiable-points.md"

ULPS = 8
UNDERFLOW = 2.2e-308  # below it numbers have fewer digits
TOO_LARGE, TOO_SMALL = 1e30, 1e-6  # what float32 is not asked for
THIRD = sample(RULES, 3)
SINGLE_POINTS = 10 if EVERY else 4  # exact slopes take most of the time


def title(rule: Rule) -> str:
    """Return the name of a function, such as math.sin."""
    module = getattr(rule.primal, "__module__", None) or "numpy"
    return f"{module}.{rule.primal.__name__}"


def walk(test: Callable[..., None]) -> Callable[..., None]:
    """Run a test for every rule."""
    return pytest.mark.parametrize("rule", RULES, ids=map(title, RULES))(test)


@functools.cache
def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a rule, compiled as generated code is."""
    return njit(error_model="numpy")(function)


def tuple_of(adjoints: Any) -> tuple[float, ...]:
    """Return the adjoints that a rule returns as a tuple, also if it is one."""
    return adjoints if isinstance(adjoints, tuple) else (adjoints,)


def known(adjoints: Any) -> tuple[float, ...]:
    """Return the adjoints that a rule knows."""
    return tuple(adjoint for adjoint in tuple_of(adjoints) if adjoint is not None)


def value(primal: Any, point: Point) -> float:
    """Return the value of the function."""
    with np.errstate(all="ignore"):
        return float(primal(*point))


def reference_of(rule: Rule) -> Reference:
    """Return what a rule is compared with."""
    assert id(rule.primal) in REFERENCES, f"{title(rule)} has no reference in references.py"
    return REFERENCES[id(rule.primal)]


def compare(rule: Rule, point: Point, result: float, adjoints: Any, epsilon: float) -> None:
    """Check adjoints, for the cotangent 1, against the exact derivative."""
    reference = reference_of(rule)
    found = tuple_of(adjoints)
    assert len(found) == len(point)
    for place, adjoint in enumerate(found):
        if adjoint is None:
            assert not rule.knows(place)
            continue
        exact = slope(reference, point, place)
        allowed = ULPS * epsilon * reference.scale(exact, result, *point) + UNDERFLOW
        assert abs(adjoint - exact) <= allowed, (
            f"{title(rule)}{point}: argument {place} has {adjoint!r}, not {float(exact)!r}"
        )


@walk
def test_the_rule_is_right(rule: Rule) -> None:
    for point in reference_of(rule).points:
        result = value(rule.primal, point)
        adjoints = rule.function(1.0, result, *point)
        compare(rule, point, result, adjoints, np.finfo(np.float64).eps)


@walk
def test_the_reference_is_that_of_the_function(rule: Rule) -> None:
    reference = reference_of(rule)
    for point in reference.points:
        exact = float(reference.exact(*widened(point)))
        assert value(rule.primal, point) == pytest.approx(exact, rel=1e-10, abs=1e-10)


@walk
def test_the_compiled_rule_is_right(rule: Rule) -> None:
    function = compiled(rule.function)
    for point in reference_of(rule).points[:20]:
        result = value(rule.primal, point)
        adjoints = function(1.0, result, *point)
        compare(rule, point, result, adjoints, np.finfo(np.float64).eps)


@pytest.mark.parametrize("rule", THIRD, ids=map(title, THIRD))
def test_the_rule_is_right_for_float32(rule: Rule) -> None:
    function = compiled(rule.function)
    checked = 0
    for wide in reference_of(rule).points:
        if any(x and not TOO_SMALL <= abs(x) <= 1 / TOO_SMALL for x in wide):
            continue
        narrow = [np.float32(x) if isinstance(x, float) else x for x in wide]
        point = tuple(float(x) if isinstance(x, np.float32) else x for x in narrow)
        if checked < SINGLE_POINTS and fits_float32(reference_of(rule), point):
            result = np.float32(value(rule.primal, point))
            adjoints = function(np.float32(1.0), result, *narrow)
            compare(rule, point, float(result), adjoints, np.finfo(np.float32).eps)
            checked += 1
    assert checked > 0


def fits_float32(reference: Reference, point: Point) -> bool:
    """Return True if a point is inside the domain, with numbers that float32 can hold."""
    try:
        numbers = [reference.exact(*widened(point))] + [
            slope(reference, point, i) for i in range(len(point))
        ]
    except (ValueError, ZeroDivisionError):  # rounded to a pole
        return False
    return all(
        not hasattr(x, "imag") or (x.imag == 0 and (x == 0 or 1 / TOO_LARGE < abs(x) < TOO_LARGE))
        for x in numbers
    )


@walk
def test_the_rule_is_linear(rule: Rule) -> None:
    for point in reference_of(rule).points[:20]:
        result = value(rule.primal, point)
        one, other, both, none = (
            np.array(known(rule.function(g, result, *point))) for g in (1.0, -3.0, -2.0, 0.0)
        )
        np.testing.assert_allclose(one + other, both, rtol=1e-14)
        np.testing.assert_allclose(-3.0 * one, other, rtol=1e-14)
        np.testing.assert_array_equal(none, 0.0)


def function_of(rule: Rule) -> Any:
    """Return a function that calls the one that a rule is for."""
    names = ", ".join(f"x{place}" for place in range(len(rule.partials)))
    text = f"def called({names}):\n    return primal({names})\n"
    file = f"<call of {title(rule)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    space: dict[str, Any] = {"primal": rule.primal}
    exec(compile(text, file, "exec"), space)
    return space["called"]


@walk
def test_the_rule_is_right_in_forward_mode(rule: Rule) -> None:
    """The tangent is the sum of the adjoints, for the cotangent 1, times the directions."""
    directions = (0.75, -1.25, 0.5, 2.0)
    points = reference_of(rule).points
    active = [k for k, x in enumerate(points[0]) if isinstance(x, float) and rule.knows(k)]
    product = jvp(function_of(rule), tuple(active), target="python")
    for point in points[:12]:
        if any(not isinstance(point[place], float) for place in active):
            continue
        result = value(rule.primal, point)
        adjoints = tuple_of(rule.function(1.0, result, *point))
        expected = sum(adjoints[place] * directions[place] for place in active)
        size = sum(abs(adjoints[place] * directions[place]) for place in active)
        try:
            _, found = product(*point, *(directions[place] for place in active))
        except UnsupportedType:
            return  # Numba does not know it with these arguments
        assert found == pytest.approx(expected, rel=1e-14, abs=1e-14 * size, nan_ok=True)


def test_an_integer_exponent_stays_an_integer() -> None:
    function = compiled(arithmetic.power)
    for base, exponent in ((-2.0, 3), (0.0, 2), (0.0, 1), (0.0, 0), (-2.0, -1), (1.5, 0)):
        expected = exponent * base ** (exponent - 1) if exponent else 0.0
        z = float(base**exponent)
        assert function(1.0, z, base, exponent)[0] == expected
        assert arithmetic.power(1.0, z, base, exponent)[0] == expected


SPELLINGS = {
    "x / y": operator.truediv,
    "x % y": operator.mod,
    "x ** y": operator.pow,
    "digamma": runtime.digamma,
}


def rows() -> list[tuple[str, Point, str, str]]:
    """Return function, arguments, derivative and exception of each row of the document."""
    found = []
    for line in DOCUMENT.read_text().split("\n## ")[0].splitlines():
        if line.startswith("| `"):
            functions, point, derivative, exception, _ = line.strip("|").replace("`", "").split("|")
            for function in functions.split(","):
                found.append((function.strip(), numbers_of(point), derivative, exception.strip()))
    return found


def numbers_of(text: str) -> Point:
    """Return the numbers of a cell."""
    names = {"nan": math.nan, "inf": math.inf}
    return tuple(eval(part.strip(), names) for part in text.split(","))


@pytest.mark.parametrize(("function", "point", "derivative", "exception"), rows())
def test_the_documented_choice_is_made(
    function: str, point: Point, derivative: str, exception: str
) -> None:
    primal = SPELLINGS.get(function) or eval(function, {"math": math, "np": np})
    rule = rule_of(primal)
    assert rule is not None
    result = value(primal, point)
    adjoints = compiled(rule.function)(1.0, result, *point)
    np.testing.assert_array_equal(tuple_of(adjoints), numbers_of(derivative))
    if exception:
        with pytest.raises(eval(exception)):
            rule.function(1.0, result, *point)
    else:
        with np.errstate(all="ignore"):
            again = rule.function(1.0, result, *point)
        np.testing.assert_array_equal(tuple_of(again), adjoints)


NO_RULE = {
    "Numba does not compile it": {
        *("math.comb", "math.dist", "math.factorial", "math.fma", "math.fsum", "math.isclose"),
        *("math.isqrt", "math.lcm", "math.perm", "math.prod", "math.remainder", "math.sumprod"),
        *("math.ulp", "np.bitwise_count", "np.heaviside", "np.isnat"),
    },
    "several results": {"math.frexp", "math.modf", "np.divmod", "np.frexp", "np.modf"},
    "linear algebra": {"np.matmul", "np.matvec", "np.vecdot", "np.vecmat"},
}


def scalar_functions() -> dict[str, Any]:
    """Return the functions of `math` and the ufuncs of NumPy by name."""
    found = {f"math.{n}": f for n, f in vars(math).items() if callable(f)}
    found |= {f"np.{n}": f for n in dir(np) if isinstance(f := getattr(np, n), np.ufunc)}
    return {n: f for n, f in found.items() if "._" not in n}


@pytest.mark.parametrize("function", scalar_functions())
def test_every_scalar_function_is_known(function: str) -> None:
    found = scalar_functions()[function]
    known = rule_of(found) is not None, is_constant(found)
    without = any(function in names for names in NO_RULE.values())
    assert (*known, without).count(True) == 1


def test_no_function_has_a_rule_and_is_constant() -> None:
    assert not [title(rule) for rule in RULES if is_constant(rule.primal)]
