"""Which statements certainly write all elements of an array.

That are stores to the whole array, loops over all its elements, and calls of functions
that have one of these. Lengths are compared as far as they come from the same names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import gast

from srcdiff.analyse.arrays.subscripts import parts_of
from srcdiff.analyse.flow.structure import Structure
from srcdiff.core.operations import ALLOCATORS, is_store, operation, store_target
from srcdiff.syntax import (
    Expression,
    Statement,
    callee_of,
    dotted,
    has_operator,
    members,
    number,
    range_parts,
)

Length = tuple[Any, ...]  # lengths that are equal are certainly the same
Places = frozenset[tuple[int, ...]]  # elements by their subscripts; () for all elements

ALL: Places = frozenset({()})
ARITHMETIC = (gast.Add, gast.Sub, gast.Mult, gast.FloorDiv)


@dataclass(frozen=True)
class Lengths:
    """The lengths of the arrays of a function, and the numbers of iterations of its loops.

    `ndim` has the number of axes of each array.
    """

    layout: Structure
    ndim: Mapping[str, int]
    parameters: frozenset[str]

    def made(self, name: str, place: Statement) -> Statement | None:
        """Return the statement that binds a name once and for all before a place."""
        ways = self.layout.definitions.get(name, ())
        if len(ways) != 1 or name in self.parameters or not isinstance(ways[0], gast.Assign):
            return None
        before = self.layout.order[ways[0]] < self.layout.order[place]
        return ways[0] if before and self.layout.dominates(ways[0], place) else None

    def of(self, tree: Expression, place: Statement) -> Length | None:
        """Return the value of an expression of integers at a place, in a form to compare."""
        value = number(tree)
        if isinstance(value, int):
            return (value,)
        if isinstance(tree, gast.Name):
            if tree.id not in self.layout.definitions:
                return (tree.id,)
            made = self.made(tree.id, place)
            if made is None:
                return None
            return self.of(made.value, made) or (tree.id,)
        if has_operator(tree, *ARITHMETIC):
            left, right = self.of(tree.left, place), self.of(tree.right, place)
            known = left is not None and right is not None
            return (type(tree.op).__name__, left, right) if known else None
        array, axis = measured(tree)
        extents = self.extents(array, place) if array in self.ndim else None
        if extents is None or (axis is None and len(extents) != 1):
            return None
        return extents[axis or 0] if -len(extents) <= (axis or 0) < len(extents) else None

    def extents(self, array: str, place: Statement) -> tuple[Length, ...] | None:
        """Return the lengths of the axes of an array."""
        own = tuple((array, axis) for axis in range(self.ndim[array]))
        if array not in self.layout.definitions:
            return own
        made = self.made(array, place)
        if made is None:
            return None
        if isinstance(made.value, gast.Name):
            return self.extents(made.value.id, made) or own
        found = operation(made.value)
        if found is None or found.function not in ALLOCATORS:
            return own
        shape = found.operands[0]
        has_shape = isinstance(shape, gast.Attribute) and shape.attr == "shape"
        model = dotted(shape.value if has_shape else shape)
        if model in self.ndim:
            return self.extents(model, made) or own
        parts = members(shape)
        each = [self.of(part, made) for part in parts]
        known = [length for length in each if length is not None]
        return tuple(known) if len(known) == len(each) == self.ndim[array] else own

    def is_over(self, loop: gast.For, length: Length) -> bool:
        """Return True if a counter takes all values from 0 to a length less one."""
        start, stop, step = range_parts(loop.iter)
        if number(start) == 0 and number(step) == 1:
            return self.of(stop, loop) == length
        return number(stop) == -1 and number(step) == -1 and self.of(start, loop) == last(length)


def last(length: Length) -> Length:
    """Return the last subscript of an axis with a length."""
    (value, *rest) = length
    return (value - 1,) if isinstance(value, int) and not rest else ("Sub", length, (1,))


def measured(tree: Expression) -> tuple[str, int | None]:
    """Return the array whose length an expression is, and of which axis, None for its size.

    >>> from srcdiff.syntax import expression
    >>> [measured(expression(text)) for text in ("len(x)", "x.shape[1]", "x.size", "n")]
    [('x', 0), ('x', 1), ('x', None), ('', None)]
    """
    if callee_of(tree) == "len" and len(tree.args) == 1:
        return dotted(tree.args[0]), 0
    if isinstance(tree, gast.Attribute) and tree.attr == "size":
        return dotted(tree.value), None
    if isinstance(tree, gast.Subscript) and isinstance(tree.value, gast.Attribute):
        axis = number(tree.slice)
        if tree.value.attr == "shape" and isinstance(axis, int):
            return dotted(tree.value.value), axis
    return "", None


def fills(
    array: str, within: Statement | None, lengths: Lengths, called: Mapping[Statement, Places]
) -> Iterator[tuple[Statement, Places]]:
    """Yield the statements that fill an array, and which elements each certainly writes.

    Only statements inside the loop `within` count, if one is given; `called` has which
    elements calls fill. A statement that has been yielded has written them when it ends.
    """
    layout = lengths.layout
    for statement in layout.order:
        if within is not None and not layout.inside(statement, within):
            continue
        if statement in called:
            yield statement, called[statement]
        elif isinstance(statement, gast.Assign) and is_store(statement):
            target = store_target(statement)
            if dotted(target.value) == array:
                found = filled(statement, target, within, lengths)
                if found is not None:
                    yield found


def filled(
    statement: Statement, target: gast.Subscript, within: Statement | None, lengths: Lengths
) -> tuple[Statement, Places] | None:
    """Return the statement that fills the elements a store stands for: perhaps a loop."""
    array, parts = dotted(target.value), parts_of(target.slice)
    extents = lengths.extents(array, statement)
    constants = [number(part) for part in parts]
    integers = [c for c in constants if isinstance(c, int) and c >= 0]
    if len(integers) == lengths.ndim[array] == len(parts):
        return statement, frozenset({tuple(integers)})
    if extents is None or len(parts) > len(extents):
        return None
    counters = {}
    for part, length in zip(parts, extents, strict=False):
        if is_everything(part):
            continue
        if not isinstance(part, gast.Name) or part.id in counters:
            return None
        counters[part.id] = length
    around = [loop for loop, _ in lengths.layout.path[statement]]
    while counters:
        loop = around.pop() if around else None
        if not isinstance(loop, gast.For) or loop is within or loop.target.id not in counters:
            return None
        if not lengths.is_over(loop, counters.pop(loop.target.id)):
            return None
        statement = loop
    return statement, ALL


def is_everything(part: Expression) -> bool:
    """Return True if a subscript takes everything along an axis."""
    if isinstance(part, gast.Constant):
        return part.value is ...
    whole = isinstance(part, gast.Slice) and part.lower is None and part.upper is None
    return whole and (part.step is None or number(part.step) in (1, -1))


def is_complete(written: Places, extents: tuple[Length, ...] | None) -> bool:
    """Return True if elements are all those of an array.

    >>> is_complete(frozenset({(0,), (1,)}), ((2,),)), is_complete(frozenset({(0,)}), (("n",),))
    (True, False)
    """
    if () in written:
        return True
    sizes = [length[0] for length in extents or () if len(length) == 1]
    if not extents or len(sizes) < len(extents) or not all(isinstance(s, int) for s in sizes):
        return False
    count = 1
    for size in sizes:
        count *= size
    inside = {w for w in written if len(w) == len(sizes) and all(map(int.__lt__, w, sizes))}
    return len(inside) == count
