"""Loops of threads that take turns, as `while`, become loops over a range: nothing is saved."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import gast

from srcdiff.analyse.arrays.comparisons import only_limit
from srcdiff.analyse.flow.structure import Structure, structure
from srcdiff.core.operations import is_shape
from srcdiff.gpu.thread.intrinsics import Place
from srcdiff.normalise.control_flow.exits import has_exit
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    call,
    clone,
    dotted,
    each_block,
    has_operator,
    locate,
    name,
    number,
    reads,
    whole_target,
    writes,
)


def strided(
    tree: gast.FunctionDef, places: Mapping[str, Place], integers: Collection[str]
) -> gast.FunctionDef:
    """Return a kernel in which such loops run over a range.

    `places` tell of the thread, `integers` are the arguments and globals that are integers.
    The last statement of a loop moves its counter on, by as many as there are threads, and nothing
    reads the counter behind the loop.

    >>> from srcdiff.gpu.thread.intrinsics import PLACES
    >>> from srcdiff.syntax import function, unparse
    >>> places = {"place": PLACES["grid(1)"][0], "threads": PLACES["gridsize(1)"][0]}
    >>> print(unparse(strided(function('''
    ... def f(x, y, place, threads):
    ...     i = place
    ...     while i < x.size:
    ...         y[i] = 2.0 * x[i]
    ...         i += threads
    ... '''), places, ())))
    def f(x, y, place, threads):
        i = place
        for i in range(place, x.size, threads):
            y[i] = 2.0 * x[i]
    """
    counts = Counts(structure(tree.body), places, frozenset(integers))

    def block(old: Block) -> Block:
        return [over_range(s, counts) if isinstance(s, gast.While) else s for s in old]

    return each_block(tree, block)


@dataclass(frozen=True)
class Counts:
    """What is known of the integers in a kernel."""

    layout: Structure
    places: Mapping[str, Place]
    integers: frozenset[str]

    def is_whole(self, tree: Expression) -> bool:
        """Return True if an expression is an integer that no write to an array changes."""
        if has_operator(tree, gast.Add, gast.Sub, gast.Mult):
            return self.is_whole(tree.left) and self.is_whole(tree.right)
        if is_shape(tree) or type(number(tree)) is int:
            return True
        title = dotted(tree)
        value = self.single(title)
        if value is not None:
            return self.is_whole(value)
        is_given = title in self.places or title in self.integers
        return is_given and not self.layout.definitions.get(title)

    def is_positive(self, step: Expression) -> bool:
        """Return True if a step is made of numbers of threads and positive constants."""
        if has_operator(step, gast.Mult, gast.Add):
            return self.is_positive(step.left) and self.is_positive(step.right)
        title, by = dotted(step), number(step)
        value = self.single(title)
        if value is not None:
            return self.is_positive(value)
        if title in self.places:
            return self.places[title].of == "size" and not self.layout.definitions.get(title)
        return type(by) is int and by > 0

    def single(self, title: str) -> Expression | None:
        """Return the value of a variable that is bound once, in no loop and in no branch."""
        made = self.layout.definitions.get(title, ())
        is_single = len(made) == 1 and whole_target(made[0]) == title
        return made[0].value if is_single and not self.layout.path[made[0]] else None

    def is_read_behind(self, counter: str, loop: gast.While) -> bool:
        """Return True if a statement behind a loop reads its counter, or may do so."""
        order = self.layout.order
        later = [s for s in order if order[s] > order[loop] and not self.layout.inside(s, loop)]
        return bool(self.layout.loops(loop)) or any(counter in reads(s) for s in later)


def over_range(loop: gast.While, counts: Counts) -> Statement:
    """Return a loop over a range where one gives the same; any other loop as it is."""
    limit = only_limit(loop.test)
    if limit is None or loop.orelse or has_exit(loop.body, gast.Continue):
        return loop
    counter, end = limit
    step, body = step_of(loop.body[-1], counter), loop.body[:-1]
    begin = begun(counter, counts)
    if step is None or begin is None or not body:
        return loop
    changed = writes(loop.body)
    fixed = not (reads(end) | reads(step)) & changed and counter not in writes(body)
    if not fixed or not counts.is_whole(end) or not counts.is_positive(step):
        return loop
    if counts.is_read_behind(counter, loop):
        return loop
    over = gast.Name(counter, gast.Store(), None, None)
    turns = call("range", begin, clone(end), clone(step))
    return locate(gast.For(over, turns, body, [], None), loop)


def begun(counter: str, counts: Counts) -> Expression | None:
    """Return what a counter is before its loop, None if that may be no integer."""
    first, *others = counts.layout.definitions.get(counter, (None,))
    if first is None or len(others) != 1 or whole_target(first) != counter:
        return None
    if dotted(first.value) in counts.places:
        return clone(first.value)
    return name(counter) if counts.is_whole(first.value) else None


def step_of(last: Statement, counter: str) -> Expression | None:
    """Return what the last statement of a loop adds to its counter."""
    if isinstance(last, gast.AugAssign) and isinstance(last.op, gast.Add):
        return last.value if dotted(last.target) == counter else None
    if whole_target(last) != counter or not isinstance(last.value, gast.BinOp):
        return None
    is_sum = isinstance(last.value.op, gast.Add) and dotted(last.value.left) == counter
    return last.value.right if is_sum else None
