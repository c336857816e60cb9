"""Write products of arrays of several kinds of numbers as those of one kind, as Numba has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gast

from srcdiff.analyse.types.templates import mixed_product
from srcdiff.analyse.types.types import Type, Types, dtype_name, is_array, typeof
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.needs import needs
from srcdiff.core.operations import operation
from srcdiff.errors import UnsupportedType
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    Statement,
    assign,
    binary,
    call,
    call_method,
    dotted,
    map_blocks,
    name,
    number,
    path,
    targets,
    with_body,
)

KEPT = ("np.outer", "np.vdot", "np.kron")  # Numba takes these as they are, the adjoints do not
FUNCTIONS = ("np.dot", *KEPT)


@needs(gast.MatMult, ".dot", *FUNCTIONS)
def mixed_products(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function with the arrays of each product converted to one kind of numbers.

    A product of a number and an array, which `np.dot` takes, is one of each element.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(n, x):
    ...     y = n @ x
    ...     z = np.dot(y, x)
    ...     return z
    ... ''')
    >>> known = {
    ...     "n": numba_types.Array(numba_types.int64, 1, "C"),
    ...     "x": numba_types.Array(numba_types.float64, 1, "C"),
    ...     "y": numba_types.float64,
    ... }
    >>> print(unparse(mixed_products(tree, Types(known, numba_types.none))))
    def f(n, x):
        y·n = n.astype(np.float64)
        y = y·n @ x
        z = y * x
        return z
    """

    def change(block: Block) -> Block:
        return [new for statement in block for new in changed(statement, types)]

    return with_body(tree, map_blocks(tree.body, change))


def with_function(value: Any, types: Types) -> Any:
    """Return a product by the method of an array as one by NumPy's function."""
    method = value.func if isinstance(value, gast.Call) else None
    if not isinstance(method, gast.Attribute) or method.attr != "dot":
        return value
    array = method.value
    known = isinstance(array, gast.Name) and types.is_array(array.id)
    return call("np.dot", array, *value.args) if known else value


def changed(statement: Statement, types: Types) -> Block:
    """Return the statements that stand for a statement."""
    value: Any
    bound, value = targets(statement), getattr(statement, "value", None)
    value = with_function(value, types)
    is_call = isinstance(value, gast.Call) and dotted(value.func) in FUNCTIONS
    is_product = isinstance(value, gast.BinOp) and isinstance(value.op, gast.MatMult)
    operands = operation_of(value) if len(bound) == 1 and (is_call or is_product) else ()
    if len(operands) != 2:
        return [statement]
    called = dotted(value.func) if is_call else ""
    kinds = [kind_of(operand, types) for operand in operands]
    if called not in KEPT and all(map(is_of_integers, kinds)):
        return of_integers(statement, operands, kinds)
    made = mixed_product(tuple(kinds), called == "np.dot")
    if made is None:
        return [statement]
    if not all(map(is_array, kinds)):
        return [assign(bound[0], binary(operands[0], gast.Mult(), operands[1]), statement)]
    precise = made.dtype if is_array(made) else made
    before: Block = []
    given: list[Expression] = []
    for operand, kind in zip(operands, kinds, strict=True):
        if kind.dtype == precise:
            given.append(operand)
            continue
        part = f"{bound[0]}{SEPARATOR}{dotted(operand)}"
        before.append(assign(part, converted(operand, precise), statement))
        given.append(name(part))
    product = binary(given[0], gast.MatMult(), given[1])
    new = call(called, *given) if called in KEPT else product
    return [*before, assign(bound[0], new, statement)]


def converted(operand: Expression, precise: Type) -> Expression:
    """Return an array of numbers of another type."""
    return call_method(operand, "astype", path(f"np.{dtype_name(precise)}"))


def kind_of(operand: Expression, types: Types) -> Type:
    """Return the type of a name, or of a number."""
    value = number(operand)
    return types[dotted(operand)] if value is None else typeof(value)


def is_of_integers(kind: Type) -> bool:
    """Return True if a type is one of arrays of integers, or of booleans."""
    return is_array(kind) and isinstance(kind.dtype, (numba_types.Integer, numba_types.Boolean))


def of_integers(
    statement: Statement, operands: Sequence[Expression], kinds: Sequence[Type]
) -> Block:
    """Return a product of vectors of integers as the sum of the products of their elements.

    Raises UnsupportedType for matrices, and for booleans: NumPy's product of these is one.
    """
    check_integers(kinds, statement)
    (target,) = targets(statement)
    part = f"{target}{SEPARATOR}products"
    product = binary(operands[0], gast.Mult(), operands[1])
    return [assign(part, product, statement), assign(target, call("np.sum", name(part)), statement)]


def check_integers(kinds: Sequence[Type], place: gast.AST) -> None:
    """Raise UnsupportedType for what Numba cannot multiply: integers in other than two vectors.

    NumPy adds the products of narrow integers in their own width, in which the sum wraps.
    """
    if any(kind.ndim != 1 or isinstance(kind.dtype, numba_types.Boolean) for kind in kinds):
        raise UnsupportedType(
            "Numba has no products of matrices of integers, or of booleans",
            place,
            "convert one of them: `.astype(np.float64)`",
        )
    if all(kind.dtype.bitwidth < 64 for kind in kinds):
        raise UnsupportedType(
            "products of vectors of integers of less than 64 bits are not supported",
            place,
            "convert one of them: `.astype(np.float64)`, or `.astype(np.int64)`",
        )


def operation_of(value: Expression) -> tuple[Expression, ...]:
    """Return the operands of an operator, or of a call."""
    found = operation(value)
    return tuple(found.operands) if found is not None else ()
