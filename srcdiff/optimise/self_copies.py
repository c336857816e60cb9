"""Leave out copies of a name to itself, which values of one variable become."""

from __future__ import annotations

import gast

from srcdiff.syntax import (
    Block,
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
    >>> text = "def f(c):\\n  '# backward'\\n  '# y = x'\\n  d_x = d_x\\n  if c:\\n    d_z = c"
    >>> print(unparse(with_body(tree := function(text), without_copies(tree.body))))
    def f(c):
        \"\"\"# backward\"\"\"
        if c:
            d_z = c
    """
    new: Block = []
    is_left = False  # of a comment, what it was above
    for statement in block:
        if dotted(getattr(statement, "value", None)) == (whole_target(statement) or None):
            is_left = is_left or any(is_comment(s) and not is_heading(s) for s in new[-1:])
            continue
        if is_left and (blocks(statement) or is_comment(statement)):
            new.pop()
        is_left = False
        if blocks(statement):
            parts = [without_copies(part) for part in blocks(statement)]
            parts[0] = parts[0] or [gast.Pass()]
            statement = with_blocks(statement, parts)
        new.append(statement)
    return new[:-1] if is_left else new
