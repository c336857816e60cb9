"""Write functions of arrays of ranks that Numba does not take as functions of srcdiff/library.

Products and linear algebra of stacks of matrices are among them.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.types.ranks import result_of_rank
from srcdiff.analyse.types.stacked import are_stacks
from srcdiff.analyse.types.types import Types
from srcdiff.core import Core
from srcdiff.core.operations import Operation, operation
from srcdiff.library import contractions, diagonals, stacks
from srcdiff.library import linear_algebra_of_stacks as each
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    call,
    constant,
    dotted,
    fresh,
    map_blocks,
    targets,
    unpack,
    with_body,
)

FUNCTIONS: dict[Any, Callable[..., Any]] = {
    "@": stacks.products,
    np.linalg.solve: stacks.solutions,
}
OF_RANKS: dict[Any, Callable[..., Any]] = {  # with their types in analyse/types/ranks.py
    np.diagonal: diagonals.diagonal,
    np.trace: diagonals.trace,
    np.tril: diagonals.tril,
    np.triu: diagonals.triu,
    np.kron: diagonals.kron,
    np.dot: contractions.dot,
    np.linalg.inv: each.inverses,
    np.linalg.det: each.determinants,
    np.linalg.slogdet: each.logarithms_of_determinants,
    np.linalg.cholesky: each.cholesky_factors,
    np.linalg.pinv: each.pseudoinverses,
    np.linalg.eigh: each.eigenvectors,
    np.linalg.eigvalsh: each.eigenvalues,
    np.linalg.svd: each.singular_vectors,
}


def batched_linalg(core: Core, types: Types) -> Core:
    """Return a core form whose products, solutions and the like are of single matrices.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.errors import Origin
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(x, y):\\n    z = x @ y\\n    return z")
    >>> core = Core(tree, {}, {}, Origin("f", "f.py", 1, 0, []), tree)
    >>> kind = numba_types.Array(numba_types.float64, 3, "C")
    >>> print(unparse(batched_linalg(core, Types(dict.fromkeys("xyz", kind), kind)).tree))
    def f(x, y):
        z = products(x, y)
        return z
    """
    functions = dict(core.functions)

    def change(block: Block) -> Block:
        return [changed(statement) for statement in block]

    def changed(statement: Statement) -> Statement:
        bound, value = targets(statement), getattr(statement, "value", None)
        found = operation(value) if isinstance(value, (gast.BinOp, gast.Call)) else None
        if found is None or not bound or not found.operands:
            return statement
        library = chosen(value, found, types)
        if library is None:
            return statement
        function, given = library
        if function in (np.diag, np.full):
            return assign(bound[0], call(f"np.{function.__name__}", *given), statement)
        title = next((t for t, known in functions.items() if known is function), "")
        title = title or fresh(function.__name__, functions)
        functions[title] = function
        made = call(title, *given)
        if len(bound) > 1:
            return unpack(bound, made, statement)
        return assign(bound[0], made, statement)

    tree = with_body(core.tree, map_blocks(core.tree.body, change))
    return replace(core, tree=tree, functions=functions)


def chosen(
    value: Expression, found: Operation, types: Types
) -> tuple[Callable[..., Any], Sequence[Expression]] | None:
    """Return the function that stands for an operation of these ranks, and its arguments."""
    kinds = tuple(types[dotted(operand)] for operand in found.operands)
    is_product = isinstance(value, gast.BinOp) and isinstance(value.op, gast.MatMult)
    function = FUNCTIONS.get("@" if is_product else found.function)
    if function is not None:
        return (function, found.operands) if are_stacks(kinds) else None
    if is_product or result_of_rank(found.function, kinds) is None:
        return None
    if found.function is np.expand_dims:
        return np.full, [constant(1), found.operands[0]]
    function = OF_RANKS[found.function]
    if found.function is np.diagonal and kinds[0].ndim == 2 and len(kinds) < 3:
        return np.diag, found.operands
    if found.function is np.linalg.svd:
        is_full = len(found.operands) == 1 or getattr(found.operands[1], "value", None) is True
        return (function if is_full else each.some_singular_vectors), found.operands[:1]
    return function, [*found.operands, *defaults(function, len(found.operands))]


def defaults(function: Callable[..., Any], given: int) -> list[Expression]:
    """Return the numbers that a function of the library takes for arguments that are left out."""
    parameters = list(inspect.signature(function).parameters.values())
    return [constant(parameter.default) for parameter in parameters[given:]]
