"""Leave out copies of a name to itself, which values of one variable become."""

from __future__ import annotations

import gast

from srcdiff.syntax import (
    Block,
    Statement,
    blocks,
    dotted,
    is_comment,
    is_heading,
    whole_target,
    with_blocks,
)


def without_copies(block: Block) -> Block:
    """Return a block without copies of a name to itself, and without comments on nothing else.

    >>> from srcdiff.syntax import function, unparse, with_body
    >>> text = "def f(c):\\n  '# y = x'\\n  d_x = d_x\\n  if c:\\n    '# z = c'\\n    d_c = d_z"
    >>> print(unparse(with_body(tree := function(text), without_copies(tree.body))))
    def f(c):
        if c:
            '# z = c'
            d_c = d_z
    """
    new: Block = []
    is_left = False  # of a comment, what it was above
    for statement in block:
        if dotted(getattr(statement, "value", None)) == (whole_target(statement) or None):
            is_left = is_left or any(is_comment(s) and not is_heading(s) for s in new[-1:])
            continue
        if is_left and any(map(is_comment, (statement, *first_of_blocks(statement)))):
            new.pop()
        is_left = False
        if blocks(statement):
            parts = [without_copies(part) for part in blocks(statement)]
            parts[0] = parts[0] or [gast.Pass()]
            statement = with_blocks(statement, parts)
        new.append(statement)
    return new[:-1] if is_left else new


def first_of_blocks(statement: Statement) -> list[Statement]:
    """Return the statements that the blocks of another one begin with.

    Where none of them is a comment, the one above the statement is for what is in it.
    """
    return [block[0] for block in blocks(statement) if block]
