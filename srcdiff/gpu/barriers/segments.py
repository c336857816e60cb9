"""The text of a loop in segments: forward, and for each segment forward again, then backward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import gast

from srcdiff.analyse.types.types import Type
from srcdiff.differentiate.tape.tape_shapes import dtype, empty
from srcdiff.gpu.barriers.mirrored import Pair, stored
from srcdiff.gpu.barriers.rerun import Rerun
from srcdiff.optimise.arithmetic.integers import total
from srcdiff.syntax import (
    SEPARATOR,
    SNAPSHOTS,
    Block,
    Expression,
    Statement,
    assign,
    binary,
    call,
    clone,
    comment,
    constant,
    dotted,
    element,
    locate,
    map_blocks,
    mapped,
    members,
    name,
    number,
    path,
    range_parts,
    rename,
    subscript,
    tuple_of,
)

WHY = "saved once a segment: the backward part runs forward again from there"
WORD = f"for{SEPARATOR}"  # before names of a segment: no variable of the user begins with a keyword


@dataclass(frozen=True)
class Segments:
    """A loop, its backward loop, and in what segments they run.

    `rows` is the number of iterations of a segment, in terms of the arguments of the kernel;
    `kinds` are the types of what is carried from one iteration to the next, `names` the names of
    what runs again. The `title` is a number that tells the segments of different loops apart.
    """

    pair: Pair
    again: Rerun
    rows: Expression
    kinds: Mapping[str, Type]
    names: Mapping[str, str]
    title: int

    def word(self, text: str) -> str:
        """Return a name that no other loop has."""
        return f"{WORD}{text}{SEPARATOR}{self.title}"

    @property
    def length(self) -> Expression:
        """Return the number of iterations of a segment, in the kernel."""
        return clone(self.rows) if number(self.rows) is not None else name(self.word("length"))

    def made(self, saved: Mapping[str, Statement]) -> Block:
        """Return what makes the arrays; `saved` has what made those for all iterations."""
        place = self.pair.forward
        new = [comment(WHY, place)]
        for value, kind in self.kinds.items():
            new.append(assign(value + SNAPSHOTS, empty(clone(self.rows), dtype(kind)), place))
        for made in saved.values():
            new.append(shortened(made, self.rows))
        if number(self.rows) is None:
            length = element(path(f"{next(iter(saved))}.shape"), 0)
            new.append(assign(self.word("length"), length, place))
        return new

    def forward(self) -> Statement:
        """Return the loop that saves at the start of each segment only."""
        loop = self.pair.forward
        first = [
            assign(subscript(value + SNAPSHOTS, self.segment, store=True), name(value), loop)
            for value in self.again.carried
        ]
        body = map_blocks(loop.body, lambda old: [s for s in old if not self.saves(s)])
        inner = gast.For(loop.target, self.range_up(), body or [gast.Pass()], [], None)
        return self.over(self.count(1), [*first, *self.ends(), gast.copy_location(inner, loop)])

    def backward(self) -> Statement:
        """Return the loop over the segments, from the last to the first."""
        forward, backward = self.pair.forward, self.pair.backward
        first = [
            assign(self.names[value], subscript(value + SNAPSHOTS, self.segment), forward)
            for value in self.again.carried
        ]
        body = [rename(self.within(s, forward), self.names) for s in self.again.body]
        again = gast.For(rename(forward.target, self.names), self.range_up(), body, [], None)
        body = [self.within(s, backward) for s in backward.body]
        down = gast.For(backward.target, self.range_down(), body, [], None)
        loops = [gast.copy_location(again, forward), gast.copy_location(down, backward)]
        return self.over(self.count(0), [*first, *self.ends(), *loops], down=True)

    @property
    def segment(self) -> Expression:
        """Return the number of a segment."""
        return name(self.word("segment"))

    def saves(self, statement: Statement) -> bool:
        """Return True if a statement saves a value of each iteration."""
        return bool(stored(statement) & self.pair.arrays)

    def count(self, more: int) -> Expression:
        """Return the number of the last segment, and some more."""
        start, stop, _ = range_parts(self.pair.forward.iter)
        last = total(minus(minus(clone(stop), clone(start)), constant(1)))
        found = binary(last, gast.FloorDiv(), self.length)
        known = number(last), number(self.rows)
        if None not in known:
            found = constant(int(known[0] or 0) // int(known[1] or 1))
        return total(binary(found, gast.Add(), constant(more))) if more else found

    def over(self, count: Expression, body: Block, down: bool = False) -> Statement:
        """Return a loop over segments: `count` of them, or down from that one."""
        parts = [count, constant(-1), constant(-1)] if down else [count]
        target = gast.Name(self.word("segment"), gast.Store(), None, None)
        loop = gast.For(target, call("range", *parts), body, [], None)
        return locate(loop, self.pair.forward)

    def ends(self) -> Block:
        """Return what finds the first iteration of a segment, and the one after its last."""
        start, stop, _ = range_parts(self.pair.forward.iter)
        first = plus(clone(start), binary(self.segment, gast.Mult(), self.length))
        end = call("min", plus(name(self.word("first")), self.length), clone(stop))
        return [assign(self.word("first"), first), assign(self.word("end"), end)]

    def range_up(self) -> Expression:
        """Return the iterations of a segment."""
        return call("range", name(self.word("first")), name(self.word("end")))

    def range_down(self) -> Expression:
        """Return the iterations of a segment, from the last to the first."""
        parts = (minus(name(self.word(word)), constant(1)) for word in ("end", "first"))
        return call("range", *parts, constant(-1))

    def within(self, tree: gast.AST, loop: gast.For) -> gast.AST:
        """Return a part of a loop that accesses saved values by their place in the segment."""
        place = minus(name(loop.target.id), name(self.word("first")))

        def change(node: gast.AST) -> gast.AST:
            if isinstance(node, gast.Subscript) and dotted(node.value) in self.pair.arrays:
                rest = [mapped(part, change) for part in members(node.slice)[1:]]
                index = tuple_of([clone(place), *rest]) if rest else clone(place)
                return gast.copy_location(gast.Subscript(node.value, index, node.ctx), node)
            return mapped(node, change)

        return change(tree)


def shortened(made: Statement, rows: Expression) -> Statement:
    """Return the statement that makes an array, with another number of rows."""
    shape, *kind = made.value.args
    rest = members(shape)[1:]
    shape = tuple_of([clone(rows), *rest]) if rest else clone(rows)
    return locate(gast.Assign(made.targets, call("np.empty", shape, *kind), None), made)


def plus(left: Expression, right: Expression) -> Expression:
    """Return a sum."""
    return right if number(left) == 0 else binary(left, gast.Add(), right)


def minus(left: Expression, right: Expression) -> Expression:
    """Return a difference."""
    return left if number(right) == 0 else binary(left, gast.Sub(), right)
