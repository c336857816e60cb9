"""What a thread has to run for some of its statements only: without loops, and without writes."""

from __future__ import annotations

from collections.abc import Collection

import gast

from srcdiff.syntax import (
    Block,
    Statement,
    dotted,
    is_comment,
    reads,
    walk_statements,
    whole_target,
    with_blocks,
    writes,
)


def slice_of(
    body: Block, wanted: Collection[Statement], through: gast.For | None = None
) -> Block | None:
    """Return the parts of a block that some statements depend on, and these; None for loops.

    What other statements write to elements of arrays is left out: nothing may read it. The way may
    go `through` one loop, whose iterations then depend on nothing in others.

    >>> from srcdiff.syntax import statements, unparse
    >>> body = statements("a = x[i]; b = 2.0 * a\\nif b > 0.0:\\n  c = b\\n  d = a\\n  y[i] += c")
    >>> found = slice_of(body, {body[2].body[2]})
    >>> print("; ".join(unparse(s).replace("\\n", "") for s in found))
    a = x[i]; b = 2.0 * a; if b > 0.0:    c = b    y[i] += c
    """
    walk = _Slice(set(wanted), through)
    found = walk.block(body)
    return found if walk.is_simple else None


class _Slice:
    """The walk of `slice_of`, backward: `needed` are the names that are read further on."""

    def __init__(self, wanted: set[Statement], through: gast.For | None) -> None:
        self.wanted = wanted
        self.through = through
        self.needed: set[str] = set()
        self.is_simple = True

    def block(self, old: Block) -> Block:
        """Return the parts of a block."""
        new: Block = []
        for statement in reversed(old):
            if isinstance(statement, gast.If):
                parts = [self.block(part) for part in (statement.body, statement.orelse)]
                if any(parts):
                    new.append(with_blocks(statement, [parts[0] or [gast.Pass()], parts[1]]))
                    self.needed |= reads(statement.test)
            elif statement in self.wanted or self.gives(statement):
                new.append(statement)
                self.needed |= reads(statement)
            elif isinstance(statement, gast.For) and statement is self.through:
                new.append(self.loop(statement))
            elif writes(statement) & self.needed or self.wanted & {*walk_statements([statement])}:
                self.is_simple = False
        return new[::-1]

    def loop(self, statement: gast.For) -> Statement:
        """Return the parts of a loop, of which an iteration hands nothing on to the next one."""
        part = self.block(statement.body)
        if read_first(part, {statement.target.id}) & writes(statement.body):
            self.is_simple = False
        self.needed |= reads(statement.iter)
        return with_blocks(statement, [part])

    def gives(self, statement: Statement) -> bool:
        """Return True if a statement gives a variable its value that is read further on."""
        if is_comment(statement):
            return False
        if isinstance(statement, gast.AugAssign):
            return isinstance(statement.target, gast.Name) and statement.target.id in self.needed
        return whole_target(statement) in self.needed - {""}


def read_first(block: Block, bound: Collection[str]) -> set[str]:
    """Return the names that a block may read before it binds them; some are `bound` before.

    >>> from srcdiff.syntax import statements
    >>> body = statements("a = b\\nif a > c:\\n  d = e; g = a\\nelse:\\n  g = 0.0\\nf = d + a + g")
    >>> sorted(read_first(body, {"b"}))
    ['c', 'd', 'e']
    """
    return read_and_bound(block, set(bound))[0]


def read_and_bound(block: Block, known: set[str]) -> tuple[set[str], set[str]]:
    """Return the names that a block may read before it binds them, and those bound behind it."""
    found: set[str] = set()
    known = set(known)
    for statement in block:
        if isinstance(statement, gast.If):
            found |= reads(statement.test) - known
            ways = [read_and_bound(part, known) for part in (statement.body, statement.orelse)]
            found |= ways[0][0] | ways[1][0]
            known = ways[0][1] & ways[1][1]
            continue
        found |= reads(statement) - known
        known |= {whole_target(statement)} if isinstance(statement, gast.Assign) else set()
    return found, known


def reads_elements(statement: Statement) -> bool:
    """Return True if a statement reads elements of arrays, outside of branches in it.

    >>> from srcdiff.syntax import statements
    >>> [reads_elements(s) for s in statements("a = x[i]; n = x.shape[0]\\nif a > n:\\n  b = x[0]")]
    [True, False, False]
    """
    own = statement.test if isinstance(statement, gast.If) else statement
    return any(
        isinstance(node, gast.Subscript)
        and isinstance(node.ctx, gast.Load)
        and not dotted(node.value).endswith(".shape")
        for node in gast.walk(own)
    )


def is_same_branch(statement: Statement, around: Statement) -> bool:
    """Return True if a statement is an `if`, or what is left of it."""
    return (
        isinstance(statement, gast.If)
        and isinstance(around, gast.If)
        and statement.test is around.test
    )
