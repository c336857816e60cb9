"""Hold small arrays in variables, one for each element."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field

import gast
import numpy as np

from srcdiff.analyse.small import (
    ALIKE,
    DISPLAYS,
    MAKERS,
    PRODUCTS,
    Shape,
    Small,
    chosen,
    constant_slice,
    literal,
    product_shape,
)
from srcdiff.analyse.structure import structure
from srcdiff.analyse.subscripts import parts_of
from srcdiff.analyse.types import Types, is_array
from srcdiff.analyse.types import types as numba_types
from srcdiff.operations import Operation, is_store, operation, store_target
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    Statement,
    assign,
    augmented,
    base,
    binary,
    blocks,
    call,
    clone,
    constant,
    dotted,
    expression,
    key,
    locate,
    name,
    number,
    parameters,
    reads,
    rebuild,
    subscript,
    substitute,
    targets,
    tuple_of,
    with_blocks,
    with_body,
    writes,
)

ONES = (np.ones, np.ones_like)
COPIES = (np.copy,)
INTEGERS = (gast.Name, gast.Constant, gast.BinOp, gast.UnaryOp)


@dataclass(frozen=True)
class Scalars:
    """A function without its small arrays.

    `variables` may be bound more than once; `left` are the arrays whose elements cannot be
    variables, as they are used in some other way.
    """

    tree: gast.FunctionDef
    variables: frozenset[str]
    left: frozenset[str]


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

    >>> from srcdiff.analyse.types import types as numba_types
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
        assert y.shape[0] == 2, '`y` has not 2 elements'
        y·_0 = y[0]
        w·_0 = z·_0 + y·_0
        y·_1 = y[1]
        w·_1 = z·_1 + y·_1
        w·2 = np.empty(2)
        w·2[0] = w·_0
        w·2[1] = w·_1
        return w·2
    """
    taken = reads(tree) | writes(tree) | set(parameters(tree))
    again = {t for t, made in structure(tree.body).definitions.items() if len(made) > 1}
    walk = _Elements(types, small, sizes, whole, taken, again)
    given = [
        gast.copy_location(gast.Name(n, gast.Param(), None, None), parameter)
        for parameter in tree.args.args
        for n in (walk.cells(parameter.id) if parameter.id in small.shapes else [parameter.id])
    ]
    new = with_body(tree, walk.block(tree.body, frozenset()))
    new.args = rebuild(new.args, lambda part: part)
    new.args.args = given
    left = frozenset(reads(new.body) & small.shapes.keys())
    return Scalars(new, frozenset(walk.variables), left)


Checked = frozenset[Hashable]  # the checks that have been made on the way to a statement


