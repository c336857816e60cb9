"""Which arrays certainly have the same shape."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

import gast
import numpy as np

from srcdiff.analyse.aliasing.lists_of_arrays import is_list_of_arrays
from srcdiff.analyse.arrays.checked_shapes import checked_shapes
from srcdiff.analyse.arrays.deciding_arrays import arrays_in
from srcdiff.analyse.arrays.displays import DISPLAYS, displayed
from srcdiff.analyse.arrays.listed_shapes import known_lists, taken_from, unequal
from srcdiff.analyse.arrays.slice_shapes import named_in, sliced
from srcdiff.analyse.arrays.subscripts import parts_of
from srcdiff.analyse.flow.structure import Structure, structure
from srcdiff.analyse.types.types import Types, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.core.operations import (
    ALLOCATORS,
    Operation,
    is_elementwise,
    is_shape,
    is_view,
    operation,
    store_target,
)
from srcdiff.core.primitives import Fill, functions_with
from srcdiff.syntax import (
    Expression,
    Statement,
    dotted,
    number,
    parameters,
    targets,
    walk_statements,
    writes,
)

Calls = Mapping[Statement, Mapping[str, str]]
Extents = list[str]  # along each axis: how it is called, "" if that is not known

IDENTITIES = functions_with(fill=Fill.IDENTITY)
PRODUCTS = functions_with(matrix_product=True)
# functions whose result has the shape of their first operand
REARRANGED = functions_with(keeps_shape=True)


def array_shapes(core: Core, types: Types, calls: Calls) -> Shapes:
    """Return names for the shapes of arrays: those of one name certainly have one shape.

    `calls` has the arrays whose shape the results of calls have. A name of several arrays is
    taken to have the shape of the first, until another has another.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.errors import Origin
    >>> from srcdiff.syntax import function
    >>> text = "def f(u):\\n  n = len(u)\\n  v = np.zeros(n)\\n  e = np.eye(n)\\n  w = e @ v"
    >>> tree = function(text)
    >>> vector, matrix = numba_types.float64[:], numba_types.float64[:, :]
    >>> known = {"u": vector, "v": vector, "w": vector, "e": matrix, "n": numba_types.intp}
    >>> core = Core(tree, {}, {}, Origin("f", "f.py", 1, 0, []), tree)
    >>> array_shapes(core, Types(known, numba_types.none), {}).found
    {'v': 'u', 'e': '(u[0], u[0])', 'w': 'u'}
    """
    made: dict[str, list[Statement]] = {}
    for statement in walk_statements(core.tree.body):
        counters = writes(statement.target) if isinstance(statement, gast.For) else ()
        for target in (*targets(statement), *counters):
            made.setdefault(target, []).append(statement)
    bound = {n: found for n, found in made.items() if is_array(types[n])}
    several = {n for n, found in bound.items() if len(found) > 1 and bound_as(n, found[0]) != ""}
    layout = structure(core.tree.body)
    checked = checked_shapes(layout)
    lists = known_lists(layout, lambda title: is_list_of_arrays(types[title]))
    while True:
        fixed = several | set(parameters(core.tree)) - made.keys()
        names = Shapes(made, layout, types, calls, fixed, checked, {})
        for target, statements in made.items():
            if target in lists:
                names.found[target] = names.found.get(lists[target][0], lists[target][0])
            elif target in bound and (len(statements) == 1 or target in several):
                names.enter(target, statements[0])
        wrong = {n for n in several for s in bound[n] if names.after(n, s) != names.found.get(n, n)}
        mixed = unequal(lists, names.found, layout, fixed)
        if not wrong and not mixed:
            return names
        several -= wrong
        lists = {title: held for title, held in lists.items() if title not in mixed}


@dataclass(frozen=True)
class Shapes:
    """The shapes that are known so far; `fixed` are the names that keep theirs.

    `checked` has arrays that a statement compares with others, which are there before.
    """

    made: Mapping[str, list[Statement]]
    layout: Structure
    types: Types
    calls: Calls
    fixed: Collection[str]
    checked: Mapping[str, str]
    found: dict[str, str]

    def enter(self, target: str, statement: Statement) -> None:
        """Enter the name for the shape of the array that a statement binds, if it is known."""
        shape = self.after(target, statement)
        if shape:
            self.found[target] = shape

    def after(self, target: str, statement: Statement) -> str:
        """Return the name for the shape of the array that a statement binds, or ""."""
        like = self.checked.get(target)
        shape = self.found.get(like, like) if like else self.seen(target, statement)
        return self.certain(shape, statement)

    def region(self, statement: Statement) -> str:
        """Return the name for the shape of the part of an array that a statement writes, or ""."""
        return self.certain(self.of_extents(self.part(store_target(statement))), statement)

    def certain(self, shape: str, statement: Statement) -> str:
        """Return the name for a shape, "" where it may mean another one behind a loop."""
        return "" if any(self.is_behind(statement, name) for name in named_in(shape)) else shape

    def is_behind(self, statement: Statement, array: str) -> bool:
        """Return True if a statement follows a loop in which an array gets other shapes."""
        if array in self.fixed or len(self.made.get(array, ())) < 2:
            return False
        around = self.layout.loops(statement)
        return any(set(self.layout.loops(s)) - set(around) for s in self.made[array])

    def seen(self, target: str, statement: Statement) -> str:
        """Return the name for the shape of the array that a statement binds there, or ""."""
        value = statement.value
        copied = bound_as(target, statement)
        if copied:
            return self.found.get(copied, copied)
        if isinstance(value, gast.Compare):
            return self.common(target, [value.left, *value.comparators])
        owner = taken_from(statement, self.found)
        if owner and is_list_of_arrays(self.types[owner]):
            return self.found[owner]
        if isinstance(value, gast.Subscript):
            return self.of_extents(self.part(value))
        called = operation(value)
        if called is None or is_view(called):
            return ""
        if called.is_user:
            like = self.calls.get(statement, {}).get(target, "")
            return self.found.get(like, like)
        shape = self.of_extents(self.made_by(called))
        if shape:
            return shape
        if called.function in REARRANGED:
            return self.common(target, called.operands[:1])
        if called.function is np.linalg.solve and self.types.ndim(dotted(called.operands[0])) == 2:
            return self.common(target, called.operands[1:])
        return self.common(target, called.operands) if is_elementwise(called) else ""

    def common(self, target: str, operands: Iterable[Expression]) -> str:
        """Return the name for the shape of what is computed element by element, or ""."""
        parts = [arrays_in(operand, self.types) for operand in operands]
        if None in parts:
            return ""  # an operand of another shape may decide
        arrays = {array for part in parts for array in part or ()}
        known = {self.found.get(array, array) for array in arrays}
        alike = all(self.types[array].ndim == self.types[target].ndim for array in arrays)
        return known.pop() if len(known) == 1 and alike else ""

    def part(self, tree: gast.Subscript) -> Extents:
        """Return the extents of a part of an array, [] of an element and where unknown."""
        array, picks = dotted(tree.value), parts_of(tree.slice)
        rank = self.types.ndim(array)
        if len(picks) > rank:
            return []
        found: Extents = []
        for axis, pick in enumerate(picks):
            if isinstance(pick, gast.Slice):
                found.append(sliced(self.along(array, axis), pick, self.bound))
            elif not self.is_place(pick):
                return []
        return [*found, *(self.along(array, axis) for axis in range(len(picks), rank))]

    def bound(self, name: str) -> str:
        """Return how an integer is called that bounds a slice, or "" if it may change."""
        return self.named(name) if isinstance(self.types[name], numba_types.Integer) else ""

    def is_place(self, pick: Expression) -> bool:
        """Return True if a subscript certainly is one integer."""
        if isinstance(number(pick), int) or is_shape(pick):
            return True
        if isinstance(pick, gast.Name):
            return isinstance(self.types[pick.id], numba_types.Integer)
        if isinstance(pick, gast.BinOp):
            return self.is_place(pick.left) and self.is_place(pick.right)
        return isinstance(pick, gast.UnaryOp) and self.is_place(pick.operand)

    def of_extents(self, extents: Extents) -> str:
        """Return the name for a shape, or "": that of an array which has all the extents."""
        if not extents or "" in extents:
            return ""
        array = extents[0].split("[")[0]
        whole = [f"{array}[{axis}]" for axis in range(self.types.ndim(array))]
        return array if extents == whole else f"({', '.join(extents)})"

    def made_by(self, called: Operation) -> Extents:
        """Return the extents of what an operation makes, [] if its operands tell more."""
        if called.function in ALLOCATORS or called.function is np.full:
            return self.extents(called.operands[0])
        if called.function in IDENTITIES:
            return [self.extent(called.operands[0])] * 2 if len(called.operands) == 1 else []
        if called.function in DISPLAYS:
            return list(map(str, displayed(called.operands[0], self.types) or ()))
        if called.function in PRODUCTS and len(called.operands) == 2:
            left, right = map(dotted, called.operands)
            if not {self.types.ndim(left), self.types.ndim(right)} <= {1, 2}:
                return []
            rows = [self.along(left, 0)] if self.types.ndim(left) == 2 else []
            return rows + ([self.along(right, 1)] if self.types.ndim(right) == 2 else [])
        return []

    def extents(self, shape: Expression) -> Extents:
        """Return the extents of what is made with a shape."""
        if isinstance(shape, gast.Tuple):
            return [self.extent(part) for part in shape.elts]
        if isinstance(shape, gast.Attribute) and shape.attr == "shape" and is_shape(shape):
            array = dotted(shape.value)
            return [self.along(array, axis) for axis in range(self.types.ndim(array))]
        if self.types.ndim(dotted(shape)) > 0:
            return []  # like an array: a matter of its elements
        return [self.extent(shape)]

    def extent(self, size: Expression) -> str:
        """Return how an extent is called, or ""."""
        if isinstance(number(size), int):
            return str(number(size))
        if isinstance(size, gast.Name):
            return self.named(size.id)
        if isinstance(size, gast.Call) and is_shape(size):
            return self.along(dotted(size.args[0]), 0)
        if isinstance(size, gast.Subscript) and is_shape(size):
            array, axis = dotted(size.value.value), int(number(size.slice) or 0)
            return self.along(array, axis % self.types.ndim(array))
        if isinstance(size, gast.Attribute) and size.attr == "size" and is_shape(size):
            array = dotted(size.value)
            return self.along(array, 0) if self.types.ndim(array) == 1 else ""
        return ""

    def along(self, array: str, axis: int) -> str:
        """Return how the extent of an array along an axis is called."""
        whole = self.found.get(array, array)
        if whole.startswith("("):
            return whole[1:-1].split(", ")[axis]
        return f"{whole}[{axis}]"

    def named(self, size: str) -> str:
        """Return how an extent is called that has a name, or "" if it may change."""
        statements = self.made.get(size, [])
        if len(statements) > 1:
            return ""
        if not statements or isinstance(statements[0], gast.For):
            return size
        value = statements[0].value
        place = targets(statements[0]).index(size)
        found = ""
        if len(targets(statements[0])) > 1 and isinstance(value, gast.Tuple):
            found = self.extent(value.elts[place])
        elif len(targets(statements[0])) > 1 and is_shape(value):
            found = self.along(dotted(value.value), place)
        elif len(targets(statements[0])) == 1:
            found = self.extent(value)
        array = found.split("[")[0]
        keeps = "[" not in found or array in self.fixed or len(self.made.get(array, [])) == 1
        return found if found and keeps else size


def bound_as(target: str, statement: Statement) -> str:
    """Return the name whose value a statement gives a name, "" for any other value."""
    value = statement.value
    if isinstance(value, gast.Tuple) and len(value.elts) == len(targets(statement)):
        value = value.elts[targets(statement).index(target)]
    return dotted(value) if isinstance(value, gast.Name) else ""
