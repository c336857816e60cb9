"""Which neighbouring statements on whole arrays can be done together, element by element.

What a loop computes at one element must not depend on other elements that it writes to: two
arrays of which one is written are apart, or the same one in the same order.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from srcdiff.optimise.elements.memory import Memory
from srcdiff.optimise.elements.steps import Kind, Step, place_of

LONGEST = 40  # steps: longer loops are of no use to compilers
Place = tuple[str, int]  # an array, and the number of subscripts of the row that is meant


@dataclass(frozen=True)
class Run:
    """Steps that follow one another, and what all of them read and write."""

    steps: tuple[Step, ...]
    memory: Memory

    @property
    def bound(self) -> set[str]:
        """Return the arrays that steps bind: in the loop their elements are numbers."""
        return {step.target for step in self.steps if step.kind is Kind.VALUE}

    @property
    def totals(self) -> set[str]:
        """Return the numbers that steps add to."""
        return {step.target for step in self.steps if step.kind is Kind.TOTAL}

    @property
    def others(self) -> set[str]:
        """Return the names that steps read whatever the element."""
        return set().union(*(step.others for step in self.steps))

    def takes(self, step: Step) -> bool:
        """Return True if a step can be done in the same loop, after the others."""
        longer = Run((*self.steps, step), self.memory)
        return (
            len(self.steps) < LONGEST
            and all(step.extents == other.extents for other in self.steps[:1])
            and not longer.others & (longer.totals | longer.bound)
            and not (is_new_total(step) and step.target in self.totals)
            and not self.changes_copies(step)
            and self.is_by_element(longer)
        )

    def is_by_element(self, longer: Run) -> bool:
        """Return True if one more step leaves alone what is read at other elements, too."""
        (read, written), (all_read, all_written) = places_of(self.steps), places_of(longer.steps)
        pairs = [(one, other) for one in all_written - written for other in all_read | all_written]
        pairs += [(one, other) for one in written for other in all_read - read]
        arrays = {title for title in longer.others if self.memory.symbols.is_array(title)}
        return all(self.are_in_step(*pair) for pair in pairs) and all(
            self.memory.are_apart(array, other) for array, _ in all_written for other in arrays
        )

    def are_in_step(self, written: Place, other: Place) -> bool:
        """Return True if two arrays, or rows, are apart, or the same in the same order."""
        if written[1] != other[1]:
            return self.memory.are_apart(written[0], other[0])
        return self.memory.are_in_step(written[0], other[0])

    def changes_copies(self, step: Step) -> bool:
        """Return True if a step writes to an array that an earlier one has given another name."""
        if step.kind is not Kind.STORE:
            return False
        shared = copied(self.steps)
        if step.target in self.bound:
            return any(step.target in one.names and one.is_shared for one in shared)
        outer = {array for one in shared for array in one.arrays}
        return not all(self.memory.are_apart(step.target, array) for array in outer)

    def lasting(self, live: Collection[str]) -> list[str]:
        """Return the arrays that steps bind and that are read behind them, in their order."""
        bound = [step.target for step in self.steps if step.kind is Kind.VALUE]
        return [title for title in dict.fromkeys(bound) if title in live]


@dataclass(frozen=True)
class OneArray:
    """The names that steps have bound to one array, and what this is called outside of them."""

    names: frozenset[str]
    arrays: frozenset[str] = frozenset()

    @property
    def is_shared(self) -> bool:
        """Return True if the array has several names."""
        return len(self.names | self.arrays) > 1

    def without(self, title: str) -> OneArray:
        """Return the names after one of them was bound to something else."""
        return OneArray(self.names - {title}, self.arrays)


def copied(steps: Sequence[Step]) -> list[OneArray]:
    """Return the arrays that names are bound to by some steps."""
    found: list[OneArray] = []
    for step in steps:
        if step.kind is not Kind.VALUE:
            continue
        source = place_of(step.value)[0] if step.is_copy else ""
        new = OneArray(frozenset((step.target,)), frozenset((source,) if source else ()))
        for one in found:
            if source in one.names:
                new = OneArray(one.names | {step.target}, one.arrays)
        others = (one.without(step.target) for one in found if source not in one.names)
        found = [one for one in others if one.names]
        found.append(new)
    return found


def places_of(steps: Sequence[Step]) -> tuple[set[Place], set[Place]]:
    """Return the arrays of which elements are read, and written, that are no numbers by then."""
    read: set[Place] = set()
    written: set[Place] = set()
    held: set[str] = set()
    for step in steps:
        read |= {place for place in step.places if place[0] not in held}
        if step.kind is Kind.VALUE:
            held.add(step.target)
        elif step.kind is Kind.STORE and step.target not in held:
            written.add((step.target, len(step.index)))
    return read, written


def is_new_total(step: Step) -> bool:
    """Return True if a step binds a number to a sum."""
    return step.kind is Kind.TOTAL and step.operator is None


def is_worth_it(steps: Sequence[Step], lasting: int, every: bool) -> bool:
    """Return True if a loop is shorter to compile and no trouble to read.

    One statement on vectors is best read as it is. The first of matrices takes compilers a second:
    a loop saves that if `every` one of the function can be a loop.
    """
    if not any(step.computes for step in steps):
        return False
    if len(steps) == 1:
        return every and len(steps[0].extents) > 1 and lasting == 0
    made = sum(map(is_new_total, steps)) + lasting
    return made == 0 or 2 * made <= len(steps) > 2
