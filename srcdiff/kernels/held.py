"""What a loop adds to one element is summed up in a variable first, and added once.

The compiler cannot keep an element in a register while other arrays might overlap it, and an
atomic addition costs as much as many plain ones.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping

import gast

from srcdiff.kernels.atomics import adds
from srcdiff.syntax import (
    ADJOINT,
    Block,
    Expression,
    Statement,
    assign,
    augmented,
    base,
    beside,
    clone,
    constant,
    dotted,
    fresh,
    is_comment,
    key,
    map_blocks,
    members,
    name,
    number,
    reads,
    walk,
    walk_statements,
    with_body,
    writes,
)

IsAdjoint = Callable[[str], bool]


def held(tree: gast.FunctionDef, is_adjoint: IsAdjoint) -> gast.FunctionDef:
    """Return a kernel whose loops add to variables instead of always the same element.

    `is_adjoint` tells of which arrays this concerns: nothing else in a loop may access them. The
    element is left alone where nothing was added, as the loop might not have run at all.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(held(function('''
    ... def f(d_x, y, i):
    ...     for j in range(3):
    ...         d_x[i] += y[j]
    ... '''), lambda name: name == "d_x")).replace("·", "_"))
    def f(d_x, y, i):
        d_x__i = 0.0
        for j in range(3):
            d_x__i += y[j]
        if d_x__i != 0.0:
            d_x[i] += d_x__i
    """
    taken: set[str] = set()

    def block(old: Block) -> Block:
        new: Block = []
        for statement in old:
            if isinstance(statement, (gast.For, gast.While)):
                found = elements(statement, is_adjoint)
                own = {k: fresh(named(element), taken) for k, element in found.items()}
                taken.update(own.values())
                titles = [new.pop()] if own and new and is_comment(new[-1]) else []
                new += [assign(n, constant(0.0), statement) for n in own.values()]
                new += [*titles, summed(statement, own)]
                new += [added(found[k], n, statement) for k, n in own.items()]
            else:
                new.append(statement)
        return new

    return with_body(tree, map_blocks(tree.body, block))


def elements(loop: Statement, is_adjoint: IsAdjoint) -> dict[Hashable, Expression]:
    """Return the elements that a loop adds to in each iteration, by their keys."""
    found: dict[Hashable, Expression] = {}
    bound = writes(loop)
    for statement in walk_statements(loop.body):
        if adds(statement) and is_adjoint(dotted(statement.target.value)):
            index = statement.target.slice
            loads = any(isinstance(node, gast.Subscript) for node in walk(index))
            if not loads and not reads(index) & bound:
                found.setdefault(key(statement.target), statement.target)
    others = {a for a in map(array_of, found.values()) if not only_added(a, loop)}
    return {k: element for k, element in found.items() if array_of(element) not in others}


def array_of(element: Expression) -> str:
    """Return the array that an element belongs to."""
    return dotted(element.value)


def named(element: Expression) -> str:
    """Return a name for what is added to an element: its subscripts, where these are simple."""
    parts = members(element.slice)
    if not all(isinstance(part, gast.Name) or isinstance(number(part), int) for part in parts):
        return beside(array_of(element), "sum")
    words = [base(part.id) if isinstance(part, gast.Name) else str(number(part)) for part in parts]
    return beside(array_of(element), "_".join(words).replace("-", "minus_"))


def summed(loop: Statement, names: Mapping[Hashable, str]) -> Statement:
    """Return a loop that adds to variables instead of elements."""

    def change(old: Block) -> Block:
        new = [
            augmented(names[key(s.target)], s.op, s.value, s)
            if adds(s) and key(s.target) in names
            else s
            for s in old
        ]
        for position in reversed(range(len(new))):
            if is_sum(new[position], names.values()):
                new = at_once(new, position)
        return new

    return with_body(loop, map_blocks(loop.body, change)) if names else loop


def is_sum(statement: Statement, names: Collection[str]) -> bool:
    """Tell whether a statement adds a variable to the sum for an element."""
    added_up = isinstance(statement, gast.AugAssign) and dotted(statement.target) in names
    return added_up and isinstance(statement.op, gast.Add) and bool(dotted(statement.value))


def at_once(block: Block, position: int) -> Block:
    """Return a block that adds to a sum what it now adds to a variable first.

    Nothing else may read the variable, and all of it stands in this block.
    """
    total, part = dotted(block[position].target), dotted(block[position].value)
    others = [s for s in block[:position] if part in reads(s) | writes(s)]
    simple = all(dotted(target_of(s)) == part and part not in reads(s.value) for s in others)
    first = others[0] if others else None
    whole = [s for s in others if isinstance(s, gast.Assign)] == others[:1]
    signs = all(isinstance(s.op, (gast.Add, gast.Sub)) for s in others[1:] if simple)
    later = any(part in reads(s) for s in block[position + 1 :])
    if not (simple and whole and signs) or later or not part.startswith(ADJOINT):
        return block
    new: Block = []
    for statement in block[:position]:
        if statement in others:
            operator = gast.Add() if statement is first else statement.op
            statement = augmented(total, operator, statement.value, statement)
        new.append(statement)
    return [*new, *block[position + 1 :]]


def target_of(statement: Statement) -> Expression:
    """Return what a simple assignment binds, or the statement itself."""
    if isinstance(statement, gast.AugAssign):
        return statement.target
    return statement.targets[0] if isinstance(statement, gast.Assign) else statement


def only_added(array: str, loop: Statement) -> bool:
    """Tell whether a loop does nothing with an array but to add to its elements."""
    for statement in walk_statements([loop]):
        if adds(statement) and dotted(statement.target.value) == array:
            if array in reads(statement.value) | reads(statement.target.slice):
                return False
        elif not isinstance(statement, (gast.For, gast.While, gast.If)):
            if array in reads(statement):
                return False
        elif array in reads(statement.iter if isinstance(statement, gast.For) else statement.test):
            return False
    return True


def added(element: Expression, value: str, place: Statement) -> Statement:
    """Return the statement that adds a sum to an element, if there is anything to add."""
    target = clone(element)
    statement = augmented(target, gast.Add(), name(value), place)
    test = gast.Compare(name(value), [gast.NotEq()], [constant(0.0)])
    return gast.copy_location(gast.If(test, [statement], []), place)
