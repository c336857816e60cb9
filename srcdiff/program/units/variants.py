"""Functions with their small arrays held in variables, and variants of what they call.

A variant of a function takes the elements of small arrays as arguments of their own, and returns
elements.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast
from weakref import proxy

from srcdiff.analyse.aliasing.effects import effects
from srcdiff.analyse.arrays.bound_shapes import Called, Place
from srcdiff.analyse.arrays.lengths import indexed, indexed_parameters
from srcdiff.analyse.arrays.shapes import Shape
from srcdiff.analyse.arrays.small import Small
from srcdiff.analyse.flow.structure import structure
from srcdiff.analyse.types.inference import infer
from srcdiff.analyse.types.types import is_array
from srcdiff.core.operations import call_of
from srcdiff.normalise.functions.inserted import Inserted
from srcdiff.normalise.partial_evaluation.reachable import reachable
from srcdiff.normalise.small_arrays.in_variables import in_variables, small_arrays
from srcdiff.program.units.unit import Key, Unit
from srcdiff.rules.registry import rule_of_user
from srcdiff.syntax import SEPARATOR, Statement, dotted, parameters

if TYPE_CHECKING:
    from srcdiff.program.units.units import Units

Shapes = tuple[Shape | None, ...]


@dataclass(frozen=True, eq=False)
class Variant:
    """A function that takes and returns the elements of small arrays."""

    unit: Unit
    place: Place
    small: Small


class Variants:
    """The variants of the functions of one module, found on demand.

    `complete` has the functions as they are without variants, with all that they call.
    """

    def __init__(self, units: Units) -> None:
        self.units = cast("Units", proxy(units))  # which holds this: all is freed with its last use
        self.complete: dict[Key, Unit] = {}
        self.known: dict[tuple[Key, Shapes], Called | None] = {}
        self.beyond: dict[Key, frozenset[int]] = {}

    def with_variables(self, unit: Unit) -> Unit:
        """Return a function whose small arrays are held in variables, if that is worth it."""
        self.complete[unit.key] = unit
        if self.units.is_recursive(unit.key) or not unit.types.has_arrays:
            return unit
        place = self.place(unit, {})
        again = self.units.general is not None and self.units.calls_in_loops.has(unit.core)
        found = small_arrays(place, whole=True, again=again)
        return unit if found is None else self.written(unit, place, found, whole=True)

    def unit(self, variant: Variant, key: Key) -> Unit:
        """Return a variant as a function of its own."""
        own = replace(variant.unit, key=key, function=variant)
        return self.written(own, variant.place, variant.small, whole=False)

    def written(self, unit: Unit, place: Place, found: Small, whole: bool) -> Unit:
        """Return a function with the elements of small arrays in variables."""
        functions = {called.title: called.function for called in found.calls.values()}
        core = replace(
            unit.core,
            tree=in_variables(place, found, whole).tree,
            functions={**unit.core.functions, **functions},
        )
        types = infer(core, unit.given, self.units.types.result_of)
        # elements that are constants may decide conditions
        core = replace(core, tree=reachable(core.tree, types.names))
        types = replace(types, form=unit.types.form)
        return self.units.with_form(unit, core, types)

    def place(self, unit: Unit, given: Mapping[str, Shape]) -> Place:
        """Return a function in which small arrays are sought."""
        memory = effects(unit.core, unit.types, self.units.summary_of(unit), with_owners=False)
        layout = structure(unit.core.tree.body)

        def ask(statement: Statement, shapes: Shapes) -> Called | None:
            made = call_of(statement)
            assert made is not None
            function = unit.core.functions[dotted(made.func)]
            if rule_of_user(function) is not None or isinstance(function, Inserted):
                return None
            return self.called(unit.calls[statement], shapes)

        def of_call(statement: Statement) -> list[str]:
            made = call_of(statement)
            if made is None or statement not in unit.calls:
                return []
            return [dotted(made.args[k]) for k in self.indexed(unit.calls[statement])]

        return Place(unit.core, unit.types, memory, layout, given, ask, of_call)

    def indexed(self, key: Key) -> frozenset[int]:
        """Return the parameters of a function that are vectors of more than one element."""
        unit = self.complete.get(key)
        if unit is None or self.units.is_recursive(key):
            return frozenset()
        if key not in self.beyond:
            found = indexed(self.place(unit, {}))
            self.beyond[key] = indexed_parameters(unit.core.tree, found)
        return self.beyond[key]

    def called(self, key: Key, shapes: Shapes) -> Called | None:
        """Return the call of a variant, for arguments of some shapes, if there is one."""
        unit = self.complete.get(key)
        if unit is None or self.units.is_recursive(key):
            return None
        if (key, shapes) not in self.known:
            self.known[key, shapes] = None  # while it is sought
            self.known[key, shapes] = self.sought(unit, shapes)
        return self.known[key, shapes]

    def sought(self, unit: Unit, shapes: Shapes) -> Called | None:
        """Return the call of a variant, None where it has no elements to pass."""
        given = parameters(unit.core.tree)
        results = unit.results
        if not any(shapes) and not any(is_array(unit.types[result]) for result in results):
            return None
        wanted = {p: shape for p, shape in zip(given, shapes, strict=True) if shape is not None}
        place = self.place(unit, wanted)
        found = small_arrays(place, whole=False)
        if found is None:
            return None
        takes = frozenset(i for i, p in enumerate(given) if p in wanted and p in found.shapes)
        passed = tuple(found.shapes.get(result) for result in results)
        if not takes and not any(passed):
            return None
        title = f"{unit.core.tree.name}{SEPARATOR}elements{SEPARATOR}{len(self.known)}"
        return Called(title, Variant(unit, place, found), takes, passed)
