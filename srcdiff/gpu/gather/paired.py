"""What a thread does for each of its pairs, and what it gathers from them, become one loop.

Both compute the same distances, seen from either end: these are computed once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import gast

from srcdiff.gpu.gather.nearby import FUNCTIONS
from srcdiff.gpu.gather.totals import ADD
from srcdiff.gpu.thread.slices import reads_elements
from srcdiff.optimise.arithmetic.repeated import Names, without_repeats
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    callee_of,
    dotted,
    is_comment,
    parameters,
    reads,
    rename,
    same,
    substitute,
    targets,
    walk,
    walk_statements,
    whole_target,
    with_blocks,
    with_body,
    writes,
)

SIMPLE = (gast.Assign, gast.AugAssign, gast.If, gast.For, gast.Expr, gast.Pass)
SUMS = (gast.Add, gast.Sub)


def paired(tree: gast.FunctionDef, is_float: Callable[[str], bool]) -> gast.FunctionDef:
    """Return a kernel in which loops over the same range that follow each other are one.

    `is_float` tells of a variable whether it is a floating-point number.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, d, e, total, i):
    ...     if i < x.size:
    ...         for j in range(x.size):
    ...             r = x[j] - x[i]
    ...             q = math.exp(r * r)
    ...             total += q * r * d
    ...     if i < x.size:
    ...         for k in range(x.size):
    ...             r2 = x[i] - x[k]
    ...             q2 = math.exp(r2 * r2)
    ...             total += q2 * r2 * e[k]
    ...         e[i] = total
    ... ''')
    >>> print(unparse(paired(tree, lambda name: True)))
    def f(x, d, e, total, i):
        if i < x.size:
            for j in range(x.size):
                r = x[j] - x[i]
                q = math.exp(r * r)
                total += q * r * d
                total -= q * r * e[j]
            e[i] = total
    """
    stored = Counter(n for s in walk_statements(tree.body) for n in targets(s))
    fixed = {n for n in parameters(tree) if not stored[n]}
    bound = [(whole_target(s), s) for s in tree.body if stored[whole_target(s)] == 1]
    values = {n: s.value for n, s in bound if n and reads(s.value) <= fixed}
    pairs = _Paired(values, stored, is_float, names_of(tree))
    return with_body(tree, pairs.joined(sums_last(tree.body)))


def sums_last(body: Block) -> Block:
    """Return a body that adds over blocks at its end, if nothing that it moves these past minds.

    >>> from srcdiff.syntax import statements, unparse
    >>> body = statements(f"a = x[i]; {ADD}(d_a, a); b = 2.0; {ADD}(d_b, b)")
    >>> print("; ".join(map(unparse, sums_last(body))).replace("·", "_"))
    a = x[i]; b = 2.0; add_over_block(d_a, a); add_over_block(d_b, b)
    """
    sums = [s for s in body if isinstance(s, gast.Expr) and dotted_call(s) == ADD]
    for k, statement in enumerate(body):
        later = [s for s in body[k:] if s not in sums]
        if statement in sums and reads([statement]) & (writes(later) | reads(later)):
            return body
    return [*(s for s in body if s not in sums), *sums]


def dotted_call(statement: gast.Expr) -> str:
    """Return the function that a statement calls, "" if it does anything else."""
    return callee_of(statement.value)


@dataclass(frozen=True)
class _Paired:
    """The walk of `paired`: the only values of some names, how often all are assigned and occur."""

    values: Mapping[str, Expression]
    stored: Counter[str]
    is_float: Callable[[str], bool]
    names: Counter[str]

    def joined(self, block: Block) -> Block:
        """Return a block whose conditions that are the same, one after the other, are one.

        So are loops over the same range inside, where neither needs what the other computes.
        """
        new: Block = []
        notes: Block = []
        for statement in block:
            if is_comment(statement):
                notes.append(statement)
                continue
            both = self.both(new[-1], [*notes], statement) if new else None
            new = [*new[:-1], both] if both is not None else [*new, *notes, statement]
            notes = []
        return new + notes

    def both(self, first: Statement, notes: Block, second: Statement) -> Statement | None:
        """Return a statement that does what two do in turn; None if it would do something else."""
        if isinstance(first, gast.If) and isinstance(second, gast.If):
            changed = reads(first.test) & writes(first.body)
            plain = not changed and not reads_elements(gast.Expr(first.test))
            if first.orelse or second.orelse or not plain or not same(first.test, second.test):
                return None
            return with_blocks(first, [self.joined([*first.body, *notes, *second.body]), []])
        if isinstance(first, gast.For) and isinstance(second, gast.For):
            if not self.same_range(first, second) or not are_apart(first, second):
                return None
            return self.fused(first, notes, second)
        return None

    def same_range(self, first: gast.For, second: gast.For) -> bool:
        """Return True if two loops count the same, and the counter of the second is not read on."""
        ranges = [substitute(loop.iter, self.values) for loop in (first, second)]
        names = [loop.target.id for loop in (first, second) if isinstance(loop.target, gast.Name)]
        if len(names) < 2 or first.orelse or second.orelse or not same(*ranges):
            return False
        return names[0] not in names_of(second) and self.is_inside(names[1], second)

    def is_inside(self, variable: str, statement: Statement) -> bool:
        """Return True if a variable occurs in one statement only."""
        return self.names[variable] == names_of(statement)[variable]

    def fused(self, first: gast.For, notes: Block, second: gast.For) -> gast.For:
        """Return a loop that does what two loops do."""
        body = [*notes, *rename(second, {second.target.id: first.target.id}).body]
        inner = [s for s in walk_statements([*first.body, *body]) if isinstance(s, gast.For)]
        counters = writes([loop.target for loop in inner])

        def is_lasting(variable: str) -> bool:
            return self.stored[variable] < 2 and variable not in counters

        names = Names(self.names, is_lasting, self.is_float)
        found = without_repeats(first.body, body, names)
        return with_body(first, found or [*first.body, *body])


def names_of(tree: gast.AST) -> Counter[str]:
    """Return how often each name occurs."""
    return Counter(node.id for node in walk(tree) if isinstance(node, gast.Name))


def are_apart(first: gast.For, second: gast.For) -> bool:
    """Return True if iterations of two loops may take turns: no loop needs what the other computes.

    Both may add to the same variables.

    >>> from srcdiff.syntax import statements
    >>> texts = "s += x", "s -= y", "t = s", "x[0] = y"
    >>> loops = enumerate(texts)
    >>> a, *others = (statements(f"for j{k} in range(n): {text}")[0] for k, text in loops)
    >>> [are_apart(a, other) for other in others]
    [True, False, False]
    """
    if not all(map(is_simple, (first, second))):
        return False
    changed = [writes([loop]) for loop in (first, second)]
    needed = [needs(loop) for loop in (first, second)]
    both = changed[0] & changed[1]
    alone = not (changed[0] - both) & needed[1] and not (changed[1] - both) & needed[0]
    return alone and all(not both & own for own in (*needed, *map(assigned, (first, second))))


def is_simple(loop: gast.For) -> bool:
    """Return True if a loop does nothing but compute variables, by functions without effects."""
    for statement in walk_statements([loop]):
        if not isinstance(statement, SIMPLE):
            return False
        if isinstance(statement, gast.Expr) and not is_comment(statement):
            return False
    if any(isinstance(n, gast.Subscript) and isinstance(n.ctx, gast.Store) for n in walk(loop)):
        return False
    calls = (dotted(node.func) for node in walk(loop) if isinstance(node, gast.Call))
    return all(c in FUNCTIONS or c.startswith(("math.", "np.")) for c in calls)


def needs(loop: gast.For) -> set[str]:
    """Return the names that a loop reads, but for sums that it adds to."""
    found: set[str] = set()
    for statement in walk_statements([loop]):
        for part in ("value", "test", "iter"):
            found |= reads(getattr(statement, part, None) or gast.Pass())
    return found


def assigned(loop: gast.For) -> set[str]:
    """Return the names that a loop does anything with but add to them."""
    found: set[str] = set()
    for statement in walk_statements([loop]):
        if isinstance(statement, gast.For):
            found |= writes(statement.target)
        elif not isinstance(statement, gast.AugAssign) or not isinstance(statement.op, SUMS):
            found |= set(targets(statement))
    return found
