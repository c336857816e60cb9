"""Add contributions to adjoints: the first one is assigned, the others are added.

The adjoint of an array that is a value may be another adjoint under a second name, as
after `d_b = d_z` for `z = a + b`. It is changed in place only if it is known to be an
array of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

import gast

from srcdiff import runtime
from srcdiff.analyse.aliasing.new_memory import is_new
from srcdiff.analyse.arrays.arrays import model, source
from srcdiff.analyse.types.types import is_array, is_complex
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import is_load, operation
from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.reverse.complex_numbers import is_complex_result, real_part
from srcdiff.differentiate.reverse.present import Present
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    adjoint,
    assign,
    augmented,
    binary,
    call,
    call_method,
    clone,
    constant,
    name,
    path,
    subscript,
    targets,
)

SINGLE = (numba_types.float32, numba_types.complex64)
MAY_SHARE = {runtime.shaped, runtime.squeeze}  # functions of the runtime that may give an operand


@dataclass(frozen=True)
class Contributions:
    """Writes the statements that add to adjoints."""

    facts: Facts

    def is_value(self, operand: str) -> bool:
        """Return True if an operand is an array whose adjoint is a value."""
        return operand in self.facts.arrays.values

    def is_number(self, operand: str) -> bool:
        """Return True if an operand is no array."""
        return not is_array(self.facts.types[operand])

    def is_memory(self, operand: str) -> bool:
        """Return True if an operand is an array whose adjoint was made beforehand."""
        return is_array(self.facts.types[operand]) and not self.is_value(operand)

    def add(self, operand: str, term: Expression, present: Present, place: Statement) -> Block:
        """Return the statement that adds a term to the adjoint of an operand."""
        if operand not in self.facts.active:
            return []
        term = self.fitting(operand, term, place)
        if self.is_memory(operand):
            return [self.added(self.memory(operand), term, place)]
        if operand not in present:
            return self.begin(operand, term, present, place)
        if self.is_value(operand) and operand not in present.owned:
            present.owned.add(operand)
            both = binary(name(adjoint(operand)), *signed(term))
            return [assign(adjoint(operand), both, place)]
        return [self.added(adjoint(operand), term, place)]

    def added(self, to: str | Expression, term: Expression, place: Statement) -> Statement:
        """Return the statement that adds a term in place."""
        operator, positive = signed(term)
        return augmented(to, operator, positive, place)

    def fitting(self, operand: str, term: Expression, place: Statement) -> Expression:
        """Return a term as what it adds to an operand: for real numbers its real part."""
        types = self.facts.types
        if is_complex(types[operand]) or not is_complex_result(place, types):
            return term
        return term if place in self.facts.sites else real_part(term)

    def memory(self, operand: str) -> str | Expression:
        """Return the adjoint of an array that is memory; that of a slice as a slice."""
        made = self.facts.layout.definitions.get(operand, ())
        if operand in self.facts.members:
            return adjoint(operand)
        if len(made) == 1 and is_load(made[0]) and source(made[0], self.facts.types):
            value = made[0].value
            return subscript(adjoint(value.value.id), clone(value.slice), store=True)
        return adjoint(operand)

    def begin(self, operand: str, term: Expression, present: Present, place: Statement) -> Block:
        """Return the statement that makes a term the adjoint of an operand."""
        present.add(operand)
        if self.is_value(operand):
            kind = self.facts.types[operand].dtype
            if kind in SINGLE and not isinstance(term, gast.Name):
                term = call_method(term, "astype", path(f"np.{kind}"))
            elif isinstance(term, gast.Attribute):
                term = call_method(term, "copy")  # the real part of an array is a view
            if is_fresh(term):
                present.owned.add(operand)
            else:
                present.owned.discard(operand)
        return [assign(adjoint(operand), term, place)]

    def spread(self, operand: str, term: Expression, present: Present, place: Statement) -> Block:
        """Return the statements that add a term to all elements of an adjoint."""
        if operand not in self.facts.active:
            return []
        term = self.fitting(operand, term, place)
        if self.is_memory(operand):
            return [self.added(self.memory(operand), term, place)]
        if operand not in present and self.facts.types.ndim(targets(place)[0]) == 0:
            present.add(operand)
            present.owned.add(operand)
            filled = call("np.full_like", name(self.model(operand)), term)
            return [assign(adjoint(operand), filled, place)]
        new = self.ensure(operand, present, place)
        return [*new, self.added(adjoint(operand), term, place)]

    def part(
        self,
        operand: str,
        index: Expression,
        term: Expression,
        present: Present,
        place: Statement,
    ) -> Block:
        """Return the statements that add a term to some elements of an adjoint."""
        if operand not in self.facts.active:
            return []
        operator, positive = signed(self.fitting(operand, term, place))
        element = subscript(adjoint(operand), index, store=True)
        new = self.ensure(operand, present, place)
        return [*new, augmented(element, operator, positive, place)]

    def ensure(self, operand: str, present: Present, place: Statement) -> Block:
        """Return the statements after which the adjoint of an array may be changed in place."""
        if not self.is_value(operand) or operand in present.owned & present:
            return []
        own = adjoint(operand)
        value = call_method(name(own), "copy")
        if operand not in present:
            value = self.zero(operand)
        present.add(operand)
        present.owned.add(operand)
        return [assign(own, value, place)]

    def zero(self, operand: str) -> Expression:
        """Return the adjoint of what nobody reads."""
        if is_array(self.facts.types[operand]):
            return call("np.zeros_like", name(self.model(operand)))
        return constant(0j if is_complex(self.facts.types[operand]) else 0.0)

    def model(self, operand: str) -> str:
        """Return an array of the same shape that there is where the zeros are made."""
        return model(operand, self.facts.layout, self.facts.arrays, self.facts.effects.owners)


def signed(term: Expression) -> tuple[gast.AST, Expression]:
    """Return a term as something that is added or subtracted."""
    if isinstance(term, gast.UnaryOp) and isinstance(term.op, gast.USub):
        return gast.Sub(), term.operand
    return gast.Add(), term


def is_fresh(term: Expression) -> bool:
    """Return True if an expression certainly makes a new array."""
    if isinstance(term, (gast.BinOp, gast.UnaryOp)):
        return True
    found = operation(term) if isinstance(term, gast.Call) else None
    if found is None:
        return False
    if found.name == "runtime.fit":
        return is_fresh(found.operands[0])
    own = found.name.startswith("runtime.") and found.function not in MAY_SHARE
    return own or is_new(found)
