"""Which arrays of a function may be reached under several names."""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.analyse.arrays.subscripts import parts_of
from srcdiff.core.operations import is_shape, is_view, operation
from srcdiff.syntax import Block, Expression, dotted, members, targets, walk, walk_statements


def shared(body: Block, is_array: Callable[[str], bool]) -> set[str]:
    """Return the arrays that have other names too, or of which there are views.

    A part that is passed to a function may be one: the function may write to it. So may a name
    of unknown type, unless it gets one element.
    """
    found = passed_in_part(body)
    for statement in walk_statements(body):
        if not isinstance(statement, gast.Assign):
            continue
        known = any(map(is_array, targets(statement)))
        parts = [p for p in members(statement.value) if known or not may_be_element(p)]
        for array in filter(None, map(viewed, parts)):
            found |= {*targets(statement), array}
    return found


def may_be_element(value: Expression) -> bool:
    """Return True if an expression may be one element, False for views and for other names."""
    if not isinstance(value, gast.Subscript):
        return is_shape(value)
    return not any(isinstance(part, gast.Slice) for part in parts_of(value.slice))


def viewed(value: Expression) -> str:
    """Return the array that an expression is another name or a view of, or "".

    >>> from srcdiff.syntax import expression
    >>> [viewed(expression(e)) for e in ("x", "x[1:].T", "x.reshape(2, 3)", "np.sin(x)")]
    ['x', 'x', 'x', '']
    """
    while not isinstance(value, gast.Name):
        found = operation(value) if isinstance(value, gast.Call) else None
        if found is not None and is_view(found):
            value = found.operands[0]
        elif isinstance(value, (gast.Subscript, gast.Attribute)):
            value = value.value
        else:
            return ""
    return str(value.id)


def passed_in_part(body: Block) -> set[str]:
    """Return the arrays of which parts are passed to functions of the module."""
    found: set[str] = set()
    for node in (node for statement in body for node in walk(statement)):
        if isinstance(node, gast.Call) and isinstance(node.func, gast.Name):
            for part in node.args:
                while isinstance(part, gast.Subscript):
                    part = part.value
                    found.add(dotted(part))
    return found
