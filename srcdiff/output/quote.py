"""Quote the user's statements above their adjoints."""

from __future__ import annotations

import gast

from srcdiff.output.emit import line
from srcdiff.syntax import (
    TANGENT,
    Block,
    Statement,
    blocks,
    comment,
    is_adjoint,
    is_comment,
    is_heading,
    targets,
    unparse,
    walk_statements,
    with_blocks,
    with_body,
)


def quote(tree: gast.FunctionDef, written: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with comments that quote the statements of `written`.

    >>> from srcdiff.syntax import adjoint, function
    >>> user = function("def f(x):\\n    y = x * x\\n    return y")
    >>> new = function("def g(x):\\n    z = 1.0\\n    d_·x = 2.0 * x")
    >>> new.body[1].lineno = 2
    >>> [unparse(s) for s in quote(new, user).body][1]
    "'# y = x * x'"
    """
    lines: dict[int, Statement] = {}
    for statement in walk_statements(written.body):
        if isinstance(statement, gast.With):  # for code in the backward pass
            lines.setdefault(statement.lineno, statement)
        elif not blocks(statement):
            for number in range(statement.lineno, (statement.end_lineno or statement.lineno) + 1):
                lines.setdefault(number, statement)
    return with_body(tree, quote_block(tree.body, lines))


def quote_block(block: Block, lines: dict[int, Statement], last: Statement | None = None) -> Block:
    """Return a block with a comment above each group of adjoints of one statement.

    The `last` statement of the user is quoted above the block: its adjoints may have branches.

    >>> from srcdiff.syntax import statements
    >>> user, new = statements("y = x"), statements("d_·x = a\\nif c:\\n  d_·x = b\\nd_·x += c")
    >>> for part in (*new, new[1].body[0]):
    ...     part.lineno = 1
    >>> for statement in quote_block(new, {1: user[0]}):
    ...     print(unparse(statement))
    '# y = x'
    d_·x = a
    if c:
        d_·x = b
    d_·x += c
    """
    new: Block = []
    for position, statement in enumerate(block):
        if blocks(statement):
            above = last if isinstance(statement, gast.If) else None
            origins = {lines.get(getattr(s, "lineno", 0)) for s in adjoints_in(statement)}
            parts = [quote_block(part, lines, above) for part in blocks(statement)]
            statement = with_blocks(statement, parts)
            last = above if origins == {above} else None
        elif is_comment(statement):
            last = None
        elif is_adjoint_statement(statement):
            origin = lines.get(getattr(statement, "lineno", 0))
            shown = is_tangent_of(block, position)
            if origin is not None and origin is not last and not shown:
                new.append(comment(line(origin).splitlines()[0]))
            last = origin
        new.append(statement)
    return new


def adjoints_in(statement: Statement) -> list[Statement]:
    """Return the statements in a compound one that compute adjoints."""
    return [s for s in walk_statements([statement]) if is_adjoint_statement(s)]


def is_tangent_of(block: Block, position: int) -> bool:
    """Return True if a statement computes a tangent, next to the statement that it belongs to."""
    line = getattr(block[position], "lineno", 0)
    if not any(own.startswith(TANGENT) for own in writes_of(block[position])):
        return False
    for step in (1, -1):
        place = position
        while 0 <= place < len(block) and getattr(block[place], "lineno", 0) == line:
            if not is_adjoint_statement(block[place]) and writes_of(block[place]):
                return True
            place += step
    return False


def writes_of(statement: Statement) -> set[str]:
    """Return the names, or the arrays, that a simple statement writes to."""
    if blocks(statement) or not isinstance(statement, (gast.Assign, gast.AugAssign)):
        return set()
    sides = statement.targets if isinstance(statement, gast.Assign) else [statement.target]
    found = {side.value.id for side in sides if isinstance(side, gast.Subscript)}
    return found | set(targets(statement))


def headings(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with headings only where there are two parts to tell apart.

    >>> from srcdiff.syntax import function
    >>> empty = function("def f(x):\\n    '# forward'\\n    '# backward'\\n    return x")
    >>> print(unparse(headings(empty)))
    def f(x):
        return x
    """
    new: Block = []
    for position, statement in enumerate(tree.body):
        following = tree.body[position + 1 : position + 2]
        last = not following or isinstance(following[0], gast.Return)
        if is_heading(statement) and (last or is_heading(following[0])):
            continue
        new.append(statement)
    found = [position for position, statement in enumerate(new) if is_heading(statement)]
    if len(found) < 2:
        new = [statement for position, statement in enumerate(new) if position not in found]
    return with_body(tree, new)


def is_adjoint_statement(statement: Statement) -> bool:
    """Return True if a statement computes an adjoint from others."""
    if isinstance(statement, (gast.Assign, gast.AugAssign)):
        target = statement.target if isinstance(statement, gast.AugAssign) else statement.targets[0]
        if isinstance(target, gast.Subscript):
            return isinstance(target.value, gast.Name) and is_adjoint(target.value.id)
        bound = targets(statement)
        made = isinstance(statement.value, gast.Call) and "zeros" in unparse(statement.value.func)
        zero = isinstance(statement.value, gast.Constant) and statement.value.value == 0.0
        return any(map(is_adjoint, bound)) and not made and not zero
    return False
