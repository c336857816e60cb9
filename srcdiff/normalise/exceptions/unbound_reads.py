"""Raise UnboundLocalError where a variable is read that no path has bound, as Python does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.analyse.flow.definite import BOUND, EMPTY, MADE, NEVER, Definite, Read
from srcdiff.analyse.flow.uses import Held
from srcdiff.core.operations import is_shape
from srcdiff.normalise.control_flow.guards import raising
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.exceptions.lost_bindings import MESSAGE, always_raises, without_lost
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    base,
    blocks,
    clone,
    constant,
    is_number,
    joined_by,
    key,
    locate,
    name,
    parameters,
    reads,
    walk_statements,
    with_blocks,
    with_body,
    writes,
)


def unbound_reads(
    tree: gast.FunctionDef,
    sizes: Mapping[str, int],
    constants: Mapping[str, Any],
    is_python: bool = True,
) -> gast.FunctionDef:
    """Return the function with checks of variables that may have no value where they are read.

    `sizes` are the lengths of tuples, `constants` the values of globals. Without `is_python` there
    are no checks. What conditions decide on that cannot be evaluated twice stands in branches
    (conditional_reads.py). Raises UnsupportedSyntax for a function that always raises.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(unbound_reads(function('''
    ... def f(x, n):
    ...     for i in range(n):
    ...         y = x * i
    ...     if x > 2.0:
    ...         z = x
    ...     return y * z
    ... '''), {}, {})))
    def f(x, n):
        z·bound = False
        for i in range(n):
            y = x * i
        if x > 2.0:
            z = x
            z·bound = True
        if n <= 0:
            raise UnboundLocalError("local variable 'y' referenced before assignment")
        if not z·bound:
            raise UnboundLocalError("local variable 'z' referenced before assignment")
        return y * z
    """
    if not is_python:
        return tree
    definite = Definite(tree, sizes, constants)
    if definite.never and not definite.returns:
        statement, title = definite.never[0]
        raise always_raises(base(title), statement)
    found = definite.reads
    open_reads = {key: rs for key, rs in found.items() if any(r.status != BOUND for r in rs)}
    if not open_reads:
        return tree
    return without_lost(_Checks(tree, open_reads).checked(), tree)


class _Checks:
    """The checks of a function."""

    def __init__(
        self, tree: gast.FunctionDef, reads: Mapping[tuple[Statement, str], list[Read]]
    ) -> None:
        self.tree = tree
        self.times = Counter(t for s in walk_statements(tree.body) for t in own_writes(s))
        self.times.update(parameters(tree))
        loops = [s for s in walk_statements(tree.body) if isinstance(s, (gast.For, gast.While))]
        self.moving = writes(loops)  # what loops bind
        self.naming = Naming(tree)
        self.flags: dict[str, str] = {}
        self.of: dict[Statement, list[tuple[str, Held, Expression]]] = {}
        for (statement, title), found in reads.items():
            never = all(read.status == NEVER for read in found)
            if never and not all(read.held for read in found) and statement in tree.body:
                raise always_raises(base(title), statement)
            helds = {read.held for read in found if read.status != BOUND}
            test = self.test(title, found)
            self.of.setdefault(statement, []).extend((title, held, test) for held in helds)

    def test(self, title: str, found: list[Read]) -> Expression:
        """Return a condition that holds if a variable has no value."""
        if all(read.status == NEVER for read in found):
            return constant(True)
        ways = {read.loops for read in found if read.status != BOUND}
        whole = all(read.status in (BOUND, EMPTY) for read in found)
        if whole and len(ways) == 1:
            again = any(read.status == BOUND for read in found)
            tests = [self.emptiness(loop, again) for loop in ways.pop()]
            known = [test for test in tests if test is not None]
            if len(known) == len(tests):
                return joined_by(gast.And(), known)
        if title not in self.flags:
            self.flags[title] = self.naming.part(title.removesuffix(MADE), "bound")
        return gast.UnaryOp(gast.Not(), name(self.flags[title]))

    def emptiness(self, loop: Any, again: bool) -> Expression | None:
        """Return a condition that holds if a loop had no iteration, or None.

        With `again` a loop around it may have had other bounds for it in an earlier iteration.
        """
        is_range = isinstance(loop.iter, gast.Call) and getattr(loop.iter.func, "id", "") == "range"
        if not is_range or len(loop.iter.args) > 2:
            return None
        if not all(self.is_kept(part) for part in loop.iter.args):
            return None
        if again and reads(loop.iter.args) & self.moving:
            return None
        start, stop = [constant(0), *loop.iter.args][-2:]
        return gast.Compare(clone(stop), [gast.LtE()], [clone(start)])

    def is_kept(self, part: Expression) -> bool:
        """Return True if a bound of a range has the same value everywhere."""
        if is_shape(part):
            return all(self.times[read] <= 1 for read in reads(part))
        if isinstance(part, gast.BinOp):
            exact = isinstance(part.op, (gast.Add, gast.Sub, gast.Mult))
            return exact and self.is_kept(part.left) and self.is_kept(part.right)
        return is_number(part) or (isinstance(part, gast.Name) and self.times[part.id] <= 1)

    def checked(self) -> gast.FunctionDef:
        """Return the function with its checks, and the flags that they ask."""
        body = self.block(self.tree.body)
        begin = [assign(flag, constant(False), self.tree.body[0]) for flag in self.flags.values()]
        return with_body(self.tree, [*begin, *body])

    def block(self, block: Block) -> Block:
        """Return a block with checks before its statements, and flags behind them."""
        new: Block = []
        for statement in block:
            done = set()
            for title, held, test in self.of.get(statement, []):
                if (held, key(test)) in done:
                    continue
                done.add((held, key(test)))
                if isinstance(test, gast.Constant) and not held:
                    return [*new, self.raised(title, test, statement).body[0]]
                whole = gast.BoolOp(gast.And(), [*map(clone, held), test]) if held else test
                new.append(self.raised(title, whole, statement))
            bound = own_writes(statement) & self.flags.keys()
            marks = [assign(self.flags[n], constant(True), statement) for n in sorted(bound)]
            if blocks(statement):
                first, *others = map(self.block, blocks(statement))
                new.append(with_blocks(statement, [[*marks, *first], *others]))
            else:
                new += [statement, *marks]
        return new

    def raised(self, title: str, test: Expression, place: Statement) -> Statement:
        """Return the statement that raises if a test holds."""
        text = MESSAGE.format(base(title))
        return locate(raising(clone(test), text, place, "UnboundLocalError"), place)


def own_writes(statement: Statement) -> set[str]:
    """Return the names that a statement binds itself, not those that its blocks bind."""
    if isinstance(statement, gast.For):
        return writes(statement.target)
    if isinstance(statement, gast.With):
        return writes(statement.items)
    return set() if blocks(statement) else writes(statement)
