"""Which operations on numbers raise an exception in Python, and when: a table."""

from __future__ import annotations

import math
from dataclasses import dataclass

import gast

from srcdiff.core.primitives import by_name
from srcdiff.syntax import Expression, dotted, expression, number, parameters, substitute, writes

LARGEST = 1.7976931348623157e308
EXPONENT = "709.782712893384"  # the exponential of more is larger than any number


@dataclass(frozen=True)
class Hazard:
    """An exception, and the test of the operands `x` and `y` that returns True if it is raised."""

    error: type[Exception]
    test: str
    message: str


DIVISION = (Hazard(ZeroDivisionError, "y == 0", "division by zero"),)
POWER = (
    Hazard(ZeroDivisionError, "x == 0 and y < 0", "0.0 cannot be raised to a negative power"),
    Hazard(OverflowError, f"x != 0 and y * math.log(abs(x)) > {EXPONENT}", "result too large"),
)


def domain(test: str) -> Hazard:
    """Return the hazard of a function outside its domain."""
    return Hazard(ValueError, test, "math domain error")


def range_(test: str) -> Hazard:
    """Return the hazard of a function whose result is too large."""
    return Hazard(OverflowError, test, "math range error")


OPERATORS: dict[type, tuple[Hazard, ...]] = {
    gast.Div: DIVISION,
    gast.FloorDiv: DIVISION,
    gast.Mod: DIVISION,
    gast.Pow: POWER,
}
FUNCTIONS: dict[str, tuple[Hazard, ...]] = {"pow": POWER}
for name, test in by_name("domain").items():
    FUNCTIONS[name] = (domain(test),)
for name, test in by_name("overflow").items():
    FUNCTIONS[name] = (*FUNCTIONS.get(name, ()), range_(test))


def operands(tree: Expression) -> list[Expression]:
    """Return the operands of an operation: those that the tests call `x` and `y`."""
    if isinstance(tree, gast.Subscript):
        return [tree.value]
    return [tree.left, tree.right] if isinstance(tree, gast.BinOp) else list(tree.args)


def hazards(tree: Expression) -> tuple[Hazard, ...]:
    """Return the exceptions that an operation may raise, whatever its operands are.

    >>> from srcdiff.syntax import expression
    >>> [len(hazards(expression(text))) for text in ("x / y", "x / 2", "x ** y", "x ** 0.5")]
    [1, 0, 2, 0]
    >>> hazards(expression("x ** 2"))[0].test
    'abs(x) > 1.3407807929942596e+154'
    """
    if isinstance(tree, gast.Call):
        found = () if tree.keywords else FUNCTIONS.get(dotted(tree.func), ())
        return tuple(hazard for hazard in found if may_hold(hazard, tree.args))
    if not isinstance(tree, gast.BinOp):
        return ()
    found = OPERATORS.get(type(tree.op), ())
    known = number(tree.right)
    if known is None or not found:
        return found
    if found is DIVISION:
        return () if known else DIVISION
    return of_power(known)


def fixed_parameters(tree: gast.FunctionDef) -> frozenset[str]:
    """Return the parameters that are never bound again."""
    return frozenset(parameters(tree)) - writes(tree.body)


def of_place(tree: gast.Subscript) -> tuple[Hazard, ...]:
    """Return what a subscript that is a number raises where the array, or the tuple, is too short.

    >>> from srcdiff.syntax import expression
    >>> [of_place(expression(text))[0].test for text in ("x[0]", "x[-2]")]
    ['len(x) < 1', 'len(x) < 2']
    """
    place = number(tree.slice)
    if not isinstance(place, int) or not isinstance(tree.ctx, gast.Load):
        return ()
    least = place + 1 if place >= 0 else -place
    return (Hazard(IndexError, f"len(x) < {least}", "index out of range"),)


def may_hold(hazard: Hazard, given: list[Expression]) -> bool:
    """Return True if the test of a hazard may hold: of numbers, whether it does.

    >>> from srcdiff.syntax import constant
    >>> may_hold(domain("x < 0"), [constant(2.0)]), may_hold(domain("x < 0"), [constant(-2)])
    (False, True)
    """
    values = [number(operand) for operand in given]
    if any(value is None for value in values):
        return True
    names = {"math": math, "abs": abs, **dict(zip("xy", values, strict=False))}
    return bool(eval(hazard.test, names))


def of_power(exponent: float) -> tuple[Hazard, ...]:
    """Return the exceptions that a power of a known exponent may raise."""
    if abs(exponent) <= 1:
        return POWER[:1] if exponent < 0 else ()
    bound = LARGEST ** (1.0 / exponent)
    if exponent > 0:
        return (Hazard(OverflowError, f"abs(x) > {bound!r}", POWER[1].message),)
    small = Hazard(OverflowError, f"x != 0 and abs(x) < {bound!r}", POWER[1].message)
    return Hazard(ZeroDivisionError, "x == 0", POWER[0].message), small


def test_of(hazard: Hazard, given: list[Expression]) -> Expression:
    """Return the test of a hazard for operands that are names or numbers."""
    return substitute(expression(hazard.test), dict(zip("xy", given, strict=False)))
