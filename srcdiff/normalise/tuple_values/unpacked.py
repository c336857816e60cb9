"""Unpack arrays that functions return element by element; tuples have parts of their own."""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.normalise.control_flow.guards import unpacking
from srcdiff.normalise.tuple_values.name_unpacked import WHOLE
from srcdiff.syntax import (
    Block,
    Statement,
    assign,
    beside,
    call,
    constant,
    dotted,
    each_block,
    element,
    locate,
    name,
    targets,
    unpacks,
)


def unpacked(tree: gast.FunctionDef, is_array: Callable[[str], bool]) -> gast.FunctionDef:
    """Return the function without names of whole results (normalise/tuple_values/name_unpacked.py).

    An array is unpacked by reading its elements, or its rows, one after the other.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x):
    ...     a··whole = g(x)
    ...     a, b = a··whole
    ...     c··whole = h(x)
    ...     c, d = c··whole
    ...     return c
    ... ''')
    >>> print(unparse(unpacked(tree, lambda name: name == "a··whole")))
    def f(x):
        a··whole = g(x)
        a··whole··count = len(a··whole)
        a··whole··other = a··whole··count != 2
        if a··whole··other:
            raise ValueError('wrong number of values to unpack (expected 2)')
        a = a··whole[0]
        b = a··whole[1]
        c, d = h(x)
        return c
    """

    def change(block: Block) -> Block:
        new: Block = []
        for statement in block:
            whole = dotted(getattr(statement, "value", None) or constant(None))
            if not unpacks(statement) or not whole.endswith(WHOLE):
                new.append(statement)
            elif is_array(whole):
                new += elements(whole, statement)
            else:
                made = new.pop()
                both = gast.Assign(statement.targets, made.value, None)
                new.append(locate(both, statement))
        return new

    return each_block(tree, change)


def elements(whole: str, place: Statement) -> Block:
    """Return the statements that unpack an array."""
    bound = targets(place)
    count, other = beside(whole, "count"), beside(whole, "other")
    differs = gast.Compare(name(count), [gast.NotEq()], [constant(len(bound))])
    new: Block = [
        assign(count, call("len", name(whole)), place),
        assign(other, differs, place),
        unpacking(name(other), len(bound), place),
    ]
    for position, target in enumerate(bound):
        part = element(name(whole), position)
        new.append(assign(target, part, place))
    return new
