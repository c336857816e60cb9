"""The elements of small arrays as variables, and those of other arrays that meet them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field

import gast
import numpy as np

from srcdiff.analyse.arrays.element_expressions import Names
from srcdiff.analyse.arrays.shapes import Shape, broadcast, chosen, constant_slice
from srcdiff.analyse.arrays.small import Small
from srcdiff.analyse.arrays.subscripts import parts_of
from srcdiff.analyse.types.types import Type, Types, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.small_arrays.element_conditions import reduced_in_elements
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    base,
    binary,
    call,
    callee_of,
    clone,
    constant,
    dotted,
    expression,
    key,
    locate,
    name,
    number,
    of_members,
    rebuild,
    subscript,
    tuple_of,
)

INTEGERS = (gast.Name, gast.Constant, gast.BinOp, gast.UnaryOp)


@dataclass
class Elements:
    """The variables of the elements of small arrays, and how others are read.

    `sizes` are the shapes of global arrays. `names` has the variables of the elements of each
    array, `held` other ones by what they belong to, `variables` those that may be bound more than
    once, `checks` the conditions on lengths, `kinds` the types of elements that are read.
    """

    types: Types
    small: Small
    sizes: Mapping[str, Shape]
    naming: Naming
    names: dict[str, list[str]] = field(default_factory=dict)
    held: dict[tuple[str, str], str] = field(default_factory=dict)
    variables: set[str] = field(default_factory=set)
    checks: set[Hashable] = field(default_factory=set)
    kinds: dict[str, Type] = field(default_factory=dict)

    @property
    def known(self) -> Names:
        """Return what is known of the names in an expression."""
        return Names(self.shape, self.types.ndim, self.is_mask)

    def shape(self, title: str) -> Shape | None:
        """Return the shape of a name, () of a number, None of any other array."""
        found = self.small.shapes.get(title) or self.sizes.get(title)
        return found or (None if is_array(self.types[title]) else ())

    def is_mask(self, array: str) -> bool:
        """Return True if the elements of an array are true or false."""
        return bool(getattr(self.types[array], "dtype", None) == numba_types.boolean)

    def is_array(self, tree: Expression) -> bool:
        """Return True if an operand is an array."""
        return isinstance(tree, gast.Name) and (
            tree.id in self.small.shapes or is_array(self.types[tree.id])
        )

    def cells(self, array: str) -> list[str]:
        """Return the variables of the elements of a small array."""
        if array not in self.names:
            self.names[array] = [
                self.naming.part(array, f"_{'_'.join(map(str, index))}")
                for index in np.ndindex(self.small.shapes[array])
            ]
            kind = self.types[array].dtype
            self.kinds.update(dict.fromkeys(self.names[array], kind))
        return self.names[array]

    def variable(self, owner: str, word: str) -> str:
        """Return the name of a variable that is bound again and again, a part of another."""
        if (owner, word) not in self.held:
            self.held[owner, word] = self.naming.part(owner, word)
            self.variables.add(self.held[owner, word])
        return self.held[owner, word]

    def cell(self, title: str, index: Shape) -> Expression:
        """Return what a name contributes to one element of a result, without a check."""
        shape = self.shape(title)
        if not shape:
            return name(title)
        here = within(index, shape)
        if title in self.small.shapes:
            return name(self.cells(title)[int(np.ravel_multi_index(here, shape))])
        return subscript(title, sizes_of(here))

    def element(
        self,
        tree: Expression,
        index: Shape,
        shape: Shape,
        place: Statement,
        before: Block,
        repeats: bool = False,
    ) -> Expression:
        """Return what an operand contributes to one element of a result of some shape.

        The elements of other arrays are read first, in `before`; with `repeats` the one element of
        a shorter vector again and again. Raises UnsupportedSyntax for shapes that do not fit.
        """
        if not self.is_array(tree):
            return clone(tree)
        own = self.small.shapes.get(tree.id) or self.sizes.get(tree.id) or shape
        if broadcast((own, shape)) != shape:
            raise UnsupportedSyntax(
                f"an array of the shape {own} does not fit one of the shape {shape}",
                place,
                "combine arrays of one shape",
            )
        here = within(index, own)
        if tree.id in self.small.shapes:
            return name(self.cells(tree.id)[int(np.ravel_multi_index(here, own))])
        word = "_".join(map(str, here))
        held = self.variable(tree.id, f"_{word}")
        self.kinds[held] = self.types[tree.id].dtype
        where = sizes_of(here)
        if tree.id not in self.sizes:
            is_short = repeats and own[0] > 1 and tree.id not in self.small.indexed
            if not any(here):
                before += self.checked(tree.id, own[0], is_short, place)
            elif is_short:
                step = name(self.variable(tree.id, "step"))
                where = step if here == (1,) else binary(where, gast.Mult(), step)
        before.append(assign(held, subscript(tree.id, where), place))
        return name(held)

    def checked(self, array: str, size: int, is_short: bool, place: Statement) -> Block:
        """Return the check of the length of a vector; with its step where one element will do."""
        test = self.check(array, 0, gast.Eq(), size, place)
        if not is_short:
            return [test]
        one = self.check(array, 0, gast.Eq(), 1, place)
        self.checks.add(key(either(test.test, one.test)))
        test.test = either(test.test, one.test)
        rest, step = self.variable(array, "rest"), self.variable(array, "step")
        return [
            test,
            assign(rest, binary(clone(one.test.left), gast.Sub(), constant(1)), place),
            assign(step, call("min", name(rest), constant(1)), place),
        ]

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
            indices.append(of_members(index))
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
        if isinstance(place, gast.Name):  # it is another array of one name
            text += ": arrays of other lengths need names of their own"
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
            whole = reduced_in_elements(node, self.known, self.cell)
            if whole is not None:
                return locate(change(whole), node)
            return rebuild(node, change)

        return change(tree)

    def length(self, node: gast.AST) -> Expression | None:
        """Return what a length, size or shape of a small array is, None for anything else."""
        if callee_of(node) == "len" and len(node.args) == 1:
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


def within(index: Shape, shape: Shape) -> Shape:
    """Return the subscript of an array for an element of a result that may be larger.

    >>> within((1, 2), (3,)), within((1, 2), (2, 1))
    ((2,), (1, 0))
    """
    here = index[len(index) - len(shape) :]
    return tuple(0 if n == 1 else i for i, n in zip(here, shape, strict=True))


def sizes_of(shape: Shape) -> Expression:
    """Return a shape, or a subscript, as it is written.

    >>> from srcdiff.syntax import unparse
    >>> unparse(sizes_of((3,))), unparse(sizes_of((3, 2)))
    ('3', '(3, 2)')
    """
    return constant(shape[0]) if len(shape) == 1 else tuple_of(map(constant, shape))


def either(one: Expression, other: Expression) -> Expression:
    """Return the condition that one of two conditions holds."""
    return gast.BoolOp(gast.Or(), [one, other])


def is_whole(tree: Expression) -> bool:
    """Return True if a subscript stands for all elements of a dimension."""
    return isinstance(tree, gast.Slice) and (tree.lower, tree.upper, tree.step) == (
        None,
        None,
        None,
    )
