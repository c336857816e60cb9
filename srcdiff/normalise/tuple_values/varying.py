"""Read tuples with subscripts that vary from arrays of their parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.tuple_values.tuples import CountOf
from srcdiff.syntax import (
    Block,
    assign,
    beside,
    call,
    constant,
    dotted,
    each_block,
    name,
    number,
    rebuild,
    subscript,
    targets,
    tuple_of,
    walk,
    walk_statements,
)


def varying(
    tree: gast.FunctionDef, count_of: CountOf, has_arrays: Callable[[str], bool]
) -> gast.FunctionDef:
    """Return the function with arrays for the tuples of which a varying part is read.

    `count_of` tells of how many parts a name stands for, 0 for what is no tuple. A tuple
    that is bound more than once stays as it is. Raises UnsupportedSyntax for a tuple of which
    `has_arrays` says that arrays are among its parts: they may be of different shapes, what is
    written to one of them is seen under its other names, and an array of them has neither.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(varying(function('''
    ... def f(x, y, i):
    ...     t = (x, y)
    ...     return t[i] + t[0]
    ... '''), lambda name: 2 if name == "t" else 0, lambda name: False)))
    def f(x, y, i):
        t = (x, y)
        t··items = np.array((t[0], t[1]))
        return t··items[i] + t[0]
    """
    times = Counter(t for s in walk_statements(tree.body) for t in targets(s))
    places = [node for node in walk(tree) if isinstance(node, gast.Subscript) and varies(node)]
    for node in places:
        if has_arrays(dotted(node.value)):
            raise UnsupportedSyntax(
                "it is not known which array of a tuple this subscript selects",
                node,
                "loop over the tuple or over a `range` of constants, without `break`, `continue` "
                "and `return`; or put the arrays into one array",
            )
    found = {dotted(node.value) for node in places if times[dotted(node.value)] == 1}
    found = {whole for whole in found if count_of(whole)}
    if not found:
        return tree

    def change(node: gast.AST) -> gast.AST:
        node = rebuild(node, change)
        if isinstance(node, gast.Subscript) and varies(node) and dotted(node.value) in found:
            node.value = gast.copy_location(name(items(dotted(node.value))), node.value)
        return node

    def with_arrays(block: Block) -> Block:
        new: Block = []
        for statement in block:
            new.append(statement)
            for whole in targets(statement):
                if whole in found:
                    parts = [subscript(whole, constant(k)) for k in range(count_of(whole))]
                    array = call("np.array", tuple_of(parts))
                    new.append(assign(items(whole), array, statement))
        return new

    changed = rebuild(tree, change)
    return each_block(changed, with_arrays)


def items(whole: str) -> str:
    """Return the name of the array of the parts of a tuple."""
    return beside(whole, "items")


def varies(node: gast.Subscript) -> bool:
    """Return True if a subscript is not known beforehand."""
    return not isinstance(node.slice, gast.Slice) and not isinstance(number(node.slice), int)
