"""The blocks of statements inside functions, branches and loops."""

from __future__ import annotations

import copy
import operator
from collections.abc import Callable, Iterator
from typing import Any

import gast

from srcdiff.syntax.build import Block, Expression, Statement
from srcdiff.syntax.nodes import walk
from srcdiff.syntax.read import targets, writes
from srcdiff.syntax.rewrite import bottom_up

COMPOUND = {gast.If, gast.For, gast.While, gast.With, gast.Try}
AT_TIMES = (  # what may evaluate its parts never, or several times
    *(gast.While, gast.IfExp, gast.BoolOp, gast.Lambda),
    *(gast.ListComp, gast.GeneratorExp, gast.SetComp, gast.DictComp),
)
ENDS = (gast.Return, gast.Raise, gast.Break, gast.Continue)  # what leaves a block


def blocks(statement: Statement) -> list[Block]:
    """Return the blocks of statements inside a compound statement."""
    kind = type(statement)
    if kind not in COMPOUND:
        return []
    if kind is gast.If:
        return [statement.body, statement.orelse]
    if kind is gast.With:
        return [statement.body]
    if kind is not gast.Try:
        return [statement.body, statement.orelse] if statement.orelse else [statement.body]
    handlers = [handler.body for handler in statement.handlers]
    return [statement.body, *handlers, statement.orelse, statement.finalbody]


def with_blocks(statement: Any, new: list[Block]) -> Any:
    """Return a compound statement with other blocks, in the order of `blocks`."""
    result = copy.copy(statement)
    result.body = new[0]
    if isinstance(statement, gast.Try):
        _, *handlers, result.orelse, result.finalbody = new
        pairs = zip(statement.handlers, handlers, strict=True)
        result.handlers = [with_body(handler, body) for handler, body in pairs]
    elif len(new) > 1:
        result.orelse = new[1]
    return result


def with_changed(statement: Any, new: list[Block]) -> Any:
    """Return a compound statement with other blocks; itself if they have the same statements.

    The result must not be changed in place.
    """
    known = blocks(statement)
    if all(same_statements(a, b) for a, b in zip(known, new, strict=True)):
        return statement
    return with_blocks(statement, new)


def same_statements(first: Block, second: Block) -> bool:
    """Return True if two blocks consist of the very same statements."""
    return len(first) == len(second) and all(map(operator.is_, first, second))


def walk_statements(block: Block) -> Iterator[Statement]:
    """Return all statements of a block and of the blocks inside, outer ones first."""
    around = [iter(block)]
    while around:
        for statement in around[-1]:
            yield statement
            inner = blocks(statement)
            if inner:
                around += map(iter, reversed(inner))
                break
        else:
            around.pop()


def own_part(statement: Statement) -> gast.AST:
    """Return what a statement evaluates itself, without the statements in its blocks.

    >>> from srcdiff.syntax import statements, unparse
    >>> [unparse(own_part(s)) for s in statements("for i in range(n): y = x\\nz = y")]
    ['range(n)', 'z = y']
    """
    if isinstance(statement, (gast.If, gast.While)):
        return statement.test
    return statement.iter if isinstance(statement, gast.For) else statement


def own_writes(statement: Statement) -> set[str]:
    """Return the names that a statement binds itself, not in its blocks."""
    if isinstance(statement, gast.For):
        return writes(statement.target)
    return set() if blocks(statement) else writes(statement)


def values_bound(block: Block) -> dict[str, list[Expression | None]]:
    """Return what each name is bound to in a block, None where that is no value."""
    found: dict[str, list[Expression | None]] = {}
    for statement in walk_statements(block):
        for title in targets(statement):
            found.setdefault(title, []).append(getattr(statement, "value", None))
    return found


def map_blocks(block: Block, change: Callable[[Block], Block]) -> Block:
    """Apply a change of blocks to the innermost blocks first, then outwards."""
    new: Block = []
    for statement in block:
        inner = blocks(statement)
        if inner:
            statement = with_changed(statement, [map_blocks(part, change) for part in inner])
        new.append(statement)
    return change(new)


def with_body(tree: Any, body: Block) -> Any:
    """Return a function, or a loop, with another body."""
    result = copy.copy(tree)
    result.body = body or [gast.Pass()]
    return result


