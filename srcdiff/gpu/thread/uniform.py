"""Refuse barriers that some threads of a block may not reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import gast

from srcdiff.analyse.flow.structure import is_loop
from srcdiff.errors import UnsupportedSyntax
from srcdiff.gpu.barriers.barriers import called
from srcdiff.gpu.thread.intrinsics import Place
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    blocks,
    children,
    parameters,
    reads,
    root,
    walk,
    walk_statements,
    whole_target,
    writes,
)

SAME = {"block", "size"}  # places that are the same for all threads of a block
JUMPS = (gast.Break, gast.Continue)  # that leave an iteration
EXITS = (gast.Return, *JUMPS)
EXTENTS = ("shape", "size", "ndim")  # of arrays: no thread changes them
IsBarrier = Callable[[Statement], bool]


def check_barriers(
    tree: gast.FunctionDef, places: Mapping[str, Place], is_barrier: IsBarrier
) -> None:
    """Refuse barriers that threads of a block may reach at different times, or not at all.

    `places` are the parameters that tell of the place of a thread. Raises UnsupportedSyntax.

    >>> from srcdiff.gpu.thread.intrinsics import PLACES
    >>> from srcdiff.syntax import function
    >>> tree = function("def f(x, n, i):\\n  for k in range(n):\\n    wait()\\n  y = x[i]")
    >>> check_barriers(tree, {"i": PLACES["grid(1)"][0]}, lambda s: isinstance(s, gast.Expr))
    """
    flow = Flow(tree, places)
    barriers = {s for s in walk_statements(tree.body) if is_barrier(s)}
    for statement in flow.left_by(tree.body, barriers, False):
        raise UnsupportedSyntax(
            "not all threads of a block may reach this barrier",
            statement,
            "guard what threads read and write there, not the barrier",
        )


def ends(statement: Statement) -> list[Expression]:
    """Return what a statement itself gives values to."""
    return [*getattr(statement, "targets", []), *filter(None, [getattr(statement, "target", None)])]


def elements_written(statement: Statement) -> list[gast.Subscript]:
    """Return the elements of arrays that a statement itself writes to."""
    parts = (part for end in ends(statement) for part in walk(end))
    return [p for p in parts if isinstance(p, gast.Subscript) and isinstance(p.ctx, gast.Store)]


def changed(tree: gast.FunctionDef) -> set[str]:
    """Return the arrays of which a kernel may write elements, by all of their names.

    Functions may write to the arrays of a thread, or of a block, that they are given.

    >>> from srcdiff.syntax import function
    >>> tree = function('''
    ... def f(x, i, n):
    ...     a = np.empty((2, 2))
    ...     b, m = a, n + 1
    ...     b[1][i] = x[i]
    ...     c = np.empty(3)
    ...     g(x, c[1:], size=m)
    ... ''')
    >>> sorted(changed(tree))
    ['a', 'b', 'c']
    """
    statements = list(walk_statements(tree.body))
    nodes = [n for s in statements for n in walk(s)]
    calls = [n for n in nodes if isinstance(n, gast.Call)]
    given = {root(part) for c in calls for part in (*c.args, *(w.value for w in c.keywords))}
    own = set(parameters(tree))
    found = {root(element) for s in statements for element in elements_written(s)} | (given - own)
    indexed = {root(n) for n in nodes if isinstance(n, gast.Subscript)}
    made = {whole_target(s) for s in statements if called(getattr(s, "value", None)) == "np.empty"}
    known = -1
    while known < len(found):
        known = len(found)
        for bound, value in (pair for s in statements for pair in bindings(s)):
            if bound in indexed | found:  # perhaps another name of the same memory
                names = reads(value) - (set() if bound in indexed else own)
                found |= {bound, *names} if {bound, *names} & found else set()
    return found & (indexed | made) - {""}


def bindings(statement: Statement) -> Iterator[tuple[str, Expression]]:
    """Yield the names that a statement binds, each with what it stands for or is a part of.

    >>> from srcdiff.syntax import statements, unparse
    >>> body = statements('''
    ... a, b[i] = c
    ... for d in e:
    ...     f((g := h))
    ... ''')
    >>> [(n, unparse(value)) for s in body for n, value in bindings(s)]
    [('a', 'c'), ('d', 'e'), ('g', 'h')]
    """
    value = getattr(statement, "iter" if isinstance(statement, gast.For) else "value", None)
    if value is not None and not isinstance(statement, gast.AugAssign):
        yield from ((bound, value) for bound in sorted(writes(ends(statement))))
    for node in walk(statement):
        if isinstance(node, gast.NamedExpr):
            yield node.target.id, node.value


def values_read(tree: gast.AST) -> set[str]:
    """Return the names of which an expression reads values: not those it asks for a size alone.

    >>> from srcdiff.syntax import expression
    >>> sorted(values_read(expression("f(a, b.size) + c.T[d.shape[0]] + len(e)")))
    ['a', 'c', 'f', 'len']
    """
    if isinstance(tree, gast.Attribute) and tree.attr in EXTENTS:
        return set()
    if called(tree) == "len":
        return {"len"}
    own = {tree.id} if isinstance(tree, gast.Name) and isinstance(tree.ctx, gast.Load) else set()
    return own.union(*map(values_read, children(tree)))


class Flow:
    """Which names may differ between the threads of a block (`apart`), and where these part."""

    def __init__(self, tree: gast.FunctionDef, places: Mapping[str, Place]) -> None:
        self.changed = changed(tree)
        self.apart = {n for n, place in places.items() if place.of not in SAME}
        known = -1
        while known < len(self.apart):
            known = len(self.apart)
            self.spread(tree.body, False)

    def spread(self, block: Block, parted: bool) -> None:
        """Enter the names that statements bind to values that may differ.

        Threads are `parted` where they may not all run the block.
        """
        for statement in block:
            inside = parted or self.parts(statement)
            left = is_loop(statement) and self.parts_by(statement.body, JUMPS)
            if inside or left or self.differs(statement):
                self.apart |= writes(statement)
            for part in blocks(statement):
                self.spread(part, inside)

    def parts(self, statement: Statement) -> bool:
        """Return True if threads may run the blocks of a statement differently."""
        if isinstance(statement, gast.For):
            return self.may_differ(statement.iter)
        return isinstance(statement, (gast.If, gast.While)) and self.may_differ(statement.test)

    def differs(self, statement: Statement) -> bool:
        """Return True if what a simple statement binds may differ."""
        return not blocks(statement) and self.may_differ(statement)

    def parts_by(self, block: Block, kinds: tuple[type, ...], parted: bool = False) -> bool:
        """Return True if some threads may leave a block by statements of some kinds, others not."""
        for statement in block:
            if parted and isinstance(statement, kinds):
                return True
            inside = parted or self.parts(statement)
            if is_loop(statement):
                inside = inside or self.parts_by(statement.body, JUMPS)
                others = tuple(kind for kind in kinds if kind not in JUMPS)  # its own stay in it
                found = self.parts_by(statement.body, others, inside)
                found = found or self.parts_by(statement.orelse, kinds, inside)
            else:
                found = any(self.parts_by(part, kinds, inside) for part in blocks(statement))
            if found:
                return True
        return False

    def may_differ(self, tree: gast.AST) -> bool:
        """Return True if an expression may differ between threads.

        What is read of arrays does that where the kernel writes to them.
        """
        return bool(reads(tree) & self.apart or values_read(tree) & self.changed)

    def left_by(self, block: Block, barriers: set[Statement], parted: bool) -> list[Statement]:
        """Return the barriers that not all threads may reach."""
        found: list[Statement] = []
        for statement in block:
            if statement in barriers and parted:
                found.append(statement)
            inside = parted or self.parts(statement)
            if is_loop(statement):
                inside = inside or self.parts_by(statement.body, EXITS)
            for part in blocks(statement):
                found += self.left_by(part, barriers, inside)
            parted = parted or self.parts_by([statement], EXITS)
        return found
