"""Raise where a condition is an array that has not one element, as NumPy does.

Without effect the condition would be left out, and what it raises with it.
"""

from __future__ import annotations

import builtins

import gast

from srcdiff.analyse.types.own_inference.type_in import type_in
from srcdiff.analyse.types.types import Types, is_array
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.control_flow.guards import raising
from srcdiff.normalise.exceptions.caught import CAUGHT
from srcdiff.syntax import (
    Block,
    Expression,
    call,
    clone,
    constant,
    dotted,
    map_blocks,
    members,
    walk,
    walk_statements,
    with_body,
)

TESTING = (gast.If, gast.While, gast.Assert)
MESSAGE = "the truth value of an array needs one element"


def array_conditions(
    tree: gast.FunctionDef, types: Types, written: gast.FunctionDef | None = None
) -> gast.FunctionDef:
    """Return the function with checks of arrays that are conditions.

    Raises UnsupportedSyntax inside a `try` of the author, who has `written` it, that may take what
    they raise: that has become branches by now.

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

    taken = lines_in_try(tree, written)

    def block(old: Block) -> Block:
        new: Block = []
        for statement in old:
            is_taken = getattr(statement, "lineno", None) in taken
            if is_taken and isinstance(statement, TESTING) and any_raises(statement.test, types):
                raise UnsupportedSyntax(
                    "this condition is an array, inside a `try` that may take the ValueError",
                    statement.test,
                    "ask for an element, or use `np.any` or `np.all`",
                )
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


def lines_in_try(tree: gast.FunctionDef, written: gast.FunctionDef | None) -> set[int]:
    """Return the lines of a function inside a `try` that takes ValueError.

    One that returns what it raises (exceptions/caught.py) is called in such a `try`.
    """
    if written is None:
        return set()
    is_caught = tree.name != written.name and tree.name.startswith(f"{written.name}{CAUGHT}")
    found = {s.lineno for s in walk_statements(written.body)} if is_caught else set()
    for node in walk(written):
        if isinstance(node, gast.Try) and any(map(takes_value_error, node.handlers)):
            found |= {s.lineno for s in walk_statements(node.body)}
    return found


def takes_value_error(handler: gast.ExceptHandler) -> bool:
    """Return True if a handler may take ValueError: classes of the author's may be its bases."""
    titles = [dotted(part) for part in members(handler.type)] if handler.type else [""]
    kinds = [getattr(builtins, title, ValueError) for title in titles]
    return any(issubclass(ValueError, kind) for kind in kinds)


def any_raises(test: Expression, types: Types) -> bool:
    """Return True if a condition, or a part of it, may be such an array."""
    if isinstance(test, gast.BoolOp):
        return any(any_raises(part, types) for part in test.values)
    if isinstance(test, gast.UnaryOp) and isinstance(test.op, gast.Not):
        return any_raises(test.operand, types)
    return may_raise(test, types)


def may_raise(test: Expression, types: Types) -> bool:
    """Return True if a condition is an array that may have more or fewer elements than one."""
    kind = type_in(test, types)
    return kind is not None and is_array(kind) and kind.ndim > 0