def exits_from(block: Block, in_loop: bool = False) -> Iterator[Statement]:
    """Return the `return`s in a block, and the `break`s and `continue`s that leave it.

    Those in the `else` of a loop leave the loop around that. With `in_loop` only `return` leaves.

    >>> from srcdiff.syntax import statements
    >>> block = statements("for i in x:\\n  if i: break\\nelse:\\n  continue\\nreturn i")
    >>> [type(s).__name__ for s in exits_from(block)]
    ['Continue', 'Return']
    """
    kinds = (gast.Return,) if in_loop else (gast.Return, gast.Break, gast.Continue)
    for statement in block:
        if isinstance(statement, kinds):
            yield statement
        for position, part in enumerate(blocks(statement)):
            own = position == 0 and isinstance(statement, (gast.For, gast.While))
            yield from exits_from(part, in_loop or own)


def ends_with(block: Block, kinds: tuple[type[gast.AST], ...]) -> bool:
    """Return True if every path through a block ends in a statement of one of some kinds.

    >>> from srcdiff.syntax import statements
    >>> block = statements("if a:\\n  raise e\\nelse:\\n  b = 1\\n  break")
    >>> ends_with(block, (gast.Raise, gast.Break)), ends_with(block, (gast.Raise,))
    (True, False)
    """
    if not block:
        return False
    last = block[-1]
    if isinstance(last, gast.If):
        return ends_with(last.body, kinds) and ends_with(last.orelse, kinds)
    if isinstance(last, gast.Try):
        normal = [*last.body, *last.orelse]
        return all(ends_with(part, kinds) for part in (normal, *(h.body for h in last.handlers)))
    return isinstance(last, kinds)


def each_block(tree: Any, change: Callable[[Block], Block]) -> Any:
    """Return a function, or a loop, with a change of its blocks, the innermost first."""
    return with_body(tree, map_blocks(tree.body, change))


def each_statement(tree: Any, change: Callable[[Statement], Block]) -> Any:
    """Return a function, or a loop, with other statements in place of each, the innermost first.

    A block of which nothing is left gets a `pass`.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(each_statement(function("def f(x):\\n  return x"), lambda s: [s, s])))
    def f(x):
        return x
        return x
    """

    def block(old: Block) -> Block:
        new = [part for statement in old for part in change(statement)]
        return new or [gast.copy_location(gast.Pass(), statement) for statement in old[:1]]

    return each_block(tree, block)


def own_nodes(statement: Statement) -> Iterator[gast.AST]:
    """Return the nodes of a statement without those of its blocks.

    >>> from srcdiff.syntax import statements
    >>> texts = "with f(x) as y: z = 1", "try: z = f(x)\\nexcept E: z = y", "while x: y = z"
    >>> [[n.id for n in own_nodes(statements(t)[0]) if isinstance(n, gast.Name)] for t in texts]
    [['y', 'f', 'x'], ['E'], ['x']]
    """
    match statement:
        case gast.If(test=test) | gast.While(test=test):
            parts = [test]
        case gast.For(iter=items, target=target):
            parts = [items, target]
        case gast.With(items=items):
            parts = items
        case gast.Try(handlers=handlers):
            parts = [handler.type for handler in handlers if handler.type is not None]
        case _:
            parts = [statement]
    for part in parts:
        yield from walk(part)


def evaluated_at_times(statement: Statement) -> set[int]:
    """Return the ids of the nodes of a statement that it may evaluate never, or several times.

    What these stand in may have variables of its own.

    >>> from srcdiff.syntax import expression, unparse
    >>> tree = expression("a + [b for c in d]")
    >>> found = evaluated_at_times(tree)
    >>> sorted(n.id for n in gast.walk(tree) if isinstance(n, gast.Name) and id(n) in found)
    ['b', 'c', 'd']
    """
    around = [statement] if isinstance(statement, gast.While) else list(own_nodes(statement))
    around = [node for node in around if isinstance(node, AT_TIMES)]
    return {id(part) for node in around for part in gast.walk(node) if part is not node}


def with_own_parts(statement: Any, change: Callable[[Any], Any]) -> Any:
    """Return a statement with something else for each of its own parts, not those in its blocks."""
    if not blocks(statement):
        return change(statement)
    new = copy.copy(statement)
    for part in ("test", "iter"):
        if hasattr(statement, part):
            setattr(new, part, change(getattr(statement, part)))
    if isinstance(statement, gast.With):
        new.items = [change(item) for item in statement.items]
    return new


def with_own_expressions(statement: Any, change: Callable[[gast.AST], gast.AST]) -> Any:
    """Return a statement with `change` applied to the nodes in it, not to those of its blocks.

    >>> from srcdiff.syntax import constant, statements, unparse
    >>> double = lambda node: constant(2 * node.value) if hasattr(node, "value") else node
    >>> print(unparse(with_own_expressions(statements("while 1 < 2:\\n    x(3)")[0], double)))
    while 2 < 4:
        x(3)
    """
    return with_own_parts(statement, lambda part: bottom_up(part, change))
