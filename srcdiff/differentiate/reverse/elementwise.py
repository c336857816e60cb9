"""Turn the rule of an operation on numbers into that of the operation on arrays."""

from __future__ import annotations

import builtins
import operator
from dataclasses import dataclass

import gast
import numpy as np

from srcdiff.analyse.arrays.arrays import Arrays
from srcdiff.analyse.arrays.masks import Mask
from srcdiff.analyse.types.types import Types, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import LINEAR, Operation
from srcdiff.differentiate.adjoint import Adjoint
from srcdiff.syntax import (
    Expression,
    Statement,
    adjoint,
    binary,
    call,
    constant,
    dotted,
    is_adjoint,
    name,
    number,
    path,
    rebuild,
)

POWERS = (operator.pow, builtins.pow, np.power)
BUILTINS = {"abs": "np.abs", "min": "np.minimum", "max": "np.maximum", "pow": "np.power"}


@dataclass(frozen=True)
class Place:
    """An operation with arrays: its statement, its result, and what is known of the names.

    `active` has the names of the active operands, "" for the others. With a `mask` the result is
    needed only where its condition holds, or does not; `later` are operands whose own adjoints
    see to that. The `paired` names of arrays have adjoints beside them, of the same shape.
    """

    statement: Statement
    target: str
    found: Operation
    active: tuple[str, ...]
    types: Types
    arrays: Arrays
    mask: Mask | None = None
    later: frozenset[str] = frozenset()
    paired: frozenset[str] = frozenset()


def lifted(place: Place, plain: Adjoint) -> Adjoint:
    """Return the adjoint of an operation on arrays, from that of the one on numbers."""
    steps = tuple((n, of_arrays(value)) for n, value in plain.steps)
    whole = name(adjoint(place.target))
    added = [(n, without_negative_powers(v, place.found, place.types)) for n, v in plain.terms]
    values = [(n, whole if n in place.later else of_arrays(value)) for n, value in added]
    terms = tuple((n, fitted(place, n, masked(place, value))) for n, value in values)
    fits = [value for _, value in terms if dotted(getattr(value, "func", value)) == "runtime.fit"]
    shapes = {n for value in fits if not is_adjoint(n := dotted(value.args[1]))}
    return Adjoint(steps, terms, plain.needs, shapes=frozenset(shapes))


def of_arrays(tree: Expression) -> Expression:
    """Return an expression of numbers as one of arrays.

    >>> from srcdiff.syntax import expression, unparse
    >>> text = "g * (math.cos(x) if x > 0.0 and y else abs(y))"
    >>> unparse(of_arrays(expression(text)))
    'g * np.where((x > 0.0) & y, np.cos(x), np.abs(y))'
    >>> unparse(of_arrays(expression("g if x < y <= z else 0.0")))
    'np.where((x < y) & (y <= z), g, 0.0)'
    """
    if not tree._fields:
        return tree
    tree = rebuild(tree, of_arrays)
    if isinstance(tree, gast.IfExp):
        return call("np.where", tree.test, tree.body, tree.orelse)
    if isinstance(tree, gast.Compare) and len(tree.ops) > 1:
        sides = [tree.left, *tree.comparators]
        links = zip(sides[:-1], tree.ops, sides[1:], strict=True)
        tree = gast.BoolOp(gast.And(), [gast.Compare(a, [op], [b]) for a, op, b in links])
    if isinstance(tree, gast.BoolOp):
        operator = gast.BitAnd() if isinstance(tree.op, gast.And) else gast.BitOr()
        first, *rest = tree.values
        for value in rest:
            first = gast.BinOp(first, operator, value)
        return first
    if isinstance(tree, gast.Call):
        callee = dotted(tree.func)
        if callee == "complex":
            return complex_of(*tree.args)
        plain = callee.removeprefix("math.").removeprefix("cmath.")
        if callee in BUILTINS or plain != callee:
            return gast.Call(path(BUILTINS.get(callee, f"np.{plain}")), tree.args, tree.keywords)
    return tree


def without_negative_powers(tree: Expression, found: Operation, types: Types) -> Expression:
    """Return a term of an integer power without that of -1 where the exponent is 0.

    Compiled, that of 0.0 raises ZeroDivisionError, also where nobody asks for it.

    >>> from srcdiff.core.operations import operation
    >>> from srcdiff.syntax import expression, unparse
    >>> found = operation(expression("x ** n"))
    >>> types = Types({"n": numba_types.int64}, numba_types.none)
    >>> term = expression("0.0 if n == 0 else g * n * x ** (n - 1)")
    >>> unparse(without_negative_powers(term, found, types))
    'g * n * x ** (0 if n == 0 else n - 1)'
    """
    kind = types[dotted(found.operands[-1])]
    if found.function not in POWERS or not isinstance(
        getattr(kind, "dtype", kind), numba_types.Integer
    ):
        return tree

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.IfExp) and number(node.body) == 0:
            return rebuild(node.orelse, lambda part: guarded(part, node.test))
        return rebuild(node, change) if node._fields else node

    def guarded(node: gast.AST, is_zero: Expression) -> gast.AST:
        if isinstance(node, gast.BinOp) and isinstance(node.op, gast.Pow):
            chosen = gast.IfExp(is_zero, constant(0), node.right)
            return binary(node.left, gast.Pow(), chosen)
        return rebuild(node, lambda part: guarded(part, is_zero)) if node._fields else node

    return change(tree)


def masked(place: Place, term: Expression) -> Expression:
    """Return a term that is zero where the result is not needed, also where it would be nan."""
    if place.mask is None or place.found.function in LINEAR:
        return term
    ways = [term, constant(0.0)] if place.mask.holds else [constant(0.0), term]
    return call("np.where", name(place.mask.condition), *ways)


def complex_of(real: Expression, imaginary: Expression) -> Expression:
    """Return complex numbers with given parts.

    >>> from srcdiff.syntax import expression, unparse
    >>> unparse(complex_of(expression("g"), expression("0.0")))
    'g + 0j'
    """
    if number(imaginary) == 0.0:
        return binary(real, gast.Add(), constant(0j))
    turned = binary(imaginary, gast.Mult(), constant(1j))
    return turned if number(real) == 0.0 else binary(real, gast.Add(), turned)


def fitted(place: Place, operand: str, term: Expression) -> Expression:
    """Return what a term, of the shape of the result, adds to the adjoint of an operand."""
    if not is_array(place.types[place.target]):
        return term
    if not is_array(place.types[operand]):
        return call("np.sum", term)
    if place.arrays.same_shape(place.target, operand):
        return term
    like = adjoint(operand) if operand in place.paired else place.arrays.like(operand)
    return call("runtime.fit", term, name(like))
