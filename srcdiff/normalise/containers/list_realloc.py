"""Write one list that only grows, to a length that nobody knows before, as one that is replaced."""

from __future__ import annotations

from collections.abc import Iterator

import gast

from srcdiff.normalise.containers.appends import begun, grows, is_append
from srcdiff.normalise.containers.list_capacity import CannotTell
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    blocks,
    call,
    call_method,
    callee_of,
    constant,
    dotted,
    map_blocks,
    name,
    walk,
    walk_statements,
)

READERS = frozenset({"len", "sum", "max", "min", "sorted"})  # what leaves nothing of a list
ITERATORS = frozenset({"enumerate", "zip", "reversed"})


def lengthened(title: str, start: gast.Assign, rest: Block) -> Block:
    """Return the statements from the one that makes a list on, which give it a longer one.

    A list of which elements may be written later, when it does not grow any more, is another one.
    Raises CannotTell where the list may have another name, or where it is gone through, while it
    grows.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x):
    ...     y = [x]
    ...     while y[-1] < 9.0:
    ...         y.append(2.0 * y[-1])
    ...     return y
    ... ''')
    >>> start, *rest = tree.body
    >>> tree.body = lengthened("y", start, rest)
    >>> print(unparse(tree))
    def f(x):
        y = runtime.listed(1)
        y[0] = x
        while y[-1] < 9.0:
            y = runtime.lengthened(y, 2.0 * y[-1])
        return y
    """
    growing = [place for place, s in enumerate(rest) if grows(s, title)]
    if not growing:
        raise CannotTell
    until, after = rest[: growing[-1] + 1], rest[growing[-1] + 1 :]
    uses = [n for s in until for n in walk(s) if isinstance(n, gast.Name) and n.id == title]
    known = {id(node) for s in until for node in known_uses(s, title)}
    if not all(id(node) in known for node in uses):
        raise CannotTell

    def change(block: Block) -> Block:
        return [new for s in block for new in changed(s)]

    def changed(statement: Statement) -> Block:
        if is_append(statement, title):
            return [longer(statement)]
        return [copied(statement), statement] if stores(statement, title) else [statement]

    def copied(place: Statement) -> Statement:  # else what a shorter one has would be written
        return assign(title, call_method(name(title), "copy"), place)

    def longer(place: Statement) -> Statement:
        return assign(title, call("runtime.lengthened", name(title), *place.value.args), place)

    first = begun(title, constant(len(start.value.elts)), start)
    own = [copied(until[-1])] if may_write(after, title) else []
    return [*first, *map_blocks(until, change), *own, *after]


def stores(statement: Statement, title: str) -> bool:
    """Return True if a statement itself writes to elements of a list."""
    if any(map(bool, blocks(statement))):
        return False
    return any(
        isinstance(node, gast.Subscript)
        and isinstance(node.ctx, gast.Store)
        and dotted(node.value) == title
        for node in walk(statement)
    )


def may_write(block: Block, title: str) -> bool:
    """Return True if statements may write elements of a list, perhaps by another name of it."""
    nodes = [node for statement in block for node in walk(statement)]
    if any(stores(statement, title) for statement in walk_statements(block)):
        return True
    known = {id(node) for statement in block for node in known_uses(statement, title)}
    uses = [node for node in nodes if isinstance(node, gast.Name) and node.id == title]
    return not all(id(node) in known for node in uses)


def known_uses(statement: Statement, title: str) -> Iterator[gast.AST | None]:
    """Return the expressions in a statement that, if they are a list, get no other name.

    Nor do they stand for it later, when it is longer.
    """
    for inner in walk_statements([statement]):
        if is_append(inner, title):
            yield inner.value.func.value
        elif isinstance(inner, gast.Return):
            yield from inner.value.elts if isinstance(inner.value, gast.Tuple) else [inner.value]
        elif isinstance(inner, gast.For) and not grows(inner, title):
            yield from gone_through(inner.iter)
    for node in walk(statement):
        if isinstance(node, gast.Subscript) and not isinstance(node.ctx, gast.Del):
            yield node.value
        elif isinstance(node, gast.comprehension):
            yield from gone_through(node.iter)
        elif isinstance(node, gast.Call) and is_reader(node.func):
            yield from node.args


def gone_through(iteration: Expression) -> list[Expression]:
    """Return what a loop goes through."""
    if callee_of(iteration) in ITERATORS:
        return list(iteration.args)
    return [iteration]


def is_reader(called: Expression) -> bool:
    """Return True if a function gives nothing back that is its argument."""
    return dotted(called) in READERS or dotted(called).startswith("np.")
