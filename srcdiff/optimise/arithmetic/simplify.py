"""Simplify expressions by a table.

Each line of EXACT gives the same value, bit for bit, on both sides, for all floating
point numbers, infinities, NaN and both zeros included. (`0.0 * x` is not 0.0 if x is
infinite, and `x + 0.0` is not x if x is -0.0: such lines have no place here.)
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import gast

from srcdiff.core.operators import COMPARISONS, OPERATORS
from srcdiff.syntax import (
    Expression,
    constant,
    expression,
    has_operator,
    is_none,
    is_number,
    joined_by,
    key,
    locate,
    mapped,
    number,
    substitute,
    walk,
)

EXACT = """
    1.0 * x       ->  x
    x * 1.0       ->  x
    1 * x         ->  x
    x * 1         ->  x
    x / 1.0       ->  x
    x / 1         ->  x
    -1.0 * x      ->  -x
    x * -1.0      ->  -x
    x / -1.0      ->  -x
    - -x          ->  x
    x + -y        ->  x - y
    x - -y        ->  x + y
    -x + y        ->  y - x
    -x * y        ->  -(x * y)
    x * -y        ->  -(x * y)
    -x / y        ->  -(x / y)
    x / -y        ->  -(x / y)
    x ** 1        ->  x
    x ** 1.0      ->  x
    not not x     ->  x
