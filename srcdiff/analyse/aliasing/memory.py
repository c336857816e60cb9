"""Is what a statement read still in memory when its backward part runs?"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

import gast

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.lists_of_arrays import method_called
from srcdiff.analyse.aliasing.statement_effects import Roots
from srcdiff.analyse.flow.structure import Structure
from srcdiff.analyse.iterated.dependences import Access, never_meet
from srcdiff.analyse.iterated.iterations import Iterations
from srcdiff.core.operations import is_load, is_store, store_target
from srcdiff.syntax import Statement, dotted


@dataclass(frozen=True)
class Memory:
    """What happens to the contents of arrays between the forward and the backward parts.

    `executed` are the statements that run forward, `rerun` the loops whose iterations
    run forward and backward at once. With `divided`, the function's own forward and
    backward parts are functions of their own, and local arrays do not survive. `scratch` has,
    for loops, the arrays that each iteration fills anew.
    """

    effects: Effects
    iterations: Iterations
    executed: Set[Statement]
    rerun: Set[Statement]
    divided: bool
    scratch: Mapping[Statement, Roots]

    @property
    def layout(self) -> Structure:
        """Return where statements stand."""
        return self.iterations.layout

    def is_lost(self, reader: Statement) -> bool:
        """Return True if something that a statement reads may have changed too early.

        That is: after the statement has run and before its backward part does. An
        iteration of a loop in `rerun` runs backward before the next one begins, so only
        its own later statements count.
        """
        return any(self.is_changed(root, reader) for root in self.effects.reads[reader])

    def is_overwritten(self, store: Statement) -> bool:
        """Return True if what a statement writes may not be there when its backward part runs."""
        return any(self.is_changed(root, store) for root in self.effects.writes[store])

    def is_replaced(self, reader: Statement) -> bool:
        """Return True if something may have changed that a statement would read when run again.

        What a loop in `rerun` fills anew is as it was.
        """
        return any(
            self.is_changed(root, reader)
            for root in self.effects.reads[reader]
            if not self.filled(root, reader)
        )

    def is_changed(self, root: str, reader: Statement) -> bool:
        """Return True if elements of an array may change between the two parts of a reader."""
        if self.is_temporary(root) and not self.filled(root, reader):
            return True
        return any(
            self.meets(reader, writer)
            for writer in self.executed
            if root in self.effects.writes[writer] and self.is_near(root, reader, writer)
            if not self.only_appends(root, reader, writer)
        )

    def only_appends(self, root: str, reader: Statement, writer: Statement) -> bool:
        """Return True if a writer makes a list longer, of which a reader loads the same element.

        The list must be there, under its one name, until the function ends.
        """
        if reader not in self.effects.settled or method_called(writer)[1] != "append":
            return False
        title = dotted(reader.value.value)
        made = self.layout.definitions.get(title, ())
        stays = len(made) == 1 and not self.layout.loops(made[0]) and not self.divided
        return stays and self.effects.lists.get(title) == frozenset({root})

    def is_near(self, root: str, reader: Statement, writer: Statement) -> bool:
        """Return True if a writer may come between the two parts of a reader of an array.

        Where an iteration that runs forward and backward at once fills an array anew, only
        what it writes itself may.
        """
        return all(self.layout.inside(writer, loop) for loop in self.filled(root, reader))

    def filled(self, root: str, reader: Statement) -> list[Statement]:
        """Return the loops around a statement that run again and fill an array anew."""
        around = self.layout.loops(reader)
        return [s for s in around if s in self.rerun and root in self.scratch[s]]

    def is_temporary(self, root: str) -> bool:
        """Return True if an array exists in one iteration of a split loop only."""
        if root in self.effects.parameters:
            return False
        made = self.layout.definitions.get(root, ())
        if root in self.effects.owners:
            made = made[:1]  # where the next iteration gets it, it counts as written
        return any(map(self.is_split, made))

    def is_split(self, statement: Statement) -> bool:
        """Return True if the forward part around a statement ends before the backward part."""
        split = self.divided
        for loop in self.layout.loops(statement):
            split = loop not in self.rerun
        return split

    def meets(self, reader: Statement, writer: Statement) -> bool:
        """Return True if a writer may overwrite what a reader has read."""
        layout = self.layout
        common = [loop for loop in layout.loops(reader) if loop in layout.loops(writer)]
        after = layout.order[writer] > layout.order[reader]
        later = after and not excluded(reader, writer, layout)
        repeated = [loop for loop in common if loop not in self.rerun]
        if not later and not repeated:
            return False
        read, written = element(reader), element(writer)
        # two names of the same memory may be views with other subscripts
        if read is None or written is None or read.value.id != written.value.id:
            return True
        if any(self.is_view_of(read.value.id, loop) for loop in repeated):
            return True
        first, second = Access(reader, read), Access(writer, written)
        return not never_meet(first, second, self.iterations, later, repeated)

    def is_view_of(self, array: str, loop: Statement) -> bool:
        """Return True if a name is of a view that each iteration of a loop makes anew."""
        if self.effects.roots.get(array) == frozenset((array,)):
            return False
        return any(self.layout.inside(s, loop) for s in self.layout.definitions.get(array, ()))


def excluded(first: Statement, second: Statement, layout: Structure) -> bool:
    """Return True if two statements stand in different branches of the same `if`."""
    return any(
        one[0] is other[0] and one[1] != other[1]
        for one, other in zip(layout.path[first], layout.path[second], strict=False)
    )


def element(statement: Statement) -> gast.Subscript | None:
    """Return the element that a statement reads or writes, if that is all it does."""
    if is_store(statement):
        return store_target(statement)
    return statement.value if is_load(statement) else None
