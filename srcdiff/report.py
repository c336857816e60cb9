"""What a derivative does with loops and memory, in words: read from the plans, not the source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import gast

from srcdiff.analyse.flow.activity import Activity
from srcdiff.analyse.flow.storage import Saved
from srcdiff.analyse.flow.structure import is_loop
from srcdiff.analyse.types.types import Type, is_array
from srcdiff.core import Core
from srcdiff.core.operations import operation
from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.reverse.counting import counting
from srcdiff.differentiate.tape.saved_lists import is_list
from srcdiff.differentiate.tape.tapes import counted_shape
from srcdiff.rules.registry import is_constant
from srcdiff.syntax import (
    TAPE,
    Expression,
    Statement,
    base,
    binary,
    members,
    parameters,
    readable,
    reads,
    rename,
    unparse,
    walk_statements,
)
from srcdiff.syntax.origin import short

BACKWARD = "run forward, then backward"  # how a loop that saves values runs


@dataclass(frozen=True)
class SavedValue:
    """One saved value: its name, why it is saved, and how many bytes that takes."""

    name: str
    reason: str
    memory: str


@dataclass(frozen=True)
class LoopUse:
    """One loop: where it is, and how its derivative runs."""

    place: str
    text: str
    how: str


@dataclass(frozen=True)
class FunctionReport:
    """The loops of one generated function, what it saves, and what is remarkable."""

    name: str
    loops: tuple[LoopUse, ...]
    saved: tuple[SavedValue, ...]
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        lines = [self.name]
        for loop in self.loops:
            lines += [f"  {loop.place}  {loop.text}", f"      {loop.how}"]
        for value in self.saved:
            lines += [f"  saves {value.name}: {value.reason}", f"      {value.memory}"]
        if not self.saved:
            lines.append("  saves nothing")
        lines += [f"  {note}" for note in self.notes]
        return "\n".join(lines)


@dataclass(frozen=True)
class Report:
    """What a derivative does, function by function; print it to read it."""

    functions: tuple[FunctionReport, ...]

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.functions))


def function_report(
    name: str,
    facts: Facts,
    *trees: gast.FunctionDef,
    shapes: Mapping[str, Expression] | None = None,
) -> FunctionReport:
    """Return the report of one generated function.

    `trees` are what has become of it: what they do not read any more is not saved. `shapes` are
    those of arrays of saved values that are not as they were planned.
    """
    counters = counting(facts)
    read = reads(trees)
    kept = [
        saved
        for value, saved in facts.plan.saved.items()
        if value not in counters and (f"{value}{TAPE}" in read or not has_own(saved, facts))
    ]
    saved = tuple(saved_value(value, facts, shapes or {}) for value in kept)
    return FunctionReport(
        name, tuple(loop_uses(facts)), saved, tuple(only_compared(facts.core, facts.active))
    )


def only_compared(core: Core, active: Activity) -> Iterator[str]:
    """Yield a note for each parameter on which results depend through comparisons only.

    Its derivative is 0, as for what a search by halves finds.
    """
    read = reads(list(tests_of(core)))
    if not read & (active.varied - active.names):
        return
    for parameter in parameters(core.tree):
        if parameter in active.varied and parameter not in active.names:
            yield (
                f"results depend on {readable(parameter)} through comparisons only, so that its "
                "derivative is 0: see docs/nondifferentiable-points.md"
            )


def tests_of(core: Core) -> Iterator[gast.AST]:
    """Yield what decides which statements run, how often, and which values are chosen."""
    for statement in walk_statements(core.tree.body):
        for part in ("test", "iter"):
            if hasattr(statement, part):
                yield getattr(statement, part)
        value = getattr(statement, "value", None)
        if isinstance(value, (gast.Compare, gast.BoolOp)):
            yield value
        elif isinstance(value, gast.IfExp):
            yield value.test
        elif value is not None:
            found = operation(value)
            if found is not None and is_constant(found.function):
                yield value


def loop_uses(facts: Facts) -> Iterator[LoopUse]:
    """Return how the loops with a derivative are run."""
    for loop in facts.layout.order:
        if is_loop(loop) and loop in facts.schedule.active:
            origin = facts.core.origin
            place = f"{short(origin.part(loop)[0].file)}:{origin.line(loop)}"
            yield LoopUse(place, heading(loop, facts.core.written), how(loop, facts))


def heading(loop: Statement, written: gast.FunctionDef) -> str:
    """Return the first line of a loop, as the user wrote it."""
    for own in walk_statements(written.body):
        if is_loop(own) and getattr(own, "lineno", 0) == getattr(loop, "lineno", 1):
            return first_line(own)
    names = {n: readable(n) for node in gast.walk(loop) for n in [getattr(node, "id", "")] if n}
    return first_line(rename(loop, names))


def first_line(loop: Statement) -> str:
    """Return the first line of a loop.

    >>> from srcdiff.syntax import statements
    >>> first_line(statements("for i, j in pairs:\\n  f(i)")[0])
    'for i, j in pairs'
    """
    if isinstance(loop, gast.While):
        return f"while {unparse(loop.test)}"
    target = members(loop.target)
    return f"for {', '.join(map(unparse, target))} in {unparse(loop.iter)}"


def how(loop: Statement, facts: Facts) -> str:
    """Return how the derivative of a loop runs, and why."""
    obstacle = facts.loops.obstacle[loop]
    if loop in facts.schedule.rerun:
        return "independent iterations: forward and backward together"
    if not obstacle:
        return "independent iterations, run forward first as their results are needed"
    # what a function returns has no name of the user
    return f"{BACKWARD}: {obstacle.replace('`return`', 'the result')}"


def saved_value(saved: Saved, facts: Facts, shapes: Mapping[str, Expression]) -> SavedValue:
    """Return what saving a value costs."""
    around = facts.around(saved)
    name = readable(saved.value)
    if not around:
        return SavedValue(name, saved.reason, "passed on by the forward function")
    shape = shapes.get(f"{saved.value}{TAPE}") or counted_shape(saved, around, facts)
    if shape is not None:
        memory = f"{size_of(shape, getattr(saved.type, 'dtype', saved.type))} bytes"
    elif is_array(saved.type) or is_list(saved.type):
        memory = f"a copy of `{base(saved.value)}` in each iteration"
    else:
        loop = heading(around[-1], facts.core.written)
        memory = f"{item_size(saved.type)} bytes in each iteration of `{loop}`"
    return SavedValue(name, saved.reason, memory)


def has_own(saved: Saved, facts: Facts) -> bool:
    """Return True if there is an array, or a list, for nothing but one saved value."""
    around = facts.around(saved)
    if not around:
        return False
    return is_array(saved.type) or counted_shape(saved, around, facts) is not None


def size_of(shape: Expression, kind: Type) -> str:
    """Return the size of an array in bytes, as a formula of the arguments.

    >>> from srcdiff.analyse.types.types import types
    >>> from srcdiff.syntax import expression
    >>> size_of(expression("(n, x.shape[0])"), types.float64)
    '8 * n * x.shape[0]'
    """
    lengths = members(shape)
    total: Expression = gast.Constant(item_size(kind), None)
    for length in lengths:
        names = {n: readable(n) for node in gast.walk(length) for n in [getattr(node, "id", "")]}
        total = binary(total, gast.Mult(), rename(length, names))
    return unparse(total)


def item_size(kind: Type) -> int:
    """Return the number of bytes of a number of a type."""
    return max(int(getattr(kind, "bitwidth", 8)) // 8, 1)
