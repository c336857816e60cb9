"""Write the adjoints of writes to elements of arrays, one or several."""

from __future__ import annotations

from dataclasses import dataclass

import gast

from srcdiff.analyse.arrays.subscripts import is_everything, is_region
from srcdiff.analyse.types.types import is_array, is_complex
from srcdiff.core.operations import store_target
from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.reverse.contributions import SINGLE, Contributions
from srcdiff.differentiate.reverse.present import Present
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    adjoint,
    assign,
    beside,
    call,
    call_method,
    clone,
    constant,
    dotted,
    name,
    negative,
    path,
    subscript,
)


@dataclass(frozen=True)
class Stores:
    """Writes the adjoints of writes to elements."""

    facts: Facts

    @property
    def to(self) -> Contributions:
        """Return what adds to the adjoints of operands."""
        return Contributions(self.facts)

    def adjoint_of(self, statement: Statement, present: Present) -> Block:
        """Return the adjoint of a write to an element, or to several."""
        target = store_target(statement)
        array = target.value.id
        if array not in self.facts.active:
            return []
        element: Expression = subscript(adjoint(array), clone(target.slice))
        if is_everything(target.slice):
            element = name(adjoint(array))
        cleared: Block = []
        if isinstance(statement, gast.Assign):
            zero = subscript(adjoint(array), clone(target.slice), store=True)
            cleared = [assign(zero, constant(0.0), statement)]
        value = dotted(statement.value)
        if value not in self.facts.active:
            return cleared
        minus = isinstance(statement, gast.AugAssign) and isinstance(statement.op, gast.Sub)
        if is_region(target.slice, self.facts.types.ndim(array), self.facts.types.is_array):
            return self.region(statement, value, element, minus, cleared, present)
        term = negative(element) if minus else element
        return [*self.to.add(value, term, present, statement), *cleared]

    def region(
        self,
        statement: Statement,
        value: str,
        element: Expression,
        minus: bool,
        cleared: Block,
        present: Present,
    ) -> Block:
        """Return the adjoint of a write to several elements."""
        if not is_array(self.facts.types[value]):
            total_of = call("np.sum", element)
            term = negative(total_of) if minus else total_of
            return [*self.to.add(value, term, present, statement), *cleared]
        fits = self.facts.arrays.fills(statement, self.facts.types)
        begins = self.to.is_value(value) and value not in present
        held = beside(adjoint(value), "stored")
        before, after = [], cleared
        if begins:
            # the adjoint that begins here is not that of the region, which is changed later
            element = self.own_copy(element, store_target(statement).value.id, value)
        elif cleared and not self.to.is_value(value):
            # the region is cleared first: the value may be a part of the same array
            before = [assign(held, call_method(element, "copy"), statement), *cleared]
            element, after = name(held), []
        term = element if fits else call("runtime.fit", element, name(value))
        added = self.to.add(value, negative(term) if minus else term, present, statement)
        return [*before, *added, *after]

    def own_copy(self, element: Expression, array: str, value: str) -> Expression:
        """Return a copy of the adjoint of a region, in the precision of what is stored there."""
        kinds = self.facts.types
        own, stored = kinds[array].dtype, kinds[value].dtype
        if own in SINGLE and stored not in SINGLE:
            double = "complex128" if is_complex(own) else "float64"
            return call_method(element, "astype", path(f"np.{double}"))
        return call_method(element, "copy")
