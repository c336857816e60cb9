"""Give the function one `return`, at its end."""

from __future__ import annotations

import gast

from srcdiff.normalise.control_flow.exits import has_exit
from srcdiff.syntax import (
    Block,
    Statement,
    assign,
    blocks,
    constant,
    ends_with,
    is_ellipsis,
    locate,
    map_blocks,
    name,
    targets,
    tuple_of,
    walk_statements,
    with_blocks,
    with_body,
)

RESULT = "return·result"
RETURNED = "return·returned"


def returns(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with a single `return` as its last statement.

    What follows an `if` that may return moves into the branch that does not, or is
    guarded by a flag. A `return` inside a loop leaves the loop with `break`.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(returns(function('''
    ... def f(x):
    ...     if x > 4.0:
    ...         return 1.0
    ...     y = g(x)
    ...     return y * y
    ... '''))))
    def f(x):
        if x > 4.0:
            return·result = 1.0
        else:
            y = g(x)
            return·result = y * y
        return return·result
    >>> print(unparse(returns(function('''
    ... def f(x):
    ...     for i in range(9):
    ...         if g(x, i):
    ...             return x
    ...     return 0.0
    ... '''))))
    def f(x):
        return·returned = False
        for i in range(9):
            if g(x, i):
                return·result = x
                return·returned = True
                break
        if not return·returned:
            return·result = 0.0
        return return·result
    """
    count = sum(isinstance(s, gast.Return) for s in walk_statements(tree.body))
    if count == 0 or (count == 1 and isinstance(tree.body[-1], gast.Return)):
        return tree
    found = [s for s in walk_statements(tree.body) if isinstance(s, gast.Return)]
    body = tree.body
    if any(s.value for s in found):
        body = map_blocks(body, with_values)
        if falls_off(body):
            found.append(locate(gast.Return(constant(None)), tree))
            body = [*body, found[-1]]
    flagged = needs_flag(body)
    parts = part_count(found)
    body = join(body, False, in_loop=False)
    body = map_blocks(body, lambda block: in_parts(block, parts))
    if flagged:
        body = [assign(RETURNED, constant(False), tree), *body]
    value = tuple_of([name(part(k)) for k in range(parts)]) if parts else name(RESULT)
    end = gast.Return(value if any(s.value for s in found) else None)
    return with_body(tree, [*body, locate(end, found[-1])])


def with_values(block: Block) -> Block:
    """Return a block whose every `return` has a value."""
    bare = [isinstance(s, gast.Return) and s.value is None for s in block]
    return [
        locate(gast.Return(constant(None)), s) if b else s for s, b in zip(block, bare, strict=True)
    ]


def falls_off(block: Block) -> bool:
    """Return True if a function whose body this is may end without `return`."""
    if ends(block) or not block:
        return not block
    last = block[-1]
    always = isinstance(last, gast.While) and isinstance(last.test, gast.Constant)
    return not (always and last.test.value and not has_exit(last.body, gast.Break))


def part_count(found: list[gast.Return]) -> int:
    """Return the number of parts that all `return`s of a function have, 0 if they differ."""
    counts = {len(s.value.elts) if isinstance(s.value, gast.Tuple) else 0 for s in found}
    return counts.pop() if len(counts) == 1 else 0


def in_parts(block: Block, parts: int) -> Block:
    """Return a block that assigns the parts of the result, not the whole of it."""
    new: Block = []
    for statement in block:
        if parts and targets(statement) == (RESULT,):
            # what has no value stays unbound
            values = {part(k): v for k, v in enumerate(statement.value.elts) if not is_ellipsis(v)}
            names = [gast.Name(title, gast.Store(), None, None) for title in values]
            if len(names) == 1:
                statement = assign(names[0], next(iter(values.values())), statement)
            else:
                whole = gast.copy_location(tuple_of(values.values()), statement.value)
                statement = assign(tuple_of(names, store=True), whole, statement)
        new.append(statement)
    return new


def part(position: int) -> str:
    """Return the name of a part of the result."""
    return f"{RESULT}{position}"


def ends(block: Block) -> bool:
    """Return True if every path through a block returns or raises."""
    return ends_with(block, (gast.Return, gast.Raise))


def may_return(statement: Statement) -> bool:
    """Return True if there is a `return` in a statement."""
    return any(isinstance(s, gast.Return) for s in walk_statements([statement]))


def needs_flag(block: Block) -> bool:
    """Return True if a flag is needed: a `return` in a loop, or on some paths through a branch."""
    for position, statement in enumerate(block):
        if not may_return(statement) or isinstance(statement, gast.Return):
            continue
        if not isinstance(statement, gast.If):
            return True
        followed = position < len(block) - 1
        for part in blocks(statement):
            inside = any(may_return(s) for s in part)
            if followed and inside and not ends(part):
                return True
            if needs_flag(part):
                return True
    return False


def join(block: Block, mark: bool, in_loop: bool) -> Block:
    """Replace the `return`s of a block by assignments of the result.

    With `mark` they also set the flag, for what follows the block.
    """
    new: Block = []
    for position, statement in enumerate(block):
        rest = block[position + 1 :]
        if isinstance(statement, gast.Return):
            return [*new, *leave(statement, mark, in_loop)]
        if not may_return(statement):
            new.append(statement)
        elif isinstance(statement, gast.If):
            return new + join_if(statement, rest, mark, in_loop)
        else:
            parts = [join(statement.body, True, in_loop=True)]
            if statement.orelse:
                parts.append(join(statement.orelse, True, in_loop))
            loop = with_blocks(statement, parts)
            return [*new, loop, *guarded(rest, statement, mark, in_loop)]
    return new


def leave(statement: gast.Return, mark: bool, in_loop: bool) -> Block:
    """Return what stands in the place of a `return`."""
    new: Block = []
    if statement.value is not None:
        new.append(assign(RESULT, statement.value, statement))
    if mark:
        new.append(assign(RETURNED, constant(True), statement))
    if in_loop:
        new.append(locate(gast.Break(), statement))
    return new


def join_if(statement: gast.If, rest: Block, mark: bool, in_loop: bool) -> Block:
    """Join an `if` that may return with the statements after it."""
    parts = blocks(statement)
    partly = any(any(map(may_return, part)) and not ends(part) for part in parts)
    if in_loop:  # the `return` leaves the loop with `break`
        joined = with_blocks(statement, [join(part, mark, in_loop) for part in parts])
        return [joined, *join(rest, mark, in_loop)]
    if partly and rest:
        joined = with_blocks(statement, [join(part, True, in_loop) for part in parts])
        return [joined, *guarded(rest, statement, mark, in_loop)]
    whole = [part if ends(part) else part + rest for part in parts]
    return [with_blocks(statement, [join(part, mark, in_loop) for part in whole])]


def guarded(rest: Block, place: Statement, mark: bool, in_loop: bool) -> Block:
    """Return the statements that run only if nothing has been returned yet."""
    if in_loop:
        stop = gast.If(name(RETURNED), [gast.Break()], [])
        return [locate(stop, place), *join(rest, mark, in_loop)]
    if not rest:
        return []
    test = gast.UnaryOp(gast.Not(), name(RETURNED))
    return [locate(gast.If(test, join(rest, mark, in_loop), []), place)]
