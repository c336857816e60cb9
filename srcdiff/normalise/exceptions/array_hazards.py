"""Leave arrays out of the tests for what Python's arithmetic raises: NumPy's raises nothing.

The tests of raising.py are written before types are known, with `runtime.scalar` of the operands.
"""

from __future__ import annotations

import gast

from srcdiff.analyse.types.types import Types
from srcdiff.syntax import (
    Block,
    bottom_up,
    callee_of,
    constant,
    dotted,
    each_block,
    locate,
    reads,
    targets,
    walk_statements,
)


def array_hazards(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function with numbers in these tests, and without those of arrays alone.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, a):
    ...     fails = runtime.scalar(a) == 0
    ...     if fails:
    ...         raise ZeroDivisionError
    ...     also_fails = runtime.scalar(x) == 0
    ...     if also_fails:
    ...         raise ZeroDivisionError
    ...     return a / a / x
    ... ''')
    >>> known = {"a": numba_types.Array(numba_types.float64, 1, "C"), "x": numba_types.float64}
    >>> print(unparse(array_hazards(tree, Types(known, numba_types.none))))
    def f(x, a):
        also_fails = x == 0
        if also_fails:
            raise ZeroDivisionError
        return a / a / x
    """
    if "runtime" not in reads(tree):
        return tree

    def change(new: gast.AST) -> gast.AST:
        if callee_of(new) != "runtime.scalar":
            return new
        (operand,) = new.args
        return locate(constant(1.0), new) if types.is_array(dotted(operand)) else operand

    new: gast.FunctionDef = bottom_up(tree, change)
    pairs = zip(walk_statements(tree.body), walk_statements(new.body), strict=True)
    never = {t for old, s in pairs for t in targets(s) if is_hazard(old) and is_constant(s)}

    def block(old: Block) -> Block:
        kept: Block = []
        for statement in old:
            if isinstance(statement, gast.If) and dotted(statement.test) in never:
                kept += statement.orelse
            elif not never & {*targets(statement)}:
                kept.append(statement)
        return kept

    return each_block(new, block)


def is_hazard(statement: gast.AST) -> bool:
    """Return True if a statement names the test of what an operation may raise."""
    return "runtime" in reads(getattr(statement, "value", None) or [])


def is_constant(statement: gast.AST) -> bool:
    """Return True if a statement gives a name to what reads no variable."""
    return not reads(statement.value) - {"abs", "math"}
