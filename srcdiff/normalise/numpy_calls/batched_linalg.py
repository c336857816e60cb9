"""Write products and linear algebra of stacks of matrices as functions that go over them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.types.stacked import are_stacks
from srcdiff.analyse.types.types import Types
from srcdiff.core import Core
from srcdiff.core.operations import operation
from srcdiff.library import stacks as library
from srcdiff.syntax import (
    Block,
    Statement,
    assign,
    call,
    dotted,
    fresh,
    map_blocks,
    targets,
    with_body,
)

FUNCTIONS: dict[Any, Callable[..., Any]] = {
    "@": library.products,
    np.linalg.solve: library.solutions,
    np.linalg.inv: library.inverses,
    np.linalg.det: library.determinants,
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
        if found is None or len(bound) != 1 or not found.operands:
            return statement
        is_product = isinstance(value, gast.BinOp) and isinstance(value.op, gast.MatMult)
        function = FUNCTIONS.get("@" if is_product else found.function)
        if function is None or not are_stacks(tuple(types[dotted(o)] for o in found.operands)):
            return statement
        title = next((t for t, known in functions.items() if known is function), "")
        title = title or fresh(function.__name__, functions)
        functions[title] = function
        return assign(bound[0], call(title, *found.operands), statement)

    tree = with_body(core.tree, map_blocks(core.tree.body, change))
    return replace(core, tree=tree, functions=functions)
