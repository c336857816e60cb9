"""Which arrays have adjoints that are values, and which have adjoints that are memory.

An array that nobody ever writes to is a value, as a number is: its adjoint comes into
being with the first contribution, and a name may stand for one array now and for another
one later. The adjoint of an array with elements that are written is memory: it is made
once, full of zeros, and lives as long as the array; a view of the array has a view of it.
The adjoints of parameters are memory too, as the caller provides or gets them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import gast

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.owners import alike
from srcdiff.analyse.aliasing.statement_effects import NONE, Roots
from srcdiff.analyse.arrays.array_shapes import array_shapes
from srcdiff.analyse.arrays.slice_shapes import named_in
from srcdiff.analyse.arrays.subscripts import is_advanced, is_everything
from srcdiff.analyse.flow.structure import Structure
from srcdiff.analyse.types.types import Types, is_array, is_empty
from srcdiff.core import Core
from srcdiff.core.operations import is_load, is_store, is_view, operation, store_target
from srcdiff.syntax import Statement, dotted, parameters, targets, walk_statements


@dataclass(frozen=True)
class Arrays:
    """The arrays of a function whose adjoints are values; the shapes that are equal.

    `shape` has for each array a name for its shape: arrays of the same name have the same. That
    is an array, or something in parentheses. `regions` has such names for what statements write to,
    where they write to several elements.
    """

    values: frozenset[str]
    mutable: frozenset[str]
    shape: Mapping[str, str]
    regions: Mapping[Statement, str]

    def like(self, array: str) -> str:
        """Return an array of the same shape, from which that one comes."""
        found = self.shape.get(array, array)
        return array if found.startswith("(") else found

    def fills(self, statement: Statement, types: Types) -> bool:
        """Return True if a statement writes an array to as many elements, of the same kind."""
        target, value = store_target(statement), dotted(statement.value)
        if not types.is_array(value):
            return False
        array = target.value.id
        region = array if is_everything(target.slice) else self.regions.get(statement, "")
        return self.same_shape(region, value) and types[array].dtype == types[value].dtype

    def same_shape(self, first: str, second: str) -> bool:
        """Return True if two arrays certainly have the same shape."""
        return first == second or self.shape.get(first, first) == self.shape.get(second, second)

    def keeps_shape(self, value: str, layout: Structure) -> bool:
        """Return True if what a loop carries certainly has one shape, in all its iterations.

        Before the loop it has it, too, unless there is no array yet.
        """
        first = layout.initial(value)
        if first:
            return self.same_shape(value, first)
        for statement in layout.definitions[value]:
            loop = layout.carrier(value, statement)
            if loop is None:
                known = is_empty(statement.value)
            else:
                source = alike(statement).get(value, value)
                names = named_in(self.shape.get(source, source))
                made = [s for n in names for s in layout.definitions.get(n, ())]
                known = not any(s is loop or layout.inside(s, loop) for s in made)
            if not known:
                return False
        return True


def arrays(core: Core, types: Types, effects: Effects) -> Arrays:
    """Return which arrays of a core form are values."""
    every = list(walk_statements(core.tree.body))
    mutable = NONE.union(*effects.writes.values())
    bound: dict[str, list[Statement]] = {}
    for statement in every:
        for target in targets(statement):
            if is_array(types[target]):
                bound.setdefault(target, []).append(statement)
    memory = {p for p in parameters(core.tree) if is_array(types[p])}
    passed = {n for n, made in bound.items() if len(made) == 1 and is_passed_on(n, made, effects)}
    fixed = mutable.union(*(effects.roots.get(n, NONE) for n in passed))
    memory |= {n for n in bound if effects.roots.get(n, NONE) & fixed}
    changed = True
    while changed:
        mirrored = {
            n for n, made in bound.items() if len(made) == 1 and source(made[0], types) in memory
        }
        changed = not mirrored <= memory
        memory |= mirrored
    shapes = array_shapes(core, types, effects.shapes)
    regions = {s: shapes.region(s) for s in every if is_store(s)}
    return Arrays(frozenset(bound.keys() - memory), mutable, shapes.found, regions)


def model(operand: str, layout: Structure, kinds: Arrays, owners: Roots) -> str:
    """Return an array of the shape of another one, which is there wherever that may be.

    For what a loop carries it is what the loop begins with, if all have that shape.
    """
    first = layout.initial(operand)
    alike = operand in owners or kinds.same_shape(first, operand)
    return first if first and alike else operand


def is_passed_on(name: str, made: list[Statement], effects: Effects) -> bool:
    """Return True if an array is the result of a function of the user that was its argument."""
    found = operation(made[0].value)
    return found is not None and found.is_user and effects.roots.get(name, NONE) != {name}


def source(statement: Statement, types: Types) -> str:
    """Return the array that a statement gives another name, or takes a view of, or ""."""
    value = statement.value
    if is_load(statement) and is_advanced(value.slice, types.is_array):
        return ""
    if isinstance(value, gast.Name):
        return dotted(value)
    if isinstance(value, gast.Subscript):
        return dotted(value.value)
    found = operation(value)
    return dotted(found.operands[0]) if found is not None and is_view(found) else ""
