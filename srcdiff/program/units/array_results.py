"""Which arrays calls give back: those that they were given, and rows of new ones."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import TYPE_CHECKING

from srcdiff.analyse.arrays.returned_rows import RowsOf, returned_rows
from srcdiff.analyse.types.types import Types
from srcdiff.core import Core
from srcdiff.core.operations import call_of
from srcdiff.normalise.functions.specialise import as_written, is_opaque
from srcdiff.normalise.memory.returned_arguments import BackOf, arguments_returned
from srcdiff.program.units.plain import plain
from srcdiff.program.units.unit import Key, Unit
from srcdiff.program.units.unit_checks import kinds_of
from srcdiff.syntax import Statement, dotted, parameters, targets

if TYPE_CHECKING:
    from srcdiff.program.units.units import Units


@dataclass(frozen=True)
class ArrayResults:
    """What is known of the results of calls; nothing of functions whose result is `guessed`."""

    units: Units
    guessed: Container[Key]

    def back_in(self, core: Core, types: Types) -> BackOf:
        """Return the function that tells which arguments the calls in a core form give back."""

        def back(statement: Statement) -> dict[int, int]:
            found = self.callee(statement, core, types)
            if found is None:
                return {}
            return arguments_returned(found.core, found.results)

        return back

    def rows_in(self, core: Core, types: Types) -> RowsOf:
        """Return the function that gives the results of calls in a core form that are rows."""

        def rows(statement: Statement) -> dict[int, tuple[int, int]]:
            found = self.callee(statement, core, types)
            if found is None:
                return {}
            return returned_rows(found.core.tree, found.types, found.results)

        return rows

    def callee(self, statement: Statement, core: Core, types: Types) -> Unit | None:
        """Return the function that a statement of a core form calls, if it may return arrays.

        None for functions that call themselves, and for opaque ones.
        """
        made = call_of(statement)
        arrays = any(types.is_array(target) for target in targets(statement))
        if made is None or not arrays or dotted(made.func) not in core.functions:
            return None
        called = core.functions[dotted(made.func)]
        if is_opaque(as_written(called)):
            return None
        kinds = kinds_of(made, core, types)
        function, taken = plain(called, kinds)
        if (id(function), taken) in self.guessed or taken != kinds:
            return None
        found = self.units.read(function, taken)
        return found if len(parameters(found.core.tree)) == len(made.args) else None
