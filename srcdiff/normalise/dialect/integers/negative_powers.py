"""Raise where integers of NumPy are raised to negative powers, as NumPy does.

Python's own give floating-point numbers (integer_powers.py), compiled code goes on with 0.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Set
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.arrays.lower_bounds import LowerBounds
from srcdiff.analyse.types.scalar_kinds import NUMPY, ScalarKinds
from srcdiff.analyse.types.types import Types, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import operation
from srcdiff.normalise.control_flow.guards import raising
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    call,
    children,
    clone,
    constant,
    dotted,
    each_statement,
    number,
    own_part,
    path,
    walk,
)

MESSAGE = "Integers to negative integer powers are not allowed."
POWERS = {operator.pow, operator.ipow, np.power, pow}


def negative_powers(
    tree: gast.FunctionDef, types: Types, outside: Set[str] = frozenset()
) -> gast.FunctionDef:
    """Return the function with checks of the exponents of NumPy's integers that may be negative.

    `outside` are the names of global arrays.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(k, n):
    ...     p = k ** 2
    ...     q = k ** n
    ...     return n ** n
    ... ''')
    >>> array = numba_types.Array(numba_types.int64, 1, "C")
    >>> known = {"n": numba_types.int64, "k": array, "p": array, "q": array}
    >>> print(unparse(negative_powers(tree, Types(known, numba_types.none))))
    def f(k, n):
        p = k ** 2
        if n < 0 and k.size > 0:
            raise ValueError('Integers to negative integer powers are not allowed.')
        q = k ** n
        return n ** n
    """
    checks = _Checks(tree, types, outside)

    def changed(statement: Statement) -> Block:
        if isinstance(statement, gast.While):  # its condition runs again and again
            return [statement]
        powers = evaluated(own_part(statement))
        return [*(check for power in powers for check in checks.of(power, statement)), statement]

    return each_statement(tree, changed) if any(map(is_power, walk(tree))) else tree


def is_power(node: gast.AST) -> bool:
    """Return True if a node is a power."""
    return len(operands(node)) == 2


def operands(node: gast.AST) -> tuple[Expression, ...]:
    """Return the base and the exponent of a power, () for others."""
    found = operation(node) if isinstance(node, (gast.BinOp, gast.Call)) else None
    return found.operands if found is not None and found.function in POWERS else ()


def evaluated(tree: gast.AST) -> Iterator[gast.AST]:
    """Yield the powers in an expression that are computed whatever its conditions are."""
    always = children(tree)
    if isinstance(tree, gast.BoolOp):
        always = [tree.values[0]]
    elif isinstance(tree, gast.IfExp):
        always = [tree.test]
    for part in always:
        yield from evaluated(part)
    if is_power(tree):
        yield tree


class _Checks:
    """What is known of the integers of a function."""

    def __init__(self, tree: gast.FunctionDef, types: Types, outside: Set[str]) -> None:
        self.types = types
        self.scalars = ScalarKinds(tree, types.names, outside)
        self.bounds = LowerBounds(tree, types.names)

    def of(self, power: gast.AST, place: Statement) -> Iterator[Statement]:
        """Yield the check that stands before a power, if it needs one."""
        left, right = operands(power)
        kinds = self.kind(left), self.kind(right)
        if None in kinds or not any(map(self.is_numpy, (left, right))):
            return
        least = self.bounds.of(right)
        if not kinds[1].signed or (least is not None and least >= 0):
            return
        test: Expression = gast.Compare(clone(right), [gast.Lt()], [constant(0)])
        if is_array(self.type_of(right)):
            test = call("np.any", test)
        elif is_array(self.type_of(left)):  # none of no elements raises
            some = gast.Compare(path(f"{dotted(left)}.size"), [gast.Gt()], [constant(0)])
            test = gast.BoolOp(gast.And(), [test, some])
        yield raising(test, MESSAGE, place)

    def type_of(self, tree: Expression) -> Any:
        """Return the type of a variable, or of a global array; None for other expressions."""
        title = dotted(tree)
        return self.types.names.get(title, self.types.constants.get(title))

    def kind(self, tree: Expression) -> Any:
        """Return the type of an integer, or of those in an array; None for anything else."""
        value = number(tree)
        if value is not None:
            return numba_types.int64 if type(value) is int else None
        if isinstance(tree, gast.UnaryOp) and isinstance(tree.op, gast.USub):
            return self.kind(tree.operand)
        if isinstance(tree, gast.Subscript):
            kind = self.type_of(tree.value)
            kind = kind if is_array(kind) else None
        else:
            kind = self.type_of(tree)
        kind = kind.dtype if is_array(kind) else kind
        return kind if isinstance(kind, numba_types.Integer) else None

    def is_numpy(self, tree: Expression) -> bool:
        """Return True for arrays, and for numbers that are surely NumPy's."""
        return is_array(self.type_of(tree)) or self.scalars.of(tree) == NUMPY
