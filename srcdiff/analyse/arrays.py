"""Which arrays have adjoints that are values, and which have adjoints that are memory.

An array that nobody ever writes to is a value, as a number is: its adjoint comes into
being with the first contribution, and a name may stand for one array now and for another
one later. The adjoint of an array with elements that are written is memory: it is made
once, full of zeros, and lives as long as the array; a view of the array has a view of it.
The adjoints of parameters are memory too, as the caller provides or gets them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import gast

from srcdiff.analyse.effects import NONE, Effects, Roots
from srcdiff.analyse.structure import Structure
from srcdiff.analyse.subscripts import is_advanced
from srcdiff.analyse.types import Types, is_array
from srcdiff.normalise import Core
from srcdiff.operations import ALLOCATORS, is_elementwise, is_load, is_shape, is_view, operation
from srcdiff.syntax import Expression, Statement, dotted, parameters, targets, walk_statements


@dataclass(frozen=True)
class Arrays:
    """The arrays of a function whose adjoints are values; the shapes that are equal.

    `shape` has for each array a name for its shape: arrays of the same name have the same.
    """

    values: frozenset[str]
    mutable: frozenset[str]
    shape: Mapping[str, str]

    def same_shape(self, first: str, second: str) -> bool:
        """Tell whether two arrays certainly have the same shape."""
        return first == second or self.shape.get(first, first) == self.shape.get(second, second)


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
    return Arrays(frozenset(bound.keys() - memory), mutable, shapes(bound, types))


def model(operand: str, layout: Structure, kinds: Arrays, owners: Roots) -> str:
    """Return an array of the shape of another one, which is there wherever that may be.

    For what a loop carries it is what the loop begins with, if all have that shape.
    """
    first = layout.initial(operand)
    alike = operand in owners or kinds.same_shape(first, operand)
    return first if first and alike else operand


def is_passed_on(name: str, made: list[Statement], effects: Effects) -> bool:
    """Tell whether an array is the result of a function of the user that was its argument."""
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


def shapes(bound: Mapping[str, list[Statement]], types: Types) -> dict[str, str]:
    """Return names for the shapes of arrays, as far as operations tell that they agree.

    A name of several arrays is taken to have the shape of the first, until another has another.
    """
    several = {n for n, made in bound.items() if len(made) > 1 and bound_as(n, made[0]) != ""}
    while True:
        found: dict[str, str] = {}
        for target, made in bound.items():
            shape = shape_after(target, made[0], types, found)
            if shape and (len(made) == 1 or target in several):
                found[target] = shape
        wrong = {
            n
            for n in several
            for statement in bound[n]
            if shape_after(n, statement, types, found) != found.get(n, n)
        }
        if not wrong:
            return found
        several -= wrong


def bound_as(target: str, statement: Statement) -> str:
    """Return the name whose value a statement gives a name, "" for any other value."""
    value = statement.value
    if isinstance(value, gast.Tuple) and len(value.elts) == len(targets(statement)):
        value = value.elts[targets(statement).index(target)]
    return dotted(value) if isinstance(value, gast.Name) else ""


def shape_after(target: str, statement: Statement, types: Types, found: Mapping[str, str]) -> str:
    """Return the name for the shape of the array that a statement binds to a name, or ""."""
    value = statement.value
    copied = bound_as(target, statement)
    if copied:
        return found.get(copied, copied)
    if isinstance(value, gast.Compare):
        return common_shape(target, [value.left, *value.comparators], types, found)
    called = operation(value)
    if called is None or called.is_user or is_view(called):
        return ""
    if called.function in ALLOCATORS and types[target].ndim == 1:
        vector = length_of(called.operands[0])
        if types.ndim(vector) == 1:
            return found.get(vector, vector)
    return common_shape(target, called.operands, types, found) if is_elementwise(called) else ""


def common_shape(
    target: str, operands: Iterable[Expression], types: Types, found: Mapping[str, str]
) -> str:
    """Return the name for the shape of what is computed element by element, or ""."""
    arrays = {dotted(o) for o in operands if dotted(o) and is_array(types[dotted(o)])}
    known = {found.get(array, array) for array in arrays}
    alike = all(types[array].ndim == types[target].ndim for array in arrays)
    return known.pop() if len(known) == 1 and alike else ""


def length_of(size: Expression) -> str:
    """Return the vector of which an expression is the length, or ""."""
    if isinstance(size, gast.Call) and is_shape(size):
        return dotted(size.args[0])
    if isinstance(size, gast.Subscript):
        size = size.value
    if isinstance(size, gast.Attribute) and size.attr in ("shape", "size"):
        return dotted(size.value)
    return ""
