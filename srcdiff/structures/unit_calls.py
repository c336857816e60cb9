"""Calls of functions that were taken apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from srcdiff.errors import UnsupportedSyntax
from srcdiff.structures.arguments import Import, shape
from srcdiff.structures.global_objects import GlobalObjects
from srcdiff.structures.instances import instantiated
from srcdiff.structures.state.values import Identity, Leaf, Ref, Value
from srcdiff.structures.units import Unit, own_name
from srcdiff.syntax import SEPARATOR, Expression, call, clone, locate


class UnitCalls(GlobalObjects):
    """Writes calls of functions that were taken apart."""

    def settle(self, caller: Any, order: list[Identity], place: Expression) -> None:
        """Have new objects in own variables before a call changes what they are made of."""
        for identity in order:
            if identity in caller.temporary:
                caller.held(Ref(identity), place)

    def called(
        self, caller: Any, unit: Unit, values: Mapping[str, Value], place: Expression
    ) -> Value:
        """Write the call of a function that was taken apart, and return what it gives."""
        imported = Import()
        for value in values.values():
            shape(caller, value, imported, place)
        if not unit.is_done and not unit.calls_itself:
            raise UnsupportedSyntax(
                "a function that uses objects calls itself", place, "pass numbers and arrays"
            )
        if not unit.is_done:
            own_title = own_name(unit)
            unit.awaiting.append(caller.namespace)
            given = self.given(caller, unit, values, imported, place)
            return Leaf(locate(call(own_title, *(clone(g) for g in given)), place))
        assert unit.result is not None
        if unit.result.changed:
            self.settle(caller, imported.order, place)
        own = {("in", k): identity for k, identity in enumerate(imported.order)}
        given = self.given(caller, unit, values, imported, place)
        title = caller.name_of(unit.made, f"{unit.made.__name__}{SEPARATOR}{unit.number}").id
        tree = locate(call(title, *(clone(g) for g in given)), place)
        return instantiated(caller, unit.result, tree, own, place)

    def passed(
        self, caller: Any, unit: Unit, values: Mapping[str, Value], place: Expression
    ) -> list[Expression]:
        """Return the numbers and arrays that a call of a function that was taken apart passes."""
        imported = Import()
        for value in values.values():
            shape(caller, value, imported, place)
        return self.given(caller, unit, values, imported, place)

    def given(
        self,
        caller: Any,
        unit: Unit,
        values: Mapping[str, Value],
        imported: Import,
        place: Expression,
    ) -> list[Expression]:
        """Return the numbers and arrays that are passed; `imported` has the objects."""
        given = []
        for what in unit.inputs:
            if isinstance(what, str):
                given.append(caller.leaf(values[what], place).tree)
                continue
            identity, key = what
            if identity[0] == "loose":
                loose = list(imported.loose.values())[identity[1]]
                given.append(caller.leaf(loose, place).tree)
                continue
            if identity[0] == "global" and identity not in caller.state.nodes:
                self.lifted(caller, self.globals[identity[1]], place)
            own = imported.order[identity[1]] if identity[0] == "in" else identity
            given.append(caller.leaf(caller.state.nodes[own].parts[key], place).tree)
        return given
