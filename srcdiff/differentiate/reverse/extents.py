"""The extents of arrays in a loop, in terms of what is known before the loop.

Arrays that have the same shape in each iteration can be saved in one array, made before.
"""

from __future__ import annotations

from dataclasses import dataclass

import gast
import numpy as np

from srcdiff.analyse.arrays.displays import DISPLAYS, displayed
from srcdiff.analyse.arrays.subscripts import parts_of
from srcdiff.analyse.types.types import is_array
from srcdiff.core.operations import ALLOCATORS, Operation, is_elementwise, is_shape, operation
from srcdiff.core.primitives import functions_with
from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.tape.tape_shapes import is_length
from srcdiff.optimise.arithmetic.integers import total
from srcdiff.syntax import (
    Expression,
    Statement,
    binary,
    call,
    clone,
    constant,
    dotted,
    expression,
    key,
    members,
    name,
    number,
    reads,
)

Extents = tuple[Expression, ...]
PRODUCTS = functions_with(matrix_product=True)
ARITHMETIC = (gast.Add, gast.Sub, gast.Mult, gast.FloorDiv)


def extents(array: str, loop: Statement, facts: Facts) -> Extents | None:
    """Return the extents that an array has in each iteration of a loop, None if unknown.

    The expressions can be evaluated before the loop, also where it has no iteration. There are
    none for an array without dimensions, which is not kept as a number.
    """
    return _Before(loop, facts).array(array) or None


@dataclass(frozen=True)
class _Before:
    """The place before a loop."""

    loop: Statement
    facts: Facts

    def is_ready(self, title: str) -> bool:
        """Return True if a name has its value already, and keeps it."""
        layout = self.facts.layout
        made = layout.definitions.get(title, ())
        if any(s is self.loop or layout.inside(s, self.loop) for s in made):
            return False
        place = layout.order[self.loop]
        return not made or any(
            layout.dominates(s, self.loop) and layout.order[s] < place for s in made
        )

    def array(self, title: str) -> Extents | None:
        """Return the extents of an array."""
        if self.is_ready(title):
            return sizes(title, self.facts.types.ndim(title))
        model = self.facts.arrays.like(title)
        if self.is_ready(model):
            return sizes(model, self.facts.types.ndim(model))
        made = self.made(model)
        if made is None:
            return None
        if isinstance(made, gast.Subscript):
            return self.part(made)
        found = operation(made)
        return None if found is None or found.is_user else self.result(found, title)

    def made(self, title: str) -> Expression | None:
        """Return the expression of which a name is the value, if it is bound once."""
        ways = self.facts.layout.definitions[title]
        if len(ways) != 1 or not isinstance(ways[0], gast.Assign):
            return None
        (target,) = ways[0].targets
        return ways[0].value if isinstance(target, gast.Name) else None

    def part(self, tree: gast.Subscript) -> Extents | None:
        """Return the extents of a part of an array: rows, columns, all but some at the ends."""
        whole = self.array(dotted(tree.value)) if is_array(self.kind(tree.value)) else None
        picks = parts_of(tree.slice)
        if whole is None or len(picks) > len(whole):
            return None
        found: list[Expression] = []
        for pick, extent in zip(picks, whole, strict=False):
            if isinstance(pick, gast.Slice):
                length = slice_length(pick, extent)
                if length is None:
                    return None
                found.append(length)
            elif number(pick) is None and not self.is_integer(pick):
                return None
        return (*found, *whole[len(picks) :])

    def kind(self, tree: Expression) -> object:
        """Return the type of a name, None for any other expression."""
        return self.facts.types[dotted(tree)] if isinstance(tree, gast.Name) else None

    def is_integer(self, tree: Expression) -> bool:
        """Return True if a subscript is an integer of which only numbers are read."""
        if isinstance(tree, gast.Name):
            return not is_array(self.facts.types[tree.id])
        plain = isinstance(tree, gast.BinOp) and isinstance(tree.op, ARITHMETIC)
        return plain and not any(is_array(self.facts.types[n]) for n in reads(tree))

    def result(self, found: Operation, title: str) -> Extents | None:
        """Return the extents of the result of an operation."""
        operands = found.operands
        arrays = [dotted(o) for o in operands if is_array(self.kind(o))]
        if found.function in ALLOCATORS and not arrays:
            return self.allocated(operands[0])
        if found.function in DISPLAYS:
            written = displayed(operands[0], self.facts.types)
            return tuple(map(constant, written)) if written else None
        if found.function in PRODUCTS and len(arrays) == len(operands) == 2:
            return self.product(*arrays)
        each = [self.array(array) for array in arrays]
        known = [e for e in each if e is not None]
        if not known or len(known) < len(each):
            return None
        if found.function is np.transpose and len(operands) == 1:
            return known[0][::-1]
        alike = len({tuple(map(key, each)) for each in known}) == 1
        rank = self.facts.types.ndim(title)
        return known[0] if alike and is_elementwise(found) and len(known[0]) == rank else None

    def product(self, first: str, second: str) -> Extents | None:
        """Return the extents of a matrix product; those of a vector are no part of them."""
        ndim = self.facts.types.ndim
        left = self.array(first) if ndim(first) > 1 else ()
        right = self.array(second) if ndim(second) > 1 else ()
        return None if left is None or right is None else (*left[:-1], *right[1:])

    def allocated(self, shape: Expression) -> Extents | None:
        """Return the extents of an array that is made with a shape."""
        if isinstance(shape, gast.Attribute) and shape.attr == "shape":
            return self.array(dotted(shape.value)) if is_array(self.kind(shape.value)) else None
        parts = members(shape)
        each = [self.length(part) for part in parts]
        known = [length for length in each if length is not None]
        return tuple(known) if len(known) == len(each) else None

    def length(self, tree: Expression) -> Expression | None:
        """Return the length of an axis, never negative."""
        found = self.integer(tree)
        if found is None or is_shape(found):
            return found
        value = number(found)
        if isinstance(value, int) and value >= 0:
            return found
        if isinstance(found, gast.Name) and is_length(found.id, self.facts):
            return found
        return call("max", found, constant(0))

    def integer(self, tree: Expression) -> Expression | None:
        """Return an integer in terms of what is known before the loop."""
        if isinstance(number(tree), int):
            return clone(tree)
        if isinstance(tree, gast.Name):
            if is_array(self.facts.types[tree.id]):
                return None  # a shape that is computed
            if self.is_ready(tree.id):
                return clone(tree)
            made = self.made(tree.id)
            return None if made is None else self.integer(made)
        if isinstance(tree, gast.BinOp) and isinstance(tree.op, ARITHMETIC[:3]):
            sides = self.integer(tree.left), self.integer(tree.right)
            return None if None in sides else total(binary(sides[0], clone(tree.op), sides[1]))
        return self.size(tree) if is_shape(tree) else None

    def size(self, tree: Expression) -> Expression | None:
        """Return the length of one axis of an array, if that is what an expression is."""
        if isinstance(tree, gast.Call):
            whole, axis = tree.args[0], constant(0)
        elif isinstance(tree, gast.Subscript):
            whole, axis = tree.value.value, tree.slice
        else:
            return None
        found, position = self.array(dotted(whole)), number(axis)
        return clone(found[position]) if found and isinstance(position, int) else None


