"""Read tuples with subscripts that vary from arrays of their parts."""

from __future__ import annotations

from collections import Counter

import gast

from srcdiff.normalise.tuples import CountOf
from srcdiff.syntax import (
    Block,
    assign,
    beside,
    call,
    constant,
    dotted,
    map_blocks,
    name,
    number,
    rebuild,
    subscript,
    targets,
    tuple_of,
    walk,
    walk_statements,
    with_body,
)


def varying(tree: gast.FunctionDef, count_of: CountOf) -> gast.FunctionDef:
    """Return the function with arrays for the tuples of which a varying part is read.

    `count_of` tells of how many parts a name stands for, 0 for what is no tuple. A tuple
    that is bound more than once stays as it is.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(varying(function('''
    ... def f(x, y, i):
    ...     t = (x, y)
    ...     return t[i] + t[0]
    ... '''), lambda name: 2 if name == "t" else 0)))
    def f(x, y, i):
        t = (x, y)
        t··items = np.array((t[0], t[1]))
        return t··items[i] + t[0]
    """
    times = Counter(t for s in walk_statements(tree.body) for t in targets(s))
    found = {
        dotted(node.value)
        for node in walk(tree)
        if isinstance(node, gast.Subscript) and varies(node) and times[dotted(node.value)] == 1
    }
    found = {whole for whole in found if count_of(whole)}
    if not found:
        return tree

    def change(node: gast.AST) -> gast.AST:
        node = rebuild(node, change) if node._fields else node
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
    result: gast.FunctionDef = with_body(changed, map_blocks(changed.body, with_arrays))
    return result


def items(whole: str) -> str:
    """Return the name of the array of the parts of a tuple."""
    return beside(whole, "items")


def varies(node: gast.Subscript) -> bool:
    """Tell whether a subscript is not known beforehand."""
    return not isinstance(node.slice, gast.Slice) and not isinstance(number(node.slice), int)
