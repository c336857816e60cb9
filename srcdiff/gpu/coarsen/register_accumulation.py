"""What a loop adds to one element is summed up in a variable first, and added once.

The compiler cannot keep an element in a register while other arrays might overlap it, and an
atomic addition costs as much as many plain ones.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Set

import gast

from srcdiff.analyse.flow.liveness import liveness
from srcdiff.gpu.gather.atomics import adds
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
    each_block,
    fresh,
    is_comment,
    key,
    members,
    name,
    number,
    reads,
    walk,
    walk_statements,
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
                own: dict[Hashable, str] = {}
                for k, element in found.items():
                    own[k] = fresh(named(element), taken)
                    taken.add(own[k])
                titles = [new.pop()] if own and new and is_comment(new[-1]) else []
                new += [assign(n, constant(0.0), statement) for n in own.values()]
                new += [*titles, summed(statement, own)]
                new += [added(found[k], n, statement) for k, n in own.items()]
            else:
                new.append(statement)
        return new

    return directly(each_block(tree, block), taken)


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
        return [
            augmented(names[key(s.target)], s.op, s.value, s)
            if adds(s) and key(s.target) in names
            else s
            for s in old
        ]

    return each_block(loop, change) if names else loop


def directly(tree: gast.FunctionDef, sums: Collection[str]) -> gast.FunctionDef:
    """Return a function that adds to sums what it now adds to adjoints first, for nobody else.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(directly(function('''
    ... def f(y, n, d_·w):
    ...     d_x = 0.0
    ...     for j in range(n):
    ...         d_·v = y[j]
    ...         d_·v -= y[0]
    ...         d_x += d_·v
    ...         d_x += d_·w
    ...         d_·w = 2.0 * y[j]
    ... '''), {"d_x"})))
    def f(y, n, d_·w):
        d_x = 0.0
        for j in range(n):
            d_x += y[j]
            d_x -= y[0]
            d_x += d_·w
            d_·w = 2.0 * y[j]
    """
    after = dict(liveness(tree.body).after)

    def change(block: Block) -> Block:
        for position in reversed(range(len(block))):
            if is_sum(block[position], sums):
                block = at_once(block, position, after)
        return block

    return each_block(tree, change)


def is_sum(statement: Statement, names: Collection[str]) -> bool:
    """Return True if a statement adds an adjoint to the sum for an element."""
    added_up = isinstance(statement, gast.AugAssign) and dotted(statement.target) in names
    is_added = added_up and isinstance(statement.op, gast.Add)
    return is_added and dotted(statement.value).startswith(ADJOINT)


def at_once(block: Block, position: int, after: dict[Statement, Set[str]]) -> Block:
    """Return a block that adds to a sum what it now adds to a variable first.

    All of the variable has to come from this block, and nothing may read it later: `after` has
    the names that are live after a statement. New statements enter it.
    """
    total, part = dotted(block[position].target), dotted(block[position].value)
    makers = [s for s in block[:position] if part in reads(s) | writes(s)]
    if not is_made_by(makers, part) or part in after[block[position]]:
        return block
    new: Block = []
    for statement in block[:position]:
        if statement in makers:
            operator = gast.Add() if statement is makers[0] else statement.op
            old, statement = statement, augmented(total, operator, statement.value, statement)
            after[statement] = after[old]
        new.append(statement)
    return [*new, *block[position + 1 :]]


def is_made_by(makers: Block, part: str) -> bool:
    """Return True if statements bind a variable, and do nothing but to add to it after that."""
    if not makers or not isinstance(makers[0], gast.Assign):
        return False
    more = makers[1:]
    sums = all(isinstance(getattr(s, "op", None), (gast.Add, gast.Sub)) for s in more)
    return sums and all(dotted(target_of(s)) == part and part not in reads(s.value) for s in makers)


def target_of(statement: Statement) -> Expression:
    """Return what a simple assignment binds, or the statement itself."""
    if isinstance(statement, gast.AugAssign):
        return statement.target
    return statement.targets[0] if isinstance(statement, gast.Assign) else statement


def only_added(array: str, loop: Statement) -> bool:
    """Return True if a loop does nothing with an array but to add to its elements."""
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
