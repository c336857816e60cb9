"""Leave out copies of a name to itself, which values of one variable become."""

from __future__ import annotations

import gast

from srcdiff.syntax import (
    Block,
    blocks,
    comment,
    dotted,
    is_comment,
    key,
    whole_target,
    with_blocks,
)

HEADINGS = {key(comment(title)) for title in ("forward", "backward")}  # of the two parts


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
            is_left = is_left or (
                bool(new) and is_comment(new[-1]) and key(new[-1]) not in HEADINGS
            )
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
