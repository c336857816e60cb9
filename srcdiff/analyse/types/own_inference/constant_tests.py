"""Conditions that may be known before a function runs: Numba leaves out the other branch."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Any

import gast

from srcdiff.analyse.types.own_inference.signatures import Undecided
from srcdiff.core.operators import COMPARISONS, OPERATORS
from srcdiff.syntax import Expression, has_operator

COMPUTED = {  # operators of which Python computes the results for numbers
    *(gast.Add, gast.Sub, gast.Mult, gast.Div, gast.FloorDiv, gast.Mod, gast.Pow),
}
LARGEST = 64  # exponent


@dataclass(frozen=True)
class Constants:
    """What is known of the names in a function before it runs.

    `values` has what names are bound to that are bound once, `unknown` the other names of the
    function of which nothing is known; all other names are of `surroundings`.
    """

    values: Mapping[str, Expression]
    unknown: Container[str]
    surroundings: Mapping[str, Any]

    def truth(self, test: Expression) -> bool | None:
        """Return True if a condition is true, or None if Numba does not know before it runs.

        Raises Undecided where it may know, and only it can tell.

        >>> from srcdiff.syntax import expression
        >>> known = Constants({"c": expression("N > 2"), "d": expression("x > 2")}, {"x"}, {"N": 3})
        >>> [known.truth(expression(t)) for t in ("c", "d", "x", "not N", "c and x", "c or x")]
        [True, None, None, False, None, True]
        """
        if has_operator(test, gast.Not):
            found = self.truth(test.operand)
            return None if found is None else not found
        if isinstance(test, gast.BoolOp):
            ends = isinstance(test.op, gast.Or)  # the value of a part that decides
            parts = {self.truth(part) for part in test.values}
            return ends if ends in parts else None if None in parts else not ends
        if isinstance(test, gast.IfExp):
            if any(self.truth(part) is not None for part in (test.test, test.body, test.orelse)):
                raise Undecided
            return None
        value = self.value(test)
        if not isinstance(value, gast.Compare):
            known = self.known(value)
            return None if known is None else bool(known)
        sides = [self.known(side) for side in [value.left, *value.comparators]]
        pairs = list(zip(value.ops, sides, sides[1:], strict=False))
        known = [pair for pair in pairs if pair[1] is not None and pair[2] is not None]
        if not known:
            return None
        if any(type(compared) not in COMPARISONS for compared, _, _ in known):
            raise Undecided
        held = [bool(COMPARISONS[type(compared)](*sides)) for compared, *sides in known]
        if len(pairs) > 1 and (len(known) < len(pairs) or not all(held)):
            raise Undecided
        return held[0]

    def known(self, tree: Expression) -> Any:
        """Return the number that Numba knows a value to be, or None.

        It computes nothing with what names stand for.
        """
        tree = self.value(tree)
        value = literal(tree)
        if isinstance(tree, gast.Constant):
            value = tree.value
        elif isinstance(tree, gast.Name):
            if tree.id in self.unknown:
                return None
            value = self.surroundings.get(tree.id)
        elif value is None:
            return None
        if not isinstance(value, (bool, int, float)):
            raise Undecided
        return value

    def value(self, tree: Expression) -> Expression:
        """Return what a name stands for."""
        seen: set[str] = set()
        while isinstance(tree, gast.Name) and tree.id in self.values and tree.id not in seen:
            seen.add(tree.id)
            tree = self.values[tree.id]
        return tree


def is_literal(tree: Expression) -> bool:
    """Return True if an expression is a literal, or made of literals alone."""
    if isinstance(tree, gast.UnaryOp):
        return is_literal(tree.operand)
    if isinstance(tree, gast.BinOp):
        return is_literal(tree.left) and is_literal(tree.right)
    return isinstance(tree, gast.Constant)


def literal(tree: Expression) -> int | float | complex | None:
    """Return the number that Python makes of an expression before it runs, or None.

    >>> from srcdiff.syntax import expression
    >>> [literal(expression(text)) for text in ("-2", "2 * 3 - 1", "2 / 0", "n + 1")]
    [-2, 5, None, None]
    """
    if isinstance(tree, gast.Constant):
        known = isinstance(tree.value, (int, float, complex)) and not isinstance(tree.value, bool)
        return tree.value if known else None
    if isinstance(tree, gast.UnaryOp) and not isinstance(tree.op, gast.Not):
        operands = [tree.operand]
    elif isinstance(tree, gast.BinOp) and type(tree.op) in COMPUTED:
        operands = [tree.left, tree.right]
    else:
        return None
    values: list[Any] = [literal(operand) for operand in operands]
    if any(value is None for value in values):
        return None
    if isinstance(tree.op, gast.Pow) and not abs(values[1]) <= LARGEST:
        return None
    try:
        found: int | float | complex = OPERATORS[type(tree.op)](*values)
    except (ArithmeticError, TypeError):
        return None
    return found
