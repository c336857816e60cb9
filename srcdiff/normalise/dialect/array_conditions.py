"""Raise where a condition is an array that has not one element, as NumPy does.

Without effect the condition would be left out, and what it raises with it.
"""

from __future__ import annotations

import gast

from srcdiff.analyse.types.expression_types import type_in
from srcdiff.analyse.types.types import Types, is_array
from srcdiff.normalise.control_flow.guards import raising
from srcdiff.syntax import Block, Expression, call, clone, constant, map_blocks, with_body

MESSAGE = "the truth value of an array needs one element"


def array_conditions(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function with checks of arrays that are conditions.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(a):
    ...     s = 0.0
    ...     while a > s:
    ...         s = s + 1.0
    ...     return s
    ... ''')
    >>> known = {"a": numba_types.Array(numba_types.float64, 1, "C"), "s": numba_types.float64}
    >>> print(unparse(array_conditions(tree, Types(known, numba_types.none))))
    def f(a):
        s = 0.0
        if np.size(a > s) != 1:
            raise ValueError('the truth value of an array needs one element')
        while a > s:
            s = s + 1.0
            if np.size(a > s) != 1:
                raise ValueError('the truth value of an array needs one element')
        return s
    """

    def block(old: Block) -> Block:
        new: Block = []
        for statement in old:
            if isinstance(statement, (gast.If, gast.While)) and may_raise(statement.test, types):
                size = call("np.size", clone(statement.test))
                check = raising(
                    gast.Compare(size, [gast.NotEq()], [constant(1)]), MESSAGE, statement
                )
                new.append(check)
                if isinstance(statement, gast.While):
                    statement = with_body(statement, [*statement.body, clone(check)])
            new.append(statement)
        return new

    return with_body(tree, map_blocks(tree.body, block))


def may_raise(test: Expression, types: Types) -> bool:
    """Return True if a condition is an array that may have more or fewer elements than one."""
    kind = type_in(test, types)
    return kind is not None and is_array(kind) and kind.ndim > 0
