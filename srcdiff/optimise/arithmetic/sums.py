"""Write an adjoint that one statement contributes to several times as one sum."""

from __future__ import annotations

import gast

from srcdiff.optimise.dataflow.moves import Known, is_movable, loaded, spoils
from srcdiff.syntax import (
    Block,
    Statement,
    assign,
    binary,
    blocks,
    dotted,
    each_block,
    is_adjoint,
    reads,
    targets,
    unparse,
    whole_target,
    writes,
)

LONGEST = 60  # characters: a longer sum reads better in parts


def sums(tree: gast.FunctionDef, known: Known) -> gast.FunctionDef:
    """Return the function with the contributions of a statement to an adjoint joined.

    >>> from srcdiff.syntax import function, rename, unparse
    >>> tree = function('''
    ... def f(x, g):
    ...     d_x = 2.0 * g
    ...     y = x * g
    ...     d_x -= y
    ...     return d_x + y
    ... ''')
    >>> tree.body[2].lineno = tree.body[0].lineno
    >>> known = Known(lambda n: False, lambda n: False, lambda n: False, lambda n: True)
    >>> print(unparse(sums(rename(tree, {"d_x": "d_·x"}), known)))
    def f(x, g):
        y = x * g
        d_·x = 2.0 * g - y
        return d_·x + y
    """
    return each_block(tree, lambda block: joined(block, known))


def joined(block: Block, known: Known) -> Block:
    """Return a block with the contributions to an adjoint joined where the last one stands."""
    new: Block = []
    for statement in block:
        first = begun(new, statement, known)
        if first is None:
            new.append(statement)
            continue
        value = binary(new[first].value, statement.op, statement.value)
        joint = assign(targets(statement)[0], value, new[first])
        new = [*new[:first], *new[first + 1 :], joint]
    return new


def begun(block: Block, last: Statement, known: Known) -> int | None:
    """Return the position of the statement that begins the adjoint that `last` adds to."""
    if not isinstance(last, gast.AugAssign) or not isinstance(last.op, (gast.Add, gast.Sub)):
        return None
    target = dotted(last.target)
    if not is_adjoint(target) or known.is_array(target):
        return None  # arrays are changed in place
    for position in reversed(range(len(block))):
        statement = block[position]
        if target in targets(statement):
            way = block[position + 1 :]
            return position if belongs(statement, last) and is_same(statement, way, known) else None
        if blocks(statement) or target in reads(statement):
            return None
    return None


def belongs(first: Statement, second: Statement) -> bool:
    """Return True if a statement adds to the adjoint that another one of its line has begun."""
    target = whole_target(first)
    if not target:
        return False
    near = getattr(first, "lineno", 0) == getattr(second, "lineno", 1)
    free = target not in reads(second.value) | reads(first.value)
    return near and free and len(unparse(first.value) + unparse(second.value)) <= LONGEST


def is_same(statement: Statement, way: Block, known: Known) -> bool:
    """Return True if a statement may stand behind some others."""
    names = reads(statement.value)
    arrays = loaded(statement.value, known.is_array)
    if way and not is_movable(statement.value, known):
        return False
    return not any(names & writes(s) or spoils(s, arrays, known) for s in way)