def sizes(array: str, ndim: int) -> Extents:
    """Return the expressions for the extents of an array.

    >>> from srcdiff.syntax import unparse
    >>> [unparse(e) for e in (*sizes("x", 1), *sizes("a", 2))]
    ['len(x)', 'a.shape[0]', 'a.shape[1]']
    """
    if ndim == 1:
        return (call("len", name(array)),)
    return tuple(expression(f"{array}.shape[{axis}]") for axis in range(ndim))


def slice_length(part: gast.Slice, extent: Expression) -> Expression | None:
    """Return the length of a slice with step 1 of an axis, if both ends are written out.

    >>> from srcdiff.syntax import expression, unparse
    >>> slices = [expression(f"x[{text}]").slice for text in (":", "1:", "1:-1", ":3", "-2:")]
    >>> [found and unparse(found) for found in (slice_length(s, name("n")) for s in slices)]
    ['n', 'max(n - 1, 0)', 'max(n - 2, 0)', 'min(n, 3)', None]
    """
    given = [0 if end is None else number(end) for end in (part.lower, part.upper)]
    ends = [end for end in given if isinstance(end, int)]
    if len(ends) < len(given) or ends[0] < 0 or number(part.step or constant(1)) != 1:
        return None
    lower, upper = ends
    if part.upper is not None and upper >= 0:
        return call("min", clone(extent), constant(upper)) if lower == 0 else None
    left = lower - upper
    if left == 0:
        return clone(extent)
    return call("max", total(binary(clone(extent), gast.Sub(), constant(left))), constant(0))
