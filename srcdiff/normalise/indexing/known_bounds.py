"""Raise where a subscript leaves an array whose size is written out.

Values that are stored and read again take no way through the array, which is left out then, with
what the subscript would raise.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass

import gast

from srcdiff.analyse.arrays.displays import DISPLAYS, displayed
from srcdiff.analyse.arrays.shapes import Shape, literal_shape
from srcdiff.analyse.arrays.subscripts import parts_of
from srcdiff.analyse.flow.structure import Structure, structure
from srcdiff.analyse.types.types import Types
from srcdiff.core.operations import operation
from srcdiff.core.primitives import functions_with
from srcdiff.normalise.control_flow.guards import raising
from srcdiff.normalise.indexing.shape_roots import only_definition, shape_root
from srcdiff.syntax import (
    Expression,
    Statement,
    blocks,
    children,
    clone,
    constant,
    dotted,
    each_statement,
    is_range,
    key,
    members,
    number,
    path,
    range_parts,
    walk_statements,
)

SIZED = functions_with(sized=True)  # what makes arrays of a size
LAZY = (gast.BoolOp, gast.IfExp)
HEADS = {gast.For: "iter", gast.If: "test"}


@dataclass(frozen=True)
class Leaving:
    """A subscript that leaves an axis of an array: at one of its ends, or at least at times."""

    array: str
    axis: int
    size: int
    part: Expression
    is_below: bool

    def check(self) -> Statement:
        """Return what raises where the subscript is out of bounds."""
        extent = gast.Subscript(path(f"{self.array}.shape"), constant(self.axis), gast.Load())
        test = gast.Compare(clone(self.part), [gast.GtE()], [extent])
        if self.is_below:
            lowest = gast.UnaryOp(gast.USub(), extent)
            test = gast.Compare(clone(self.part), [gast.Lt()], [lowest])
        text = f"index out of bounds for axis {self.axis} with size {self.size}"
        return raising(test, text, self.part, "IndexError")


def known_bounds(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function with checks of subscripts that leave arrays of known sizes.

    Sizes below zero raise, too.

    Subscripts are known if they are numbers, or counters of loops over known ranges, and sums of
    such.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x):
    ...     w = np.zeros(2)
    ...     w[1] = x
    ...     w[2] = x
    ...     return x
    ... ''')
    >>> known = {"x": numba_types.float64, "w": numba_types.Array(numba_types.float64, 1, "C")}
    >>> print(unparse(known_bounds(tree, Types(known, numba_types.none))))
    def f(x):
        w = np.zeros(2)
        w[1] = x
        if 2 >= w.shape[0]:
            raise IndexError('index out of bounds for axis 0 with size 2')
        w[2] = x
        return x
    """
    made = map(operation, (getattr(s, "value", None) for s in walk_statements(tree.body)))
    if not any(one is not None and one.function in SIZED | DISPLAYS for one in made):
        return tree
    layout = structure(tree.body)
    found: dict[Statement, list[Statement]] = {}
    seen: dict[Hashable, Statement] = {}
    for statement in walk_statements(tree.body):
        found.setdefault(statement, []).extend(negative_sizes(statement))
        for one in leaving(statement, layout, types):
            check = one.check()
            before = seen.setdefault(key(check), statement)
            if before is statement or not layout.dominates(before, statement):
                found.setdefault(statement, []).append(check)
    if not any(found.values()):
        return tree
    return each_statement(tree, lambda statement: [*found.get(statement, ()), statement])


def negative_sizes(statement: Statement) -> Iterator[Statement]:
    """Yield what raises where an array is made with a size below zero that is written out.

    >>> from srcdiff.syntax import statements, unparse
    >>> [unparse(s.test) for s in negative_sizes(statements("w = np.zeros((2, -3))")[0])]
    ['-3 < 0']
    """
    made = operation(getattr(statement, "value", None))
    if made is None or made.function not in SIZED or not made.operands:
        return
    for part in members(made.operands[0]):
        size = number(part)
        if isinstance(size, int) and size < 0:
            test = gast.Compare(clone(part), [gast.Lt()], [constant(0)])
            yield raising(test, "negative dimensions are not allowed", part)
            return


def leaving(statement: Statement, layout: Structure, types: Types) -> Iterator[Leaving]:
    """Yield the subscripts of a statement that leave an array of a known size."""
    head = getattr(statement, HEADS.get(type(statement), ""), statement)
    if head is statement and blocks(statement):
        return
    for node in evaluated(head):
        if not isinstance(node, gast.Subscript) or not types.is_array(dotted(node.value)):
            continue
        array = dotted(node.value)
        shape = known_shape(array, statement, layout, types)
        if shape is None:
            continue
        for axis, (part, size) in enumerate(zip(parts_of(node.slice), shape, strict=False)):
            ends = range_of(part, statement, layout)
            if ends is not None and ends[0] < -size:
                yield Leaving(array, axis, size, part, True)
            if ends is not None and ends[1] >= size:
                yield Leaving(array, axis, size, part, False)


def evaluated(tree: gast.AST) -> Iterator[gast.AST]:
    """Yield the nodes of an expression, or of a statement, that are certainly evaluated."""
    yield tree
    if not isinstance(tree, LAZY):
        for part in children(tree):
            yield from evaluated(part)


def known_shape(array: str, statement: Statement, layout: Structure, types: Types) -> Shape | None:
    """Return the shape of an array that is made with a size that is written out."""
    root = shape_root(array, statement, layout, types)
    made = layout.definitions.get(root, ())
    if len(made) != 1 or not isinstance(made[0], gast.Assign):
        return None
    found = operation(made[0].value)
    if found is None or not found.operands:
        return None
    if found.function in DISPLAYS:
        return displayed(found.operands[0], types)
    return literal_shape(found.operands[0]) if found.function in SIZED else None


def range_of(part: Expression, statement: Statement, layout: Structure) -> tuple[int, int] | None:
    """Return the least and the largest value of a subscript, if both occur.

    >>> from srcdiff.syntax import statements
    >>> body = statements("for i in range(3):\\n    y = a[i - 1]")
    >>> place = body[0].body[0]
    >>> range_of(place.value.slice, place, structure(body))
    (-1, 1)
    """
    value = number(part)
    if isinstance(value, int):
        return value, value
    if isinstance(part, gast.BinOp) and isinstance(part.op, (gast.Add, gast.Sub)):
        shift = number(part.right)
        inner = range_of(part.left, statement, layout)
        if not isinstance(shift, int) or inner is None:
            return None
        shift = -shift if isinstance(part.op, gast.Sub) else shift
        return inner[0] + shift, inner[1] + shift
    if not isinstance(part, gast.Name):
        return None
    made = layout.definitions.get(part.id, ())
    if len(made) == 1 and isinstance(made[0], gast.For) and layout.inside(statement, made[0]):
        return ends_of(made[0].iter)
    definition = only_definition(part.id, statement, layout)
    return None if definition is None else range_of(definition.value, definition, layout)


def ends_of(iteration: Expression) -> tuple[int, int] | None:
    """Return the least and the largest number of a range that is written out."""
    limits = [number(limit) for limit in range_parts(iteration)] if is_range(iteration) else []
    if not limits or any(not isinstance(limit, int) for limit in limits) or limits[2] == 0:
        return None
    numbers = range(*(int(limit) for limit in limits if limit is not None))
    return (min(numbers), max(numbers)) if numbers else None
