"""Compute what only multiplies an adjoint where that is not zero.

A branch that keeps the best of some values makes the adjoints of all others zero: what follows adds
zero to other adjoints then, and a loop of that is most of the work.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import gast

from srcdiff.analyse.flow.liveness import Liveness, liveness
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    blocks,
    dotted,
    is_adjoint,
    is_comment,
    number,
    opposite,
    own_part,
    walk_statements,
    whole_target,
    with_blocks,
    with_body,
    with_changed,
    writes,
)

ADDED = (gast.Add, gast.Sub)
UPDATES = 4


def where_nonzero(
    tree: gast.FunctionDef,
    is_array: Callable[[str], bool],
    is_pure: Callable[[Statement], bool],
) -> gast.FunctionDef:
    """Return the function with loops that would add zero moved into the branch where they do not.

    `is_array` is true for names of arrays, `is_pure` for statements without effects.

    >>> from srcdiff.syntax import function, rename, unparse
    >>> tree = function('''
    ... def f(x, d_x, t, d_s, is_best):
    ...     for i in range(9):
    ...         if is_best[i]:
    ...             d_t = d_s
    ...         else:
    ...             d_t = 0.0
    ...         for k in range(3):
    ...             p = x[i, k] - 1.0
    ...             d_x[i, k] += 2.0 * p * d_t
    ...     return d_x
    ... ''')
    >>> names = {"d_x": "d_·x", "d_t": "d_·t"}
    >>> tree = where_nonzero(rename(tree, names), "d_·x".__eq__, lambda statement: True)
    >>> print(unparse(rename(tree, {new: old for old, new in names.items()})))
    def f(x, d_x, t, d_s, is_best):
        for i in range(9):
            if is_best[i]:
                d_t = d_s
                for k in range(3):
                    p = x[i, k] - 1.0
                    d_x[i, k] += 2.0 * p * d_t
        return d_x
    """
    if not any(zeros(part) for s in walk_statements(tree.body) for part in branches_of(s)):
        return tree
    live = functools.cache(lambda: liveness(tree.body))

    def block(old: Block) -> Block:
        new = moved(old, live, is_array, is_pure)
        return [with_changed(s, [*map(block, blocks(s))]) if blocks(s) else s for s in new]

    return with_body(tree, block(tree.body))


def branches_of(statement: Statement) -> list[Block]:
    """Return the two branches of an `if`."""
    return blocks(statement) if isinstance(statement, gast.If) else []


def zeros(block: Block) -> set[str]:
    """Return the adjoints that a block sets to zero, if it does nothing else."""
    titles = {whole_target(s) for s in block if not is_comment(s)}
    values = [s.value for s in block if isinstance(s, gast.Assign)]
    if not titles or not all(map(is_adjoint, titles)) or any(map(is_not_zero, values)):
        return set()
    return titles


def is_not_zero(value: Expression) -> bool:
    """Return True if a value is not the number zero."""
    return number(value) != 0


def moved(
    block: Block,
    live: Callable[[], Liveness],
    is_array: Callable[[str], bool],
    is_pure: Callable[[Statement], bool],
) -> Block:
    """Return a block in which branches have what would do nothing after the others."""
    new: Block = []
    position = 0
    while position < len(block):
        statement = block[position]
        position += 1
        for way, part in enumerate(branches_of(statement)):
            found = {title for title in zeros(part) if not is_array(title)}
            last = run_of(block[position:], Vanishing(found, is_pure), live)
            run = block[position : position + last]
            if found and is_worth_it(run):
                position += last
                after = live().after[run[-1]]
                parts = [list(inner) for inner in blocks(statement)]
                parts[1 - way] += run
                parts[way] = [s for s in parts[way] if whole_target(s) in after]
                statement = with_order(statement, parts)
                break
        new.append(statement)
    return new


def is_worth_it(run: Block) -> bool:
    """Return True for a loop, or for some updates of arrays: a number or two cost less than a jump.

    Without jumps, loops over them are vectorised.
    """
    updated = [s for s in run if isinstance(getattr(s, "target", None), gast.Subscript)]
    return len(updated) >= UPDATES or any(isinstance(s, gast.For) for s in run)


def with_order(statement: gast.If, parts: list[Block]) -> Statement:
    """Return an `if` with other branches, the first of which does something."""
    if parts[0]:
        return with_blocks(statement, parts)
    return gast.copy_location(gast.If(opposite(statement.test), parts[1], []), statement)


def run_of(rest: Block, zero: Vanishing, live: Callable[[], Liveness]) -> int:
    """Return how many of some statements do nothing where adjoints are zero.

    What they bind is not read after them.
    """
    count = 0
    for position, statement in enumerate(rest):
        if not zero.out or not zero.vanishes(statement):
            break
        if not zero.bound & set(live().after[statement]):
            count = position + 1
    return count


@dataclass
class Vanishing:
    """What is zero together with some adjoints, in the order of the statements."""

    out: set[str]
    is_pure: Callable[[Statement], bool]
    bound: set[str] = field(default_factory=set)  # by the statements so far

    def vanishes(self, statement: Statement) -> bool:
        """Return True if a statement does nothing, but for what it binds, where all are zero."""
        match statement:
            case gast.Assign() if whole_target(statement):
                title = whole_target(statement)
                if (title in self.out and title not in self.bound) or not self.is_pure(statement):
                    return False
                self.bound.add(title)
                self.out.discard(title)
                if self.is_zero(statement.value):
                    self.out.add(title)
                return True
            case gast.AugAssign(target=target, op=gast.Add() | gast.Sub(), value=value):
                return self.is_zero(value) and dotted(target) not in self.out
            case gast.For(target=gast.Name(id=title)) if not statement.orelse:
                self.bound.add(title)
                return self.is_settled(statement.body) and self.all_vanish(statement.body)
            case gast.If():
                return all(self.branch_vanishes(part) for part in blocks(statement))
        return is_comment(statement)

    def all_vanish(self, block: Iterable[Statement]) -> bool:
        """Return True if all statements of a block do nothing."""
        return all(self.vanishes(statement) for statement in block)

    def branch_vanishes(self, block: Block) -> bool:
        """Return True if a branch does nothing; what it alone makes zero does not count."""
        before = set(self.out)
        found = self.all_vanish(block)
        self.out &= before
        return found

    def is_settled(self, body: Block) -> bool:
        """Return True if a loop binds nothing that is zero before it."""
        inside = set().union(*(writes(own_part(s)) for s in walk_statements(body)))
        return not inside & self.out

    def is_zero(self, tree: Expression) -> bool:
        """Return True if a value is zero where adjoints are.

        >>> from srcdiff.syntax import expression
        >>> zero = Vanishing({"d"}, lambda statement: True)
        >>> [zero.is_zero(expression(t)) for t in ("2.0 * d * x", "d - d / x", "d + x", "x / d")]
        [True, True, False, False]
        """
        match tree:
            case gast.Name(id=title):
                return title in self.out
            case gast.UnaryOp(op=gast.USub() | gast.UAdd(), operand=inner):
                return self.is_zero(inner)
            case gast.BinOp(op=gast.Mult(), left=left, right=right):
                return self.is_zero(left) or self.is_zero(right)
            case gast.BinOp(op=gast.Div(), left=left):
                return self.is_zero(left)
            case gast.BinOp(op=op, left=left, right=right) if isinstance(op, ADDED):
                return self.is_zero(left) and self.is_zero(right)
            case gast.IfExp(body=body, orelse=orelse):
                return self.is_zero(body) and self.is_zero(orelse)
        return False
