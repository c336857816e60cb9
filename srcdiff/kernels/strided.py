"""Loops of threads that take turns, as `while`, become loops over a range: nothing is saved."""

from __future__ import annotations

from collections.abc import Mapping

import gast

from srcdiff.analyse.structure import Structure, structure
from srcdiff.kernels.intrinsics import Place
from srcdiff.normalise.exits import has_exit
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    call,
    clone,
    dotted,
    locate,
    map_blocks,
    name,
    number,
    reads,
    whole_target,
    with_body,
    writes,
)

LENGTHS = (gast.Name, gast.Constant, gast.Attribute, gast.BinOp, gast.operator, gast.Subscript)


def strided(tree: gast.FunctionDef, places: Mapping[str, Place]) -> gast.FunctionDef:
    """Return a kernel in which such loops run over a range; `places` tell of the thread.

    The last statement of a loop moves its counter on, by as many as there are threads, and nothing
    reads the counter behind the loop.

    >>> from srcdiff.kernels.intrinsics import PLACES
    >>> from srcdiff.syntax import function, unparse
    >>> places = {"i": PLACES["grid(1)"][0], "threads": PLACES["gridsize(1)"][0]}
    >>> print(unparse(strided(function('''
    ... def f(x, y, i, threads):
    ...     while i < x.size:
    ...         y[i] = 2.0 * x[i]
    ...         i += threads
    ... '''), places)))
    def f(x, y, i, threads):
        for i in range(i, x.size, threads):
            y[i] = 2.0 * x[i]
    """
    layout = structure(tree.body)

    def block(old: Block) -> Block:
        return [over_range(s, layout, places) if isinstance(s, gast.While) else s for s in old]

    return with_body(tree, map_blocks(tree.body, block))


def over_range(loop: gast.While, layout: Structure, places: Mapping[str, Place]) -> Statement:
    """Return a loop over a range where one gives the same; any other loop as it is."""
    limit = limit_of(loop)
    if limit is None:
        return loop
    counter, end = limit
    step, body = step_of(loop.body[-1], counter), loop.body[:-1]
    if step is None or not is_positive(step, layout, places):
        return loop
    fixed = not (reads(end) | reads(step)) & (writes(loop.body) | {counter})
    if not fixed or not all(isinstance(n, LENGTHS) for n in gast.walk(end) if is_operand(n)):
        return loop
    if not body or counter in writes(body) or has_exit(loop.body, gast.Continue) or loop.orelse:
        return loop
    if layout.loops(loop) or is_read_behind(counter, loop, layout):
        return loop
    over = gast.Name(counter, gast.Store(), None, None)
    turns = call("range", begun(counter, layout, places), clone(end), clone(step))
    return locate(gast.For(over, turns, body, [], None), loop)


def begun(counter: str, layout: Structure, places: Mapping[str, Place]) -> Expression:
    """Return what a counter is before its loop: the place of a thread, or its own name."""
    first, *others = layout.definitions[counter]
    is_whole = whole_target(first) == counter and isinstance(first, gast.Assign)
    is_place = is_whole and len(others) == 1 and dotted(first.value) in places
    return clone(first.value) if is_place else name(counter)


def is_operand(node: gast.AST) -> bool:
    """Tell whether a node is more than a sign of how a name is used."""
    return not isinstance(node, (gast.expr_context, gast.unaryop))


def limit_of(loop: gast.While) -> tuple[str, Expression] | None:
    """Return the counter of a loop, and what it stays below."""
    test = loop.test
    if not isinstance(test, gast.Compare) or len(test.ops) != 1:
        return None
    left, right = test.left, test.comparators[0]
    if isinstance(test.ops[0], gast.Gt):
        left, right = right, left
    elif not isinstance(test.ops[0], gast.Lt):
        return None
    return (left.id, right) if isinstance(left, gast.Name) else None


def step_of(last: Statement, counter: str) -> Expression | None:
    """Return what the last statement of a loop adds to its counter."""
    if isinstance(last, gast.AugAssign) and isinstance(last.op, gast.Add):
        return last.value if dotted(last.target) == counter else None
    if whole_target(last) != counter or not isinstance(last.value, gast.BinOp):
        return None
    is_sum = isinstance(last.value.op, gast.Add) and dotted(last.value.left) == counter
    return last.value.right if is_sum else None


def is_positive(step: Expression, layout: Structure, places: Mapping[str, Place]) -> bool:
    """Tell whether a step is made of numbers of threads, and of constants that are positive."""
    if isinstance(step, gast.BinOp) and isinstance(step.op, (gast.Mult, gast.Add)):
        return all(is_positive(part, layout, places) for part in (step.left, step.right))
    title, value = dotted(step), number(step)
    made = layout.definitions.get(title, ())
    if title in places:
        return places[title].of == "size" and not made
    if len(made) == 1 and whole_target(made[0]) == title and not layout.path[made[0]]:
        return is_positive(made[0].value, layout, places)
    return isinstance(value, int) and value > 0


def is_read_behind(counter: str, loop: gast.While, layout: Structure) -> bool:
    """Tell whether a statement behind a loop reads its counter."""
    place = layout.order[loop]
    inside = {s for s in layout.order if any(around is loop for around, _ in layout.path[s])}
    later = [s for s in layout.order if layout.order[s] > place and s not in inside]
    return any(counter in reads(s) for s in later)