@dataclass
class _Elements:
    """The walk of `scalarise`; `again` are the names that are bound more than once."""

    types: Types
    small: Small
    sizes: Mapping[str, Shape]
    whole: bool
    taken: set[str]
    again: set[str]
    names: dict[str, list[str]] = field(default_factory=dict)
    variables: set[str] = field(default_factory=set)
    checks: set[Hashable] = field(default_factory=set)

    # --- statements ---

    def block(self, block: Block, checked: Checked) -> Block:
        """Return a block without small arrays."""
        new: Block = []
        for statement in block:
            if blocks(statement):
                inner = [self.block(part, checked) for part in blocks(statement)]
                changed = with_blocks(statement, inner)
                part = "iter" if isinstance(statement, gast.For) else "test"
                setattr(changed, part, self.plain(getattr(statement, part)))
                new.append(changed)
                continue
            for made in self.statement(statement):
                test = key(made.test) if isinstance(made, gast.Assert) else None
                if test is None or test not in checked:
                    new.append(made)
                if test in self.checks and not reads(made.test) & self.again:
                    checked |= {test}
        return new

    def statement(self, statement: Statement) -> Block:
        """Return the statements that stand for one without blocks."""
        if isinstance(statement, gast.Return):
            return self.returned(statement)
        if is_store(statement):
            return self.store(statement)
        if statement in self.small.calls:
            return self.called(statement)
        bound = targets(statement)
        arrays = [t for t in bound if t in self.small.shapes]
        if arrays and len(bound) > 1:
            return self.copies(statement)
        if arrays:
            return self.array(statement, bound[0])
        found = operation(statement.value) if len(bound) == 1 else None
        if found is not None and any(dotted(o) in self.small.shapes for o in found.operands):
            return self.total(statement, bound[0], found) or [self.plain(statement)]
        return [self.plain(statement)]

    def returned(self, statement: gast.Return) -> Block:
        """Return what a function returns, small arrays as arrays or as their elements."""
        value = statement.value
        parts = value.elts if isinstance(value, gast.Tuple) else [value]
        arrays = [dotted(p) for p in parts if p is not None and dotted(p) in self.small.shapes]
        if not arrays:
            return [self.plain(statement)]
        if self.whole:
            held = {array: self.new(array) for array in dict.fromkeys(arrays)}
            made = [s for array, own in held.items() for s in self.pack(array, own, statement)]
            return [*made, substitute(statement, {a: name(own) for a, own in held.items()})]
        results = [
            name(n)
            for part in parts
            for n in (self.cells(dotted(part)) if dotted(part) in arrays else [dotted(part)])
        ]
        answer = tuple_of(results) if len(results) > 1 else results[0]
        return [locate(gast.Return(answer), statement)]

    def pack(self, array: str, own: str, place: Statement) -> Block:
        """Return the statements that make an array of its elements."""
        shape = self.small.shapes[array]
        new = [assign(own, call("np.empty", sizes_of(shape)), place)]
        for index, cell in zip(np.ndindex(shape), self.cells(array), strict=True):
            new.append(assign(subscript(own, sizes_of(index), store=True), name(cell), place))
        return new

    def called(self, statement: Statement) -> Block:
        """Return a call that passes elements, and gives elements."""
        found = self.small.calls[statement]
        arguments = [
            part
            for position, operand in enumerate(statement.value.args)
            for part in (
                map(name, self.cells(dotted(operand)))
                if position in found.takes
                else [self.plain(operand)]
            )
        ]
        value = locate(call(found.title, *arguments), statement)
        bound = [
            n
            for target, shape in zip(targets(statement), found.results, strict=True)
            for n in (self.cells(target) if shape is not None else [target])
        ]
        if not bound:
            return [locate(gast.Expr(value), statement)]
        if len(bound) == 1:
            return [assign(bound[0], value, statement)]
        parts = [gast.Name(n, gast.Store(), None, None) for n in bound]
        return [locate(gast.Assign([tuple_of(parts, store=True)], value, None), statement)]

    def copies(self, statement: Statement) -> Block:
        """Return copies that are done at once, element by element."""
        left: list[str] = []
        right: list[Expression] = []
        before: Block = []
        for target, value in zip(targets(statement), statement.value.elts, strict=True):
            shape = self.small.shapes.get(target)
            if shape is None:
                left.append(target)
                right.append(value)
                continue
            left += self.cells(target)
            right += [
                self.element(value, index, shape, statement, before) for index in np.ndindex(shape)
            ]
        parts = [gast.Name(n, gast.Store(), None, None) for n in left]
        target = tuple_of(parts, store=True)
        return [*before, locate(gast.Assign([target], tuple_of(right), None), statement)]

    def array(self, statement: Statement, target: str) -> Block:
        """Return the assignments of the elements of an array."""
        value, shape = statement.value, self.small.shapes[target]
        found = operation(value)
        if isinstance(value, gast.Subscript):
            return self.part(statement, target)
        new: Block = []
        if found is not None and found.function in PRODUCTS:
            return self.product(statement, target, found)
        for cell, index in zip(self.cells(target), np.ndindex(shape), strict=True):
            new.append(assign(cell, self.value(value, found, index, shape, new), statement))
        return new

    def value(
        self,
        value: Expression,
        found: Operation | None,
        index: Shape,
        shape: Shape,
        before: Block,
    ) -> Expression:
        """Return the value of one element of the result of an operation."""
        place = value
        if found is None:
            return self.element(value, index, shape, place, before)
        if found.function in DISPLAYS:
            made = literal(found.operands[0])
            assert made is not None
            return constant(float(made[index]))
        if found.function in COPIES:
            return self.element(found.operands[0], index, shape, place, before)
        if found.function in MAKERS or found.function in ALIKE:
            return constant(1.0 if found.function in ONES else 0.0)
        if found.function is np.transpose:
            return self.element(found.operands[0], index[::-1], shape[::-1], place, before)
        operands = {
            dotted(o): self.element(o, index, shape, place, before)
            for o in found.operands
            if self.is_array(o)
        }
        return substitute(value, operands)

    def part(self, statement: Statement, target: str) -> Block:
        """Return the elements of a part of an array; those of a shared view are not copied."""
        value = statement.value
        array = dotted(value.value)
        if array in self.small.shapes:
            found = chosen(value.slice, self.small.shapes[array])
            assert found is not None
            cells = [self.cells(array)[position] for position in found[1]]
            if target in self.small.shared:
                self.names[target] = cells
                return []
            pairs = zip(self.cells(target), cells, strict=True)
            return [assign(own, name(cell), statement) for own, cell in pairs]
        new: Block = []
        for cell, index in zip(self.cells(target), self.places(value, statement, new), strict=True):
            new.append(assign(cell, subscript(array, index), statement))
        return new

    def store(self, statement: Statement) -> Block:
        """Return the assignments that stand for a write to an array, or of an array."""
        target, value = store_target(statement), statement.value
        array = dotted(target.value)
        new: Block = []
        if array in self.small.shapes:
            found = chosen(target.slice, self.small.shapes[array])
            if found is None:
                return [statement]
            shape, positions = found
            cells = [self.cells(array)[position] for position in positions]
            self.variables |= set(cells)
            indices = list(np.ndindex(shape))
            terms = [self.number(self.element(value, i, shape, statement, new)) for i in indices]
            if len(cells) > 1 and reads(terms) & set(cells):  # all are read before any is written
                held = [self.variable(f"{cell}{SEPARATOR}old") for cell in cells]
                new += [assign(h, t, statement) for h, t in zip(held, terms, strict=True)]
                terms = [name(h) for h in held]
            for cell, term in zip(cells, terms, strict=True):
                if isinstance(statement, gast.AugAssign):
                    term = binary(name(cell), statement.op, term)
                new.append(assign(cell, term, statement))
            return new
        if dotted(value) not in self.small.shapes:
            return [self.plain(statement)]
        for index, cell in zip(
            self.places(target, statement, new), self.cells(dotted(value)), strict=False
        ):
            element = subscript(array, index, store=True)
            if isinstance(statement, gast.AugAssign):
                new.append(augmented(element, statement.op, name(cell), statement))
            else:
                new.append(assign(element, name(cell), statement))
        return new or [statement]

    # --- operations with a number as their result, and products ---

    def total(self, statement: Statement, target: str, found: Operation) -> Block:
        """Return the statements for a sum or a scalar product, none for anything else."""
        shapes = [
            self.small.shapes.get(dotted(o), self.sizes.get(dotted(o))) for o in found.operands
        ]
        keywords = getattr(statement.value, "keywords", None)
        if found.function is np.sum and len(shapes) == 1 and not keywords:
            return self.sum(
                target, [name(c) for c in self.cells(dotted(found.operands[0]))], statement
            )
        if found.function in PRODUCTS and product_shape(*shapes) == ():
            return self.product(statement, target, found)
        return []

    def sum(self, target: str, terms: list[Expression], place: Statement) -> Block:
        """Return the statements that add terms, one after the other."""
        if len(terms) == 1:
            return [assign(target, terms[0], place)]
        held = self.variable(f"{target}{SEPARATOR}sum")
        first, *others, last = terms
        new: Block = []
        for term in others:
            new.append(assign(held, binary(first, gast.Add(), term), place))
            first = name(held)
        return [*new, assign(target, binary(first, gast.Add(), last), place)]

    def product(self, statement: Statement, target: str, found: Operation) -> Block:
        """Return the statements of a matrix product."""
        first, second = found.operands
        shapes = [
            self.small.shapes.get(dotted(o)) or self.sizes[dotted(o)] for o in (first, second)
        ]
        shape = product_shape(*shapes)
        assert shape is not None
        new: Block = []
        for position, index in enumerate(np.ndindex(shape)):
            row = index[: len(shapes[0]) - 1]
            column = index[len(shapes[0]) - 1 :]
            terms = []
            for k in range(shapes[1][0]):
                left = self.element(first, (*row, k), shapes[0], statement, new)
                right = self.element(second, (k, *column), shapes[1], statement, new)
                held = self.variable(f"{target}{SEPARATOR}product{SEPARATOR}{k + 1}")
                new.append(assign(held, binary(left, gast.Mult(), right), statement))
                terms.append(name(held))
            own = self.cells(target)[position] if shape else target
            new += self.sum(own, terms, statement)
        return new

    # --- elements ---

    def is_array(self, tree: Expression) -> bool:
        """Tell whether an operand is an array."""
        return isinstance(tree, gast.Name) and (
            tree.id in self.small.shapes or is_array(self.types[tree.id])
        )

    def cells(self, array: str) -> list[str]:
        """Return the variables of the elements of a small array."""
        if array not in self.names:
            self.names[array] = [
                self.new(f"{array}{SEPARATOR}_{'_'.join(map(str, index))}")
                for index in np.ndindex(self.small.shapes[array])
            ]
        return self.names[array]

    def new(self, wanted: str) -> str:
        """Return a new name."""
        count, chosen_name = 1, wanted
        while chosen_name in self.taken:
            count += 1
            chosen_name = f"{wanted}{SEPARATOR}{count}"
        self.taken.add(chosen_name)
        return chosen_name

    def variable(self, wanted: str) -> str:
        """Return the name of a variable that is bound again and again."""
        if wanted not in self.names:
            self.names[wanted] = [self.new(wanted)]
            self.variables |= set(self.names[wanted])
        return self.names[wanted][0]

    def element(
        self, tree: Expression, index: Shape, shape: Shape, place: Statement, before: Block
    ) -> Expression:
        """Return what an operand contributes to one element of a result of some shape.

        The elements of other arrays are read first, in `before`.
        """
        if not self.is_array(tree):
            return clone(tree)
        own = self.small.shapes.get(tree.id) or self.sizes.get(tree.id) or shape
        here = index[len(index) - len(own) :]
        here = tuple(0 if n == 1 else i for i, n in zip(here, own, strict=True))
        if tree.id in self.small.shapes:
            return name(self.cells(tree.id)[int(np.ravel_multi_index(here, own))])
        if tree.id not in self.sizes and not any(here):
            before.append(self.check(tree.id, 0, gast.Eq(), own[0], place))
        word = "_".join(map(str, here))
        held = self.variable(f"{tree.id}{SEPARATOR}_{word}")
        before.append(assign(held, subscript(tree.id, sizes_of(here)), place))
        return name(held)

    def number(self, tree: Expression) -> Expression:
        """Return a number as one of double precision."""
        value = number(tree)
        if value is not None:
            return constant(float(value)) if isinstance(value, int) else tree
        known = isinstance(tree, gast.Name) and tree.id in self.types.names
        if known and self.types[tree.id] != numba_types.float64:
            return call("float", tree)
        return tree

    def places(self, tree: gast.Subscript, place: Statement, before: Block) -> list[Expression]:
        """Return the subscripts of the elements of a part of an array that is one-dimensional.

        The array is longer than it has to be, or as long, which is checked.
        """
        array = dotted(tree.value)
        rank, parts = self.types.ndim(array), parts_of(tree.slice)
        found = constant_slice(tree.slice, rank)
        if found is not None:
            dimension, lower, upper = found
            before.append(self.check(array, dimension, gast.GtE(), upper, place))
        else:
            parts = parts + [gast.Slice(None, None, None)] * (rank - len(parts))
            free = [k for k, part in enumerate(parts) if is_whole(part)]
            plain = all(
                is_whole(p) or (isinstance(p, INTEGERS) and not self.is_array(p)) for p in parts
            )
            value = getattr(place, "value", None)
            shape = self.small.shapes.get(dotted(value), ())
            if len(free) != 1 or not plain or len(shape) != 1 or len(parts) != rank:
                return []
            dimension, lower, upper = free[0], 0, shape[0]
            before.append(self.check(array, dimension, gast.Eq(), upper, place))
        indices = []
        for k in range(lower, upper):
            index = [constant(k) if d == dimension else clone(p) for d, p in enumerate(parts)]
            indices.append(index[0] if len(index) == 1 else tuple_of(index))
        return indices

    def check(
        self, array: str, dimension: int, relation: gast.AST, size: int, place: Statement
    ) -> Statement:
        """Return the statement that checks the length of an array."""
        test = expression("a.shape[0] == 1")
        test.left.value.value = name(array)
        test.left.slice = constant(dimension)
        test.ops = [relation]
        test.comparators = [constant(size)]
        exactly = "not" if isinstance(relation, gast.Eq) else "less than"
        where = f" in dimension {dimension}" if dimension else ""
        text = f"`{base(array)}` has {exactly} {size} elements{where}"
        self.checks.add(key(test))
        return locate(gast.Assert(test, constant(text)), place)

    def plain(self, tree: Statement) -> Statement:
        """Return a statement or an expression with elements and lengths instead of arrays."""

        def change(node: gast.AST) -> gast.AST:
            if isinstance(node, gast.Subscript) and dotted(node.value) in self.small.shapes:
                found = chosen(node.slice, self.small.shapes[dotted(node.value)])
                if found is not None and found[0] == ():
                    return locate(name(self.cells(dotted(node.value))[found[1][0]]), node)
            length = self.length(node)
            if length is not None:
                return locate(length, node)
            return rebuild(node, change) if node._fields else node

        return change(tree)

    def length(self, node: gast.AST) -> Expression | None:
        """Return what a length, size or shape of a small array is, None for anything else."""
        if isinstance(node, gast.Call) and dotted(node.func) == "len" and len(node.args) == 1:
            shape = self.small.shapes.get(dotted(node.args[0]))
            return constant(shape[0]) if shape is not None else None
        if isinstance(node, gast.Subscript) and isinstance(node.value, gast.Attribute):
            shape = self.small.shapes.get(dotted(node.value.value), ())
            which = number(node.slice)
            if isinstance(which, int) and -len(shape) <= which < len(shape):
                return constant(shape[which]) if node.value.attr == "shape" else None
            return None
        if isinstance(node, gast.Attribute) and dotted(node.value) in self.small.shapes:
            shape = self.small.shapes[dotted(node.value)]
            if node.attr == "shape":
                return tuple_of(map(constant, shape))
            values = {"size": int(np.prod(shape)), "ndim": len(shape)}
            return constant(values[node.attr]) if node.attr in values else None
        return None


def sizes_of(shape: Shape) -> Expression:
    """Return a shape, or a subscript, as it is written.

    >>> from srcdiff.syntax import unparse
    >>> unparse(sizes_of((3,))), unparse(sizes_of((3, 2)))
    ('3', '(3, 2)')
    """
    return constant(shape[0]) if len(shape) == 1 else tuple_of(map(constant, shape))


def is_whole(tree: Expression) -> bool:
    """Tell whether a subscript stands for all elements of a dimension."""
    return isinstance(tree, gast.Slice) and (tree.lower, tree.upper, tree.step) == (
        None,
        None,
        None,
    )
