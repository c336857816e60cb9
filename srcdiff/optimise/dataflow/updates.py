"""Leave an adjoint where it is, instead of taking it out of its element and putting it back.

The adjoint of `x[i] = ...` takes `d_x[i]` and sets it to zero. Where the old `x[i]` is part
of the new one, as in `x[i] += y`, the same amount is added to it again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import gast

from srcdiff.optimise.arithmetic.shared_arrays import shared
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    augmented,
    blocks,
    dotted,
    each_block,
    is_adjoint,
    is_element_of,
    number,
    reads,
    targets,
    walk,
    walk_statements,
    writes,
)


def updates(
    tree: gast.FunctionDef,
    is_array: Callable[[str], bool],
    may_overlap: Callable[[str], bool] = lambda name: False,
) -> gast.FunctionDef:
    """Return the function without adjoints that are taken out of an element and put back.

    `is_array` tells which names are of arrays, `may_overlap` which may be parts of
    others though no statement says so.

    >>> from srcdiff.syntax import function, rename, unparse
    >>> tree = function('''
    ... def f(x, d_x, i):
    ...     t = d_x[i]
    ...     d_x[i] = 0.0
    ...     d_x[i - 1] += 2.0 * t
    ...     d_x[i] += t
    ...     u = d_x[0]
    ...     d_x[0] = u
    ...     return u
    ... ''')
    >>> tree = updates(rename(tree, {"d_x": "d_·x"}), lambda name: False)
    >>> print(unparse(rename(tree, {"d_·x": "d_x"})))
    def f(x, d_x, i):
        t = d_x[i]
        d_x[i - 1] += 2.0 * t
        u = d_x[0]
        return u
    """
    if not any(map(taken_from, walk_statements(tree.body))):
        return tree
    others = shared(tree.body, is_array) | set(filter(may_overlap, reads(tree.body)))
    return each_block(tree, lambda block: left_in_place(block, others))


@dataclass(frozen=True)
class Taken:
    """What an element held when it was read: the name of the value, the array, the subscript."""

    value: str
    array: str
    index: Expression

    def is_store(self, statement: Statement) -> bool:
        """Return True if a statement writes to just this element, whatever it held."""
        return isinstance(statement, gast.Assign) and self.is_element(statement.targets[0])

    def is_put_back(self, statement: Statement) -> bool:
        """Return True if a statement adds the value to the element again."""
        return (
            isinstance(statement, gast.AugAssign)
            and isinstance(statement.op, gast.Add)
            and self.is_element(statement.target)
            and dotted(statement.value) == self.value
        )

    def is_element(self, tree: Expression) -> bool:
        """Return True if an expression is the element."""
        return is_element_of(tree, self.array, self.index)

    def is_lost(self, statement: Statement) -> bool:
        """Return True if a statement may change the value, or which element it is of."""
        if writes(statement) & {self.value, *reads(self.index)}:
            return True
        loads = any(isinstance(node, gast.Subscript) for node in walk(self.index))
        stores = [node for node in walk(statement) if isinstance(node, gast.Subscript)]
        stores = [node for node in stores if isinstance(node.ctx, gast.Store)]
        called = isinstance(statement, gast.Expr)
        return loads and (called or any(not is_adjoint(dotted(node.value)) for node in stores))

    def only_adds(self, statement: Statement) -> bool:
        """Return True if a statement does nothing with the array but to add to an element."""
        if self.array not in reads(statement):
            return True
        target = getattr(statement, "target", None)
        return (
            isinstance(statement, gast.AugAssign)
            and isinstance(statement.op, (gast.Add, gast.Sub))
            and isinstance(target, gast.Subscript)
            and dotted(target.value) == self.array
            and self.array not in reads(statement.value) | reads(target.slice)
        )


def left_in_place(block: Block, others: set[str]) -> Block:
    """Return a block without needless stores; arrays in `others` stay as they are."""
    position = 0
    while position < len(block):
        taken = taken_from(block[position])
        if taken is not None and taken.array not in others:
            block = without_stores(block, position, taken)
        position += 1
    return block


def taken_from(statement: Statement) -> Taken | None:
    """Return the element of an adjoint that a statement reads, or None."""
    value = getattr(statement, "value", None)
    if not isinstance(statement, gast.Assign) or not isinstance(value, gast.Subscript):
        return None
    bound, array = targets(statement), dotted(value.value)
    if len(bound) != 1 or not is_adjoint(array) or bound[0] in reads(value):
        return None
    return Taken(bound[0], array, value.slice)


def without_stores(block: Block, position: int, taken: Taken) -> Block:
    """Return a block in which a value stays in the element that it was read from."""
    for first in range(position + 1, len(block)):
        statement = block[first]
        if taken.is_store(statement):
            if dotted(statement.value) == taken.value:
                return [*block[:first], *block[first + 1 :]]
            again = put_back(block, first, taken)
            if again is None or taken.array in reads(statement.value):
                return block
            rest = [*block[first + 1 : again], *block[again + 1 :]]
            if number(statement.value) == 0.0:
                return [*block[:first], *rest]
            added = augmented(statement.targets[0], gast.Add(), statement.value, statement)
            return [*block[:first], added, *rest]
        if taken.array in reads(statement) or taken.is_lost(statement):
            return block
    return block


def put_back(block: Block, first: int, taken: Taken) -> int | None:
    """Return the position of the statement that puts a value back after a store, or None."""
    for position in range(first + 1, len(block)):
        statement = block[position]
        if taken.is_put_back(statement):
            return position
        if blocks(statement) and taken.array in reads(statement):
            return None
        if not taken.only_adds(statement) or taken.is_lost(statement):
            return None
    return None
