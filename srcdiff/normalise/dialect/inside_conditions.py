"""Write what Numba lacks inside of conditions: these keep their operations as they are.

Nothing in a condition is written to, so that copies do no harm.
"""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.analyse.arrays.subscripts import parts_of
from srcdiff.analyse.types.own_inference.type_in import type_in
from srcdiff.analyse.types.templates import mixed_product
from srcdiff.analyse.types.types import Types, is_array
from srcdiff.core.operations import is_elementwise, is_shape, operation
from srcdiff.normalise.dialect.mixed_products import (
    FUNCTIONS,
    KEPT,
    check_integers,
    converted,
    is_of_integers,
)
from srcdiff.normalise.indexing.wide_masks import is_wide, rows_of
from srcdiff.syntax import (
    Expression,
    Statement,
    binary,
    call,
    dotted,
    locate,
    map_blocks,
    mapped,
    with_body,
)

COPIES = {"T", "copy", "astype", "reshape", "ravel", "flatten", "transpose", "real", "imag"}


def inside_conditions(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function with conditions that Numba compiles.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(a, m, s, x):
    ...     while abs(a - 1.0).max() > abs(x):
    ...         x = x * 2.0
    ...     c = a.T.reshape(6)[0] < x
    ...     if np.sum(a[m]) > 0.0:
    ...         return x
    ...     d = np.dot(np.arange(3), s * 2.0) < s @ s
    ... ''')
    >>> known = {
    ...     "a": numba_types.Array(numba_types.float64, 2, "C"),
    ...     "m": numba_types.Array(numba_types.boolean, 2, "C"),
    ...     "s": numba_types.Array(numba_types.float64, 1, "C"),
    ...     "x": numba_types.float64,
    ... }
    >>> print(unparse(inside_conditions(tree, Types(known, numba_types.none))))
    def f(a, m, s, x):
        while np.abs(a - 1.0).max() > abs(x):
            x = x * 2.0
        c = np.ascontiguousarray(a.T).reshape(6)[0] < x
        if np.sum(np.ravel(np.ascontiguousarray(a))[np.ravel(m)]) > 0.0:
            return x
        d = np.arange(3).astype(np.float64) @ (s * 2.0) < s @ s
    """

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.stmt) or not node._fields:
            return node
        node = mapped(node, change)
        for rewrite in (absolute, clipped, in_rows, masked, of_one_kind):
            node = rewrite(node, types)
        return node

    def block(old: list[Statement]) -> list[Statement]:
        return [mapped(s, change) if has_condition(s) else s for s in old]

    return with_body(tree, map_blocks(tree.body, block))


def has_condition(statement: Statement) -> bool:
    """Return True if what a statement evaluates is a condition."""
    if isinstance(statement, gast.Assign):
        return isinstance(statement.value, (gast.Compare, gast.BoolOp))
    return isinstance(statement, (gast.If, gast.While, gast.Assert))


def absolute(tree: gast.AST, types: Types) -> gast.AST:
    """Return the absolute values of arrays by a function that takes arrays."""
    if not isinstance(tree, gast.Call) or dotted(tree.func) != "abs":
        return tree
    return locate(call("np.abs", *tree.args), tree) if is_whole(tree.args[0], types) else tree


def clipped(tree: gast.AST, types: Types) -> gast.AST:
    """Return a number within limits, by functions that take numbers."""
    if not isinstance(tree, gast.Call) or dotted(tree.func) != "np.clip" or len(tree.args) != 3:
        return tree
    if any(is_whole(part, types) for part in tree.args):
        return tree
    given, low, high = tree.args
    return locate(call("np.minimum", call("np.maximum", given, low), high), tree)


def in_rows(tree: gast.AST, types: Types) -> gast.AST:
    """Return another shape of an array whose elements are in the order of rows."""
    if not isinstance(tree, gast.Call) or not isinstance(tree.func, gast.Attribute):
        return tree
    if tree.func.attr != "reshape":
        return tree
    is_function = dotted(tree.func) == "np.reshape"
    array = tree.args[0] if is_function else tree.func.value
    if getattr(types[dotted(array)], "layout", "") == "C":
        return tree
    rows = locate(call("np.ascontiguousarray", array), array)
    if is_function:
        return locate(gast.Call(tree.func, [rows, *tree.args[1:]], tree.keywords), tree)
    method = locate(gast.Attribute(rows, "reshape", gast.Load()), tree)
    return locate(gast.Call(method, tree.args, tree.keywords), tree)


def masked(tree: gast.AST, types: Types) -> gast.AST:
    """Return what a mask of several dimensions chooses by one of one dimension."""
    if not isinstance(tree, gast.Subscript) or not is_wide(tree, types):
        return tree
    rows = rows_of(tree, call("np.ascontiguousarray", tree.value), types)
    return locate(gast.Subscript(rows, call("np.ravel", tree.slice), gast.Load()), tree)


def of_one_kind(tree: gast.AST, types: Types) -> gast.AST:
    """Return a product of arrays of several kinds of numbers as one of arrays of one kind.

    Raises UnsupportedType for matrices of integers.
    """
    called = dotted(tree.func) if isinstance(tree, gast.Call) else ""
    is_product = isinstance(tree, gast.BinOp) and isinstance(tree.op, gast.MatMult)
    found = operation(tree) if called in FUNCTIONS or is_product else None
    if found is None or len(found.operands) != 2:
        return tree
    kinds: list[Any] = [type_in(operand, types) for operand in found.operands]
    if None in kinds:
        return tree
    of_elements = locate(binary(found.operands[0], gast.Mult(), found.operands[1]), tree)
    if called not in KEPT and all(map(is_of_integers, kinds)):
        check_integers(kinds, tree)
        return locate(call("np.sum", of_elements), tree)
    made = mixed_product(tuple(kinds), called == "np.dot")
    if made is None or not all(map(is_array, kinds)):
        return tree if made is None else of_elements
    precise = made.dtype if is_array(made) else made
    left, right = (
        operand if kind.dtype == precise else converted(operand, precise)
        for operand, kind in zip(found.operands, kinds, strict=True)
    )
    new = call(called, left, right) if called in KEPT else binary(left, gast.MatMult(), right)
    return locate(new, tree)


def is_whole(tree: Expression, types: Types) -> bool:
    """Return True if an expression gives an array.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import expression
    >>> types = Types({"a": numba_types.Array(numba_types.float64, 1, "C")}, numba_types.none)
    >>> [is_whole(expression(t), types) for t in ("-a", "a[1:]", "np.sin(a)", "a[0]", "a.size")]
    [True, True, True, False, False]
    """
    if isinstance(tree, gast.Name):
        return types.is_array(tree.id)
    if isinstance(tree, gast.Subscript):
        parts = parts_of(tree.slice)
        rank = types.ndim(dotted(tree.value)) or len(parts)
        several = any(isinstance(p, gast.Slice) or is_whole(p, types) for p in parts)
        return not is_shape(tree) and (several or len(parts) < rank)
    if isinstance(tree, gast.Attribute):
        return tree.attr in COPIES and is_whole(tree.value, types)
    method = tree.func if isinstance(tree, gast.Call) else None
    if (
        isinstance(method, gast.Attribute)
        and method.attr in COPIES
        and is_whole(method.value, types)
    ):
        return True
    if not isinstance(tree, (gast.BinOp, gast.UnaryOp, gast.Call)):
        return False
    found = operation(tree)
    if found is None or not is_elementwise(found):
        return False
    return any(is_whole(operand, types) for operand in found.operands)
