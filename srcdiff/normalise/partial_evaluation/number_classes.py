"""The classes of numbers of Python and of NumPy, and what operations make of them."""

from __future__ import annotations

import gast
import numpy as np

from srcdiff.core.operations import standard
from srcdiff.syntax import Expression, callee_of, children, dotted, has_operator, number

PYTHON, NUMPY = frozenset(["python"]), frozenset(["numpy"])
EITHER = PYTHON | NUMPY
NONE: frozenset[str] = frozenset()
OF_OPERANDS = {"abs", "min", "max", "pow", "divmod", "round"}
EXTENTS = {"size", "ndim", "nbytes", "itemsize"}
LOGIC = (gast.BitAnd, gast.BitOr, gast.BitXor)
TRUTHS = {bool, np.bool_}

WIDE = {bool: np.bool_, int: np.int64, float: np.float64, complex: np.complex128}


def origin(own: type) -> frozenset[str]:
    """Return whose number one of a class is.

    >>> [*origin(float), *origin(np.float64)]
    ['python', 'numpy']
    """
    return NUMPY if issubclass(own, (np.generic, np.ndarray)) else PYTHON


def is_extent(value: Expression) -> bool:
    """Return True if an expression is how many elements, or dimensions, an array has.

    >>> from srcdiff.syntax import expression
    >>> [is_extent(expression(text)) for text in ("x.size", "x.shape[0]", "x[0]", "x.T")]
    [True, True, False, False]
    """
    if isinstance(value, gast.Subscript):
        return getattr(value.value, "attr", "") == "shape"
    return isinstance(value, gast.Attribute) and value.attr in EXTENTS


def is_standard(value: Expression) -> bool:
    """Return True if an expression is a number of Python or NumPy, such as `math.pi`."""
    return isinstance(value, gast.Attribute) and isinstance(standard(dotted(value)), float)


def arithmetic(value: Expression | None) -> list[Expression]:
    """Return the operands of an operation on numbers, none for other expressions."""
    match value:
        case gast.BinOp() | gast.UnaryOp():
            return [*children(value)]
        case gast.Call() if callee_of(value) in OF_OPERANDS:
            return [*value.args]
    return []


def of_truths(value: Expression, operands: set[type]) -> set[type]:
    """Return the classes of what an operation on booleans gives.

    Python counts them, but for `&`, `|` and `^`; NumPy has booleans again, and small integers.

    >>> from srcdiff.syntax import expression
    >>> sorted(one.__name__ for one in of_truths(expression("abs(a)"), {bool}))
    ['int']
    >>> sorted(one.__name__ for one in of_truths(expression("a & b"), {bool}))
    ['bool']
    """
    if has_operator(value, gast.Not):
        return {bool}
    if has_operator(value, *LOGIC):
        return operands
    if has_operator(value, gast.Div):
        return {float} | ({np.float64} if np.bool_ in operands else set())
    found = {int} if bool in operands else set()
    return found | ({np.bool_, np.int8, np.int64} if np.bool_ in operands else set())


def may_divide(value: Expression | None) -> bool:
    """Return True if an expression is a power that is a float for some integers.

    >>> from srcdiff.syntax import expression
    >>> [may_divide(expression(text)) for text in ("n ** k", "n ** -1", "n ** 2", "n * k")]
    [True, True, False, False]
    """
    if value is None:
        return False
    if callee_of(value) == "pow":
        exponent = value.args[1]
    elif has_operator(value, gast.Pow):
        exponent = value.right
    else:
        return False
    least = number(exponent)
    return least is None or least < 0


def is_narrow(own: type) -> bool:
    """Return True for a class of numbers that Python does not have.

    >>> [is_narrow(own) for own in (np.float32, np.float64, float)]
    [True, False, False]
    """
    return own not in WIDE and own not in WIDE.values()


def is_alike(own: type, others: set[type]) -> bool:
    """Return True if one of some classes is of as many numbers as a class of NumPy, or more.

    >>> [is_alike(own, {bool, int}) for own in (np.int8, np.float32)]
    [True, False]
    """
    alike = (float, np.floating) if issubclass(own, np.floating) else (int, np.integer)
    return any(issubclass(other, alike) and other is not bool for other in others)


def joined(parts: list[frozenset[str]]) -> frozenset[str]:
    """Return whose number an operation gives: that of NumPy if one of its operands is.

    >>> [sorted(joined([PYTHON, one])) for one in (PYTHON, NUMPY, EITHER)]
    [['python'], ['numpy'], ['numpy', 'python']]
    """
    if NUMPY in parts:
        return NUMPY
    return NONE.union(*parts)
