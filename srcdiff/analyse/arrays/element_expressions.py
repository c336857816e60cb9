"""Expressions that are computed element by element, as conditions have them inside."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.arrays.shapes import Shape, broadcast, chosen
from srcdiff.analyse.arrays.subscripts import parts_of
from srcdiff.core.operations import is_shape, operation
from srcdiff.core.operators import COMPARISONS
from srcdiff.core.primitives import functions_with
from srcdiff.rules.registry import rule_instead
from srcdiff.syntax import Expression, dotted, has_operator, number

OPERATORS = (gast.Add, gast.Sub, gast.Mult, gast.Div, gast.Pow, gast.BitAnd, gast.BitOr)
AND_OR = (gast.BitAnd, gast.BitOr)
LOGICAL = functions_with(is_logical=True)
TESTS = functions_with(is_test=True)
OF_TRUTH = functions_with(reduces_masks=True)
OF_NUMBERS = functions_with(reduces=True)


@dataclass(frozen=True)
class Names:
    """What is known of names: their shapes, () for a number, None where unknown; their ranks.

    Masks have elements that are true or false.
    """

    shape: Callable[[str], Shape | None]
    rank: Callable[[str], int]
    is_mask: Callable[[str], bool]


def expression_shape(tree: Expression, names: Names) -> Shape | None:
    """Return the shape of an expression computed element by element: () of a number.

    None where that is not known, or where something else is computed than elements.

    >>> from srcdiff.syntax import expression
    >>> known = {"u": (3,), "a": (2, 3), "x": ()}
    >>> names = Names(known.get, lambda name: 1, lambda name: False)
    >>> texts = "u + x > v[0]", "np.abs(u) * a[0, 1]", "np.max(u - a)", "a @ u", "np.sort(u)", "v"
    >>> [expression_shape(expression(text), names) for text in texts]
    [(3,), (3,), (), None, None, None]
    """
    if number(tree) is not None or is_shape(tree):
        return ()
    if isinstance(tree, gast.Name):
        return names.shape(tree.id)
    if isinstance(tree, gast.Subscript):
        return () if is_element(tree, names) else None
    if reduced(tree, names) is not None:
        return ()
    if isinstance(tree, gast.Call) and dotted(tree.func).startswith("math."):
        return () if all(expression_shape(part, names) == () for part in tree.args) else None
    parts = parts_by_element(tree)
    if not parts or not fits_truth(tree, parts, names):
        return None
    return broadcast(expression_shape(part, names) for part in parts)


def is_element(tree: gast.Subscript, names: Names) -> bool:
    """Return True if a subscript is one element of an array, in one that is small a certain one."""
    array, parts = dotted(tree.value), parts_of(tree.slice)
    shape = names.shape(array)
    if not array or shape == ():
        return False
    if shape is not None:
        found = chosen(tree.slice, shape)
        return found is not None and found[0] == ()
    is_number = all(expression_shape(part, names) == () for part in parts)
    return is_number and len(parts) == names.rank(array)


def parts_by_element(tree: Expression) -> list[Expression]:
    """Return the operands of an operation that is done element by element, none of any other."""
    if has_operator(tree, *OPERATORS):
        return [tree.left, tree.right]
    if has_operator(tree, gast.USub):
        return [tree.operand]
    if isinstance(tree, gast.Compare) and all(type(op) in COMPARISONS for op in tree.ops):
        return [tree.left, *tree.comparators] if len(tree.ops) == 1 else []
    if not isinstance(tree, gast.Call) or tree.keywords:
        return []
    found = operation(tree)
    function: Any = found.function if found is not None else None
    is_plain = isinstance(function, np.ufunc) and (function.nin, function.nout) == (
        len(tree.args),
        1,
    )
    return list(tree.args) if is_plain or function is builtins.abs else []


def reduced(tree: Expression, names: Names) -> Expression | None:
    """Return the array of which an expression is a sum, a maximum or the like, None of others."""
    if not isinstance(tree, gast.Call) or tree.keywords:
        return None
    found = operation(tree)
    if found is None or len(found.operands) != 1 or rule_instead(found.function) is not None:
        return None
    (operand,) = found.operands
    if found.function not in (OF_TRUTH if is_truth(operand, names) else OF_NUMBERS):
        return None
    return operand if expression_shape(operand, names) else None


def fits_truth(tree: Expression, parts: list[Expression], names: Names) -> bool:
    """Return True if an operation does to elements that are true or false what it does to an array.

    The sum of two such elements is another one in an array, but not of numbers.
    """
    truths = [is_truth(part, names) for part in parts]
    if isinstance(tree, gast.Compare):
        return True
    return all(truths) if is_logical(tree) else not all(truths)


def is_logical(tree: Expression) -> bool:
    """Return True if an operation is one on what is true or false."""
    if isinstance(tree, gast.BinOp):
        return isinstance(tree.op, AND_OR)
    found = operation(tree)
    return found is not None and found.function in LOGICAL


def is_truth(tree: Expression, names: Names) -> bool:
    """Return True if the elements of an expression are true or false.

    >>> from srcdiff.syntax import expression
    >>> names = Names({}.get, lambda name: 1, lambda name: name == "m")
    >>> [is_truth(expression(text), names) for text in ("u > 0", "m & np.isnan(v)", "m * u", "u")]
    [True, True, False, False]
    """
    if isinstance(tree, gast.Name):
        return names.is_mask(tree.id)
    if isinstance(tree, gast.Compare) or is_logical(tree):
        return True
    found = operation(tree)
    return found is not None and found.function in TESTS
