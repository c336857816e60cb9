"""Hold small arrays in variables, one for each element."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field

import gast
import numpy as np

from srcdiff.analyse.arrays.shapes import Shape, chosen
from srcdiff.analyse.arrays.small import Small
from srcdiff.analyse.flow.structure import structure
from srcdiff.analyse.types.types import Type, Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import is_store, operation, store_target
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.small_arrays.element_operations import assigned, total
from srcdiff.normalise.small_arrays.elements import Elements, sizes_of
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    assign_results,
    augmented,
    binary,
    blocks,
    call,
    dotted,
    key,
    locate,
    members,
    name,
    path,
    reads,
    rebuild,
    subscript,
    targets,
    tuple_of,
    with_blocks,
    with_body,
)


@dataclass(frozen=True)
class Scalars:
    """A function without its small arrays.

    `variables` may be bound more than once; `left` are the arrays whose elements cannot be
    variables, as they are used in some other way; `kinds` the types of elements.
    """

    tree: gast.FunctionDef
    variables: frozenset[str]
    left: frozenset[str]
    kinds: Mapping[str, Type]


def scalarise(
    tree: gast.FunctionDef,
    types: Types,
    small: Small,
    sizes: Mapping[str, Shape],
    whole: bool = True,
) -> Scalars:
    """Return the function with variables for the elements of small arrays.

    `sizes` are the shapes of global arrays. With `whole` the function returns arrays,
    otherwise their elements.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, y):
    ...     z = np.empty(2)
    ...     z[0] = x
    ...     z[1] = 2.0 * x
    ...     w = z + y
    ...     return w
    ... ''')
    >>> vector = numba_types.Array(numba_types.float64, 1, "C")
    >>> known = {"x": numba_types.float64, "y": vector, "z": vector, "w": vector}
    >>> small = Small({"z": (2,), "w": (2,)}, {}, frozenset())
    >>> print(unparse(scalarise(tree, Types(known, vector), small, {}).tree))
    def f(x, y):
        z·_0 = 0.0
        z·_1 = 0.0
        z·_0 = x
        z·_1 = 2.0 * x
        assert y.shape[0] == 2 or y.shape[0] == 1, '`y` has not 2 elements'
        y·rest = y.shape[0] - 1
        y·step = min(y·rest, 1)
        y·_0 = y[0]
        w·_0 = z·_0 + y·_0
        y·_1 = y[y·step]
        w·_1 = z·_1 + y·_1
        w = np.empty(2)
        w[0] = w·_0
        w[1] = w·_1
        return w
    """
    again = {t for t, made in structure(tree.body).definitions.items() if len(made) > 1}
    elements = Elements(types, small, sizes, Naming(tree))
    walk = _Statements(elements, whole, again)
    given = [
        gast.copy_location(gast.Name(n, gast.Param(), None, None), parameter)
        for parameter in tree.args.args
        for n in (elements.cells(parameter.id) if parameter.id in small.shapes else [parameter.id])
    ]
    new = with_body(tree, walk.block(tree.body, frozenset()))
    new.args = rebuild(new.args, lambda part: part)
    new.args.args = given
    rest = [s for s in new.body if not any(s is made for made in walk.packed)]
    left = frozenset(reads(rest) & small.shapes.keys())
    return Scalars(new, frozenset(elements.variables), left, elements.kinds)


Checked = frozenset[Hashable]  # the checks that have been made on the way to a statement


@dataclass
class _Statements:
    """The walk of `scalarise`.

    `again` are the names that are bound more than once, `packed` the statements that make
    arrays of elements where the function returns.
    """

    of: Elements
    whole: bool
    again: set[str]
    packed: Block = field(default_factory=list)

    def block(self, block: Block, checked: Checked) -> Block:
        """Return a block without small arrays."""
        new: Block = []
        for statement in block:
            if blocks(statement):
                inner = [self.block(part, checked) for part in blocks(statement)]
                changed = with_blocks(statement, inner)
                part = "iter" if isinstance(statement, gast.For) else "test"
                setattr(changed, part, self.of.plain(getattr(statement, part)))
                new.append(changed)
                continue
            for made in self.statement(statement):
                test = key(made.test) if isinstance(made, gast.Assert) else None
                if test is None or test not in checked:
                    new.append(made)
                if test in self.of.checks and not reads(made.test) & self.again:
                    checked |= {test}
        return new

    def statement(self, statement: Statement) -> Block:
        """Return the statements that stand for one without blocks."""
        if isinstance(statement, gast.Return):
            return self.returned(statement)
        if is_store(statement):
            return self.store(statement)
        if statement in self.of.small.calls:
            return self.called(statement)
        bound = targets(statement)
        arrays = [t for t in bound if t in self.of.small.shapes]
        if arrays and len(bound) > 1:
            return self.copies(statement)
        if arrays:
            return assigned(self.of, statement, bound[0])
        found = operation(statement.value) if len(bound) == 1 else None
        if found is not None and any(dotted(o) in self.of.small.shapes for o in found.operands):
            return total(self.of, statement, bound[0], found) or [self.of.plain(statement)]
        return [self.of.plain(statement)]

    def returned(self, statement: gast.Return) -> Block:
        """Return what a function returns, small arrays as arrays or as their elements."""
        value = statement.value
        parts = members(value)
        arrays = [dotted(p) for p in parts if p is not None and dotted(p) in self.of.small.shapes]
        if not arrays:
            return [self.of.plain(statement)]
        if self.whole:
            made = [s for a in dict.fromkeys(arrays) for s in self.pack(a, statement)]
            self.packed += [*made, statement]
            return [*made, statement]
        results = [
            name(n)
            for part in parts
            for n in (self.of.cells(dotted(part)) if dotted(part) in arrays else [dotted(part)])
        ]
        answer = tuple_of(results) if len(results) > 1 else results[0]
        return [locate(gast.Return(answer), statement)]

    def pack(self, array: str, place: Statement) -> Block:
        """Return the statements that make an array of its elements."""
        shape = self.of.small.shapes[array]
        kind = [path("np.bool_")] if self.of.is_mask(array) else []
        new = [assign(array, call("np.empty", sizes_of(shape), *kind), place)]
        for index, cell in zip(np.ndindex(shape), self.of.cells(array), strict=True):
            new.append(assign(subscript(array, sizes_of(index), store=True), name(cell), place))
        return new

    def called(self, statement: Statement) -> Block:
        """Return a call that passes elements, and gives elements."""
        found = self.of.small.calls[statement]
        before: Block = []
        arguments: list[Expression] = []
        for position, operand in enumerate(statement.value.args):
            if position not in found.takes:
                arguments.append(self.of.plain(operand))
                continue
            title = dotted(operand)
            shape = self.of.small.shapes.get(title) or self.of.sizes[title]
            arguments += [
                self.of.element(operand, index, shape, statement, before)
                for index in np.ndindex(shape)
            ]
        value = locate(call(found.title, *arguments), statement)
        bound = [
            n
            for target, shape in zip(targets(statement), found.results, strict=True)
            for n in (self.of.cells(target) if shape is not None else [target])
        ]
        return [*before, assign_results(bound, value, statement)]

    def copies(self, statement: Statement) -> Block:
        """Return copies that are done at once, element by element."""
        left: list[str] = []
        right: list[Expression] = []
        before: Block = []
        for target, value in zip(targets(statement), statement.value.elts, strict=True):
            shape = self.of.small.shapes.get(target)
            if shape is None:
                left.append(target)
                right.append(value)
                continue
            left += self.of.cells(target)
            right += [
                self.of.element(value, index, shape, statement, before)
                for index in np.ndindex(shape)
            ]
        parts = [gast.Name(n, gast.Store(), None, None) for n in left]
        target = tuple_of(parts, store=True)
        return [*before, locate(gast.Assign([target], tuple_of(right), None), statement)]

    def store(self, statement: Statement) -> Block:
        """Return the assignments that stand for a write to an array, or of an array."""
        if dotted(store_target(statement).value) in self.of.small.shapes:
            return self.written(statement)
        is_list = isinstance(self.of.types[dotted(store_target(statement).value)], numba_types.List)
        if dotted(statement.value) in self.of.small.shapes and not is_list:
            return self.spread(statement)
        return [self.of.plain(statement)]

    def written(self, statement: Statement) -> Block:
        """Return the assignments to variables that stand for a write to a small array."""
        target, array = store_target(statement), dotted(store_target(statement).value)
        found = chosen(target.slice, self.of.small.shapes[array])
        if found is None:
            return [statement]
        new: Block = []
        shape, positions = found
        cells = [self.of.cells(array)[position] for position in positions]
        self.of.variables |= set(cells)
        terms = [
            self.of.number(self.of.element(statement.value, i, shape, statement, new, repeats=True))
            for i in np.ndindex(shape)
        ]
        if len(cells) > 1 and reads(terms) & set(cells):  # all are read before any is written
            held = [self.of.variable(cell, "old") for cell in cells]
            new += [assign(h, t, statement) for h, t in zip(held, terms, strict=True)]
            terms = [name(h) for h in held]
        for cell, term in zip(cells, terms, strict=True):
            if isinstance(statement, gast.AugAssign):
                term = binary(name(cell), statement.op, term)
            new.append(assign(cell, term, statement))
        return new

    def spread(self, statement: Statement) -> Block:
        """Return the writes of the elements of a small array that stand for a write of it."""
        cells = self.of.cells(dotted(statement.value))
        if len(cells) == 1:  # each element that is written to gets it
            single = self.of.plain(rebuild(statement, lambda part: part))
            single.value = name(cells[0])
            return [single]
        new: Block = []
        places = self.of.places(store_target(statement), statement, new)
        if len(places) != len(cells):
            return [statement]
        for place, cell in zip(places, cells, strict=True):
            element = subscript(dotted(store_target(statement).value), place, store=True)
            if isinstance(statement, gast.AugAssign):
                new.append(augmented(element, statement.op, name(cell), statement))
            else:
                new.append(assign(element, name(cell), statement))
        return new
