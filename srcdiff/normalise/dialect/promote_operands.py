"""Write calls by the kinds of their operands, where Numba does not look at all of them.

NumPy finds the type of the elements of a result from all operands. Numba takes that of the first
one for `np.clip` and `np.kron`, and has no `np.inner`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import gast
import numpy as np
from numba.np.numpy_support import as_dtype, from_dtype

from srcdiff.analyse.types.types import Type, Types, is_array, is_inexact
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.core.needs import needs
from srcdiff.core.operations import Operation, operation
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.dialect.mixed_products import converted, kind_of
from srcdiff.syntax import (
    Block,
    Statement,
    assign,
    beside,
    binary,
    call,
    key,
    map_blocks,
    name,
    targets,
    with_body,
)

Rewrite = Callable[[str, Operation, Sequence[Type], Statement], Block]
NUMBERS = (numba_types.Number, numba_types.Boolean)
ROUNDS = 20  # what is written anew may change the kinds of other operands


@needs(".clip", ".inner", ".kron")
def promote_operands(
    core: Core, types: Types, types_of: Callable[[Core], Types]
) -> tuple[Core, Types]:
    """Return a core form in which calls give the same kinds of arrays as NumPy's, and its types.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(n, s, x):
    ...     a = np.clip(n, s, 2.5)
    ...     b = np.kron(2, x)
    ...     c = np.inner(x, n)
    ... ''')
    >>> core = Core(tree, {}, {}, None, tree)
    >>> known = {
    ...     "n": numba_types.Array(numba_types.int64, 1, "C"),
    ...     "s": numba_types.float64,
    ...     "x": numba_types.Array(numba_types.float64, 2, "C"),
    ... }
    >>> types = Types(known, numba_types.none)
    >>> print(unparse(promote_operands(core, types, lambda new: types)[0].tree))
    def f(n, s, x):
        a··first = n.astype(np.float64)
        a = np.clip(a··first, s, 2.5)
        b = 2 * x
        c = np.dot(x, n)
    """

    def change(block: Block) -> Block:
        return [new for statement in block for new in changed(statement, types)]

    for _ in range(ROUNDS):
        tree = with_body(core.tree, map_blocks(core.tree.body, change))
        if key(tree) == key(core.tree):
            break
        core = replace(core, tree=tree)
        types = types_of(core)
    return core, types


def changed(statement: Statement, types: Types) -> Block:
    """Return the statements that stand for a statement."""
    bound = targets(statement)
    found = operation(getattr(statement, "value", None)) if len(bound) == 1 else None
    if found is None or found.function not in TABLE:
        return [statement]
    kinds = [kind_of(operand, types) for operand in found.operands]
    new = TABLE[found.function](bound[0], found, kinds, statement)
    return new or [statement]


def clipped(target: str, found: Operation, kinds: Sequence[Type], statement: Statement) -> Block:
    """np.clip(n, a, b) is np.clip(n.astype(np.float64), a, b) for integers and other bounds"""
    return with_first(target, found, kinds, statement) if is_array(kinds[0]) else []


def with_first(target: str, found: Operation, kinds: Sequence[Type], statement: Statement) -> Block:
    """Return a call with the first array converted, if it is one of integers and others are not."""
    plain = [kind.dtype if is_array(kind) else kind for kind in kinds]
    if is_inexact(plain[0]) or not any(map(is_inexact, plain)):
        return []
    numbers = [as_dtype(kind) for kind in plain if isinstance(kind, NUMBERS)]
    whole = converted(found.operands[0], from_dtype(np.result_type(*numbers)))
    first = beside(target, "first")
    called = "np.clip" if found.function is np.clip else "np.kron"
    new = call(called, name(first), *found.operands[1:])
    return [assign(first, whole, statement), assign(target, new, statement)]


def scaled(target: str, found: Operation, kinds: Sequence[Type], statement: Statement) -> Block:
    """np.kron(2, x) is 2 * x, and np.kron(n, x) is np.kron(n.astype(np.float64), x)"""
    if len(kinds) != 2:
        return []
    if all(map(is_array, kinds)):
        return with_first(target, found, kinds, statement)
    return [assign(target, binary(found.operands[0], gast.Mult(), found.operands[1]), statement)]


def inner(target: str, found: Operation, kinds: Sequence[Type], statement: Statement) -> Block:
    """np.inner(x, y) is np.dot(x, np.transpose(y)) for a matrix y, and np.dot(x, y) for others"""
    first, second = found.operands
    ndims = [kind.ndim if is_array(kind) else 0 for kind in kinds]
    if 0 in ndims:
        return [assign(target, binary(first, gast.Mult(), second), statement)]
    if max(ndims) > 2:
        raise UnsupportedSyntax(
            "`np.inner` is supported for vectors and matrices", statement.value, "use np.einsum"
        )
    if ndims[1] == 1:
        return [assign(target, call("np.dot", first, second), statement)]
    turned = beside(target, "turned")
    product = call("np.dot", first, name(turned))
    return [
        assign(turned, call("np.transpose", second), statement),
        assign(target, product, statement),
    ]


TABLE: dict[object, Rewrite] = {np.clip: clipped, np.inner: inner, np.kron: scaled}