"""

LOOKED_FOR = {gast.Constant, gast.UnaryOp}  # each line for two operands has one of these
WILD = {"x", "y"}  # names that stand for any expression in the table

FOLDED: dict[type, Callable[[Any, Any], Any]] = {
    **{kind: OPERATORS[kind] for kind in (gast.Add, gast.Sub, gast.Mult)},
    **COMPARISONS,
}


@functools.cache
def table() -> dict[type, list[tuple[Expression, Expression]]]:
    """Return the lines of the table as pairs of expressions, by the operator on the left."""
    found: dict[type, list[tuple[Expression, Expression]]] = {}
    for line in EXACT.strip().splitlines():
        left, right = (expression(side.strip()) for side in line.split("->"))
        found.setdefault(type(left.op), []).append((left, right))
    return found


IsDouble = Callable[[Expression], bool]


def simplify(tree: Expression, is_double: IsDouble = lambda tree: True) -> Expression:
    """Return an expression of the same value and type, as simple as the table makes it.

    `is_double` tells which expressions are of double precision: `1.0 * x` makes a double of
    an integer, and of a number in single precision.

    >>> from srcdiff.syntax import unparse
    >>> [unparse(simplify(expression(e))) for e in ("g * (1.0 * -y)", "2 * x ** (2 - 1)")]
    ['-(g * y)', '2 * x']
    >>> [unparse(simplify(expression(e))) for e in ("0.0 if 2 == 0 else g * 2.0", "a or 1 is None")]
    ['g * 2.0', 'a']
    """
    if tree._fields:
        tree = mapped(tree, lambda part: simplify(part, is_double))
    new = fold(tree)
    if new is tree:
        new = rewrite(tree, is_double)
    return tree if new is tree else simplify(locate(new, tree), is_double)


def simplify_all(
    tree: gast.FunctionDef, is_double: IsDouble, is_complex: IsDouble = lambda tree: False
) -> gast.FunctionDef:
    """Return a function with all its expressions simplified.

    `is_complex` tells which expressions are better left alone: complex numbers have signs of
    zeros that tell the sides of a branch cut, and that `-x * y -> -(x * y)` would change.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(simplify_all(function("def f(x): return 1.0 * -(-x)"), lambda tree: True)))
    def f(x):
        return x
    """

    def change(node: gast.AST) -> gast.AST:
        simple = isinstance(node, (gast.BinOp, gast.UnaryOp, gast.IfExp, gast.Compare, gast.BoolOp))
        if simple and not is_complex(node):
            return simplify(node, is_double)
        return mapped(node, change)

    return change(tree)


def rewrite(tree: Expression, is_double: IsDouble) -> Expression:
    """Return the expression after the first line of the table that fits it."""
    kind = type(tree)
    if kind is gast.BinOp:
        if type(tree.left) not in LOOKED_FOR and type(tree.right) not in LOOKED_FOR:
            return tree
    elif kind is not gast.UnaryOp:
        return tree
    for left, right in table().get(type(tree.op), []):
        found: dict[str, Expression] = {}
        if match(left, tree, found):
            if drops_number(left, right) and not is_double(found["x"]):
                continue
            is_plain = is_logical(left) or is_number_or_new(found["x"], is_double)
            if isinstance(right, gast.Name) and not is_plain:
                continue
            return substitute(right, found)
    return tree


def is_logical(tree: Expression) -> bool:
    """Return True if an expression is `not x`, of which x is no array."""
    return has_operator(tree, gast.Not)


def is_number_or_new(tree: Expression, is_double: IsDouble) -> bool:
    """Return True if an expression may stand for a copy of itself: it is no array of some name."""
    return isinstance(tree, (gast.BinOp, gast.UnaryOp, gast.Compare)) or is_double(tree)


def drops_number(left: Expression, right: Expression) -> bool:
    """Return True if a line leaves out a number, whose type the result may owe to it."""
    count = sum(isinstance(node, gast.Constant) for node in walk(left))
    return count > sum(isinstance(node, gast.Constant) for node in walk(right))


def match(pattern: Expression, tree: Expression, found: dict[str, Expression]) -> bool:
    """Return True if an expression has the form of a pattern; `found` gets what names mean."""
    if isinstance(pattern, gast.Name) and pattern.id in WILD:
        known = found.setdefault(pattern.id, tree)
        return known is tree or key(known) == key(tree)
    if is_number(pattern) or is_number(tree):
        return is_number(pattern) and is_number(tree) and key(pattern) == key(tree)
    if type(pattern) is not type(tree):
        return False
    if isinstance(pattern, gast.BinOp):
        return (
            type(pattern.op) is type(tree.op)
            and match(pattern.left, tree.left, found)
            and match(pattern.right, tree.right, found)
        )
    if isinstance(pattern, gast.UnaryOp):
        return type(pattern.op) is type(tree.op) and match(pattern.operand, tree.operand, found)
    return key(pattern) == key(tree)


def fold(tree: Expression) -> Expression:
    """Return the value of an operation on numbers, or the branch that a constant chooses."""
    if isinstance(tree, gast.IfExp):
        return chosen(tree)
    if isinstance(tree, gast.BoolOp):
        return decided(tree)
    if isinstance(tree, gast.Compare) and len(tree.ops) == 1:
        left, right = number(tree.left), number(tree.comparators[0])
        kind = type(tree.ops[0])
        if left is not None and kind in NEVER_NONE and is_none(tree.comparators[0]):
            return constant(NEVER_NONE[kind])
    elif isinstance(tree, gast.BinOp):
        left, right = number(tree.left), number(tree.right)
        kind = type(tree.op)
    elif has_operator(tree, gast.Not):
        return opposite(tree)
    elif has_operator(tree, gast.USub):
        value = number(tree.operand)
        nested = isinstance(tree.operand, gast.UnaryOp)
        return literal(-value) if value is not None and nested else tree
    else:
        return tree
    if left is None and right is not None and kind in SIGNS and right < 0:
        return gast.BinOp(tree.left, SIGNS[kind](), literal(-right))
    if left is None or right is None or kind not in FOLDED:
        return tree
    return literal(FOLDED[kind](left, right))


def chosen(tree: gast.IfExp) -> Expression:
    """Return the branch that a constant chooses; one condition for two of the same number.

    >>> from srcdiff.syntax import unparse
    >>> texts = "x if True else y", "0.0 if a else 0.0 if b else y"
    >>> [unparse(chosen(expression(text))) for text in texts]
    ['x', '0.0 if a or b else y']
    """
    if isinstance(tree.test, gast.Constant):
        return tree.body if tree.test.value else tree.orelse
    rest = tree.orelse
    if isinstance(rest, gast.IfExp) and is_number(tree.body) and key(tree.body) == key(rest.body):
        return gast.IfExp(gast.BoolOp(gast.Or(), [tree.test, rest.test]), rest.body, rest.orelse)
    return tree


NEVER_NONE = {gast.Is: False, gast.IsNot: True}  # what a number says to `is None`
SIGNS = {gast.Add: gast.Sub, gast.Sub: gast.Add}  # `x - -1` is `x + 1`
OPPOSITE = {gast.Eq: gast.NotEq, gast.NotEq: gast.Eq}  # with NaN, too, exactly one holds


def opposite(tree: gast.UnaryOp) -> Expression:
    """Return the opposite of a constant or of an equality without `not`.

    >>> from srcdiff.syntax import unparse
    >>> [unparse(opposite(expression(e))) for e in ("not x == y", "not True", "not x < y")]
    ['x != y', 'False', 'not x < y']
    """
    value = tree.operand
    if isinstance(value, gast.Constant):
        return constant(not value.value)
    if isinstance(value, gast.Compare) and len(value.ops) == 1 and type(value.ops[0]) in OPPOSITE:
        return gast.Compare(value.left, [OPPOSITE[type(value.ops[0])]()], value.comparators)
    return tree


def decided(tree: gast.BoolOp) -> Expression:
    """Return `and` or `or` without the constants in it."""
    neutral = isinstance(tree.op, gast.And)
    rest: list[Expression] = []
    for value in tree.values:
        if isinstance(value, gast.Constant) and isinstance(value.value, bool):
            if value.value is not neutral:
                return value if all(map(is_comparison, rest)) else tree
        else:
            rest.append(value)
    if len(rest) == len(tree.values):
        return tree
    if not rest:
        return constant(neutral)
    return joined_by(tree.op, rest)


def is_comparison(tree: Expression) -> bool:
    """Return True if an expression compares values, and can be left out if nobody asks."""
    called = any(isinstance(node, gast.Call) for node in walk(tree))
    return isinstance(tree, gast.Compare) and not called


def literal(value: Any) -> Expression:
    """Return a number, with its sign as an operation."""
    if isinstance(value, bool) or (value >= 0 and str(value) != "-0.0"):
        return constant(value)
    return gast.UnaryOp(gast.USub(), constant(-value))
