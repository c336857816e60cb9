"""Where saved values are kept: arrays indexed by the counters, or arrays that grow.

In counted loops each saved value has an array with one subscript for each loop. In
other loops all saved values of an iteration are a row of one array, which grows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import gast

from srcdiff.analyse.flow.storage import Saved
from srcdiff.analyse.types.types import is_array
from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.reverse.counting import (
    counted_value,
    counting,
    counts,
    nest_of,
    saved_counts,
)
from srcdiff.differentiate.reverse.extents import extents
from srcdiff.differentiate.tape.saved_lists import (
    check_saved,
    empty_list,
    is_list,
    is_listed,
    is_text,
    list_of,
)
from srcdiff.differentiate.tape.shape_only import shape_only
from srcdiff.differentiate.tape.tape_shapes import dtype, empty, is_length, length, position
from srcdiff.syntax import (
    GROWING,
    POSITION,
    SEPARATOR,
    TAPE,
    Block,
    Expression,
    Statement,
    assign,
    augmented,
    call,
    clone,
    comment,
    constant,
    expression,
    is_adjoint,
    is_comment,
    locate,
    name,
    reads,
    subscript,
    tuple_of,
    writes,
)

FIRST_LENGTH = 8  # rows of an array that grows


@dataclass(frozen=True)
class Tape:
    """The array that a saved value is kept in, and the subscript of the value in it."""

    array: str
    index: Expression
    reason: str


@dataclass(frozen=True)
class Growing:
    """The growing arrays of one loop: of each, name, dtype and number of columns."""

    pointer: str
    arrays: tuple[tuple[str, str, int], ...]


@dataclass(frozen=True)
class Tapes:
    """All arrays of saved values of a function.

    `allocated` has the statements that make them, by the loop that they stand before;
    `trips` the names of the counts of iterations of `while` loops, unless the pointer into
    growing arrays tells as much; `ordered` the loops around lists of saved arrays, and
    around growing arrays by their pointer; `counted` what counts the iterations of a loop;
    `shapes` makes arrays again that are not saved, as nobody reads their elements.
    """

    of: Mapping[str, Tape]
    growing: Mapping[Statement, Growing]
    allocated: Mapping[Statement, Block]
    trips: Mapping[Statement, str]
    ordered: Mapping[str, tuple[Statement, ...]]
    counted: Mapping[str, Expression]
    shapes: Mapping[str, Expression]

    def is_ordered(self, loop: Statement) -> bool:
        """Return True if values saved inside a loop can only be had in reverse order."""
        return any(loop in loops for loops in self.ordered.values())

    def save(self, value: str, place: Statement) -> Block:
        """Return the statement that saves a value, if it is saved."""
        if value in self.ordered:
            append = call(f"{list_of(value)}.append", name(value))
            return [locate(gast.Expr(append), place)]
        if value not in self.of:
            return []
        tape = self.of[value]
        target = subscript(tape.array, clone(tape.index), store=True)
        return [assign(target, name(value), place)]

    def load(self, value: str, place: Statement) -> Block:
        """Return the statement that gets a saved value back.

        There is none for the values that a pair of functions passes on.
        """
        if value in self.ordered:
            return [assign(value, call(f"{list_of(value)}.pop"), place)]
        for made in (self.counted, self.shapes):
            if value in made:
                return [assign(value, clone(made[value]), place)]
        if value not in self.of:
            return []
        tape = self.of[value]
        return [assign(value, subscript(tape.array, clone(tape.index)), place)]


def tapes(facts: Facts) -> Tapes:
    """Return the arrays for all saved values of a plan."""
    of: dict[str, Tape] = {}
    allocated: dict[Statement, Block] = {}
    columns: dict[Statement, dict[str, list[Saved]]] = {}
    ordered: dict[str, tuple[Statement, ...]] = {}
    shapes = shape_only(facts)
    trips = counts(facts)
    steps = counting(facts)
    for saved in (*facts.plan.saved.values(), *saved_counts(trips, facts)):
        around = facts.around(saved)
        if not around or saved.value in shapes:
            continue  # the forward function returns it, or it is made again
        check_saved(saved, facts.layout.definitions)
        shape = counted_shape(saved, around, facts)
        if shape is not None:
            of[saved.value] = counted_tape(saved, around)
            kind = dtype(saved.type.dtype if is_array(saved.type) else saved.type)
            outermost = nest_of(around[0], facts)[0]  # perhaps one in which it does not vary
            make = assign(of[saved.value].array, empty(shape, kind), outermost)
            anchor = hoisted(outermost, reads(make), facts)
            allocated.setdefault(anchor, []).extend(explained(make, [saved]))
        elif is_listed(saved.type):
            ordered[saved.value] = tuple(around)
            anchor = hoisted(around[0], set(), facts)
            allocated.setdefault(anchor, []).extend(explained(empty_list(saved, anchor), [saved]))
        else:
            kinds = columns.setdefault(around[-1], {})
            if saved.value not in steps:
                kinds.setdefault(dtype(saved.type), []).append(saved)
    growing: dict[Statement, Growing] = {}
    for loop, kinds in columns.items():
        growing[loop], made = growing_tapes(loop, kinds, len(growing), of)
        around = nest_of(loop, facts)
        ordered[growing[loop].pointer] = tuple(around)
        allocated.setdefault(hoisted(around[0], set(), facts), []).extend(made)
    below = {anchor: grouped(block) for anchor, block in allocated.items()}
    # a loop that is not repeated has had as many iterations as it has saved rows
    needed = {s: n for s, n in trips.items() if s not in growing or len(nest_of(s, facts)) > 1}
    counted = {
        value: counted_value(*steps[value], growing[facts.plan.saved[value].loops[-1]].pointer)
        for value in steps
    }
    return Tapes(of, growing, below, needed, ordered, counted, shapes)


def explained(make: Statement, values: list[Saved]) -> Block:
    """Return the statement that makes an array, below a comment that says why."""
    reasons = list(dict.fromkeys(value.reason for value in values))
    return [comment("saved: " + ", ".join(reasons), make), make]


def grouped(made: Block) -> Block:
    """Return statements that make arrays, below one comment for each reason.

    >>> from srcdiff.syntax import statements, unparse
    >>> a, b = statements("a = 1\\nb = 2")
    >>> [unparse(s) for s in grouped([comment("c"), a, comment("c"), b])]
    ["'# c'", 'a = 1', 'b = 2']
    """
    groups: dict[str, Block] = {}
    title = ""
    for statement in made:
        if is_comment(statement):
            title = statement.value.value.removeprefix("# ")
        else:
            groups.setdefault(title, []).append(statement)
    return [
        s
        for text, group in groups.items()
        for s in ([comment(text, group[0]), *group] if text else group)
    ]


def counted_tape(saved: Saved, around: list[Statement]) -> Tape:
    """Return the tape of a value in counted loops."""
    subscripts = [position(loop) for loop in around]
    index = subscripts[0] if len(subscripts) == 1 else tuple_of(subscripts)
    return Tape(f"{saved.value}{TAPE}", index, saved.reason)


def counted_shape(saved: Saved, around: list[Statement], facts: Facts) -> Expression | None:
    """Return the shape of the array of a value in counted loops, None where it has none.

    It ends with the extents of the value, if that is an array.
    """
    if around[-1] not in facts.plan.counted or is_list(saved.type) or is_text(saved.type):
        return None
    lengths = [length(loop, lambda n: is_length(n, facts)) for loop in around]
    if is_adjoint(saved.value):
        return None  # not its elements are saved, but which array it is
    if is_array(saved.type):
        each = extents(saved.value, around[0], facts)
        return None if each is None else tuple_of([*lengths, *each])
    return lengths[0] if len(lengths) == 1 else tuple_of(lengths)


def hoisted(anchor: Statement, wanted: set[str], facts: Facts) -> Statement:
    """Return the loop before which an array can be made: as far out as its shape allows."""
    while True:
        region = facts.schedule.region(anchor, facts.layout)
        if region is None:
            return anchor
        bound = writes(region.body) | writes(getattr(region, "target", region))
        if wanted & bound:
            return anchor
        anchor = nest_of(region, facts)[0]


def growing_tapes(
    loop: Statement, kinds: dict[str, list[Saved]], count: int, of: dict[str, Tape]
) -> tuple[Growing, Block]:
    """Enter the growing arrays of a loop into `of`; return them and what makes them."""
    pointer = f"{POSITION}{SEPARATOR}{count + 1}"
    arrays = []
    made: Block = []
    for kind, values in kinds.items():
        word = f"{SEPARATOR}{kind.removeprefix('np.').strip('_')}" if kind else ""
        array = f"{GROWING}{word}{SEPARATOR}{count + 1}"
        for column, saved in enumerate(values):
            index = name(pointer)
            if len(values) > 1:
                index = tuple_of([index, constant(column)])
            of[saved.value] = Tape(array, index, saved.reason)
        rows = constant(FIRST_LENGTH)
        shape = rows if len(values) == 1 else tuple_of([rows, constant(len(values))])
        made += explained(assign(array, empty(shape, kind), loop), values)
        arrays.append((array, kind, len(values)))
    made.append(assign(pointer, constant(0), loop))
    return Growing(pointer, tuple(arrays)), made


def begin_row(tapes: Tapes, loop: Statement) -> Block:
    """Return the statements that make room for the saved values of an iteration."""
    if loop not in tapes.growing:
        return []
    found = tapes.growing[loop]
    new: Block = []
    for array, _, _ in found.arrays:
        test = expression("a == b.shape[0]")
        test.left = name(found.pointer)
        test.comparators[0].value.value = name(array)
        doubled = call(
            "np.concatenate", tuple_of([name(array), call("np.empty_like", name(array))])
        )
        new.append(gast.copy_location(gast.If(test, [assign(array, doubled, loop)], []), loop))
    return new


def end_row(tapes: Tapes, loop: Statement) -> Block:
    """Return the statement that moves on to the next row."""
    return move(tapes, loop, gast.Add())


def back_row(tapes: Tapes, loop: Statement) -> Block:
    """Return the statement that goes back to the row before."""
    return move(tapes, loop, gast.Sub())


def move(tapes: Tapes, loop: Statement, operator: gast.AST) -> Block:
    """Return the statement that moves the pointer of a loop's growing arrays."""
    if loop not in tapes.growing:
        return []
    return [augmented(tapes.growing[loop].pointer, operator, constant(1), loop)]
