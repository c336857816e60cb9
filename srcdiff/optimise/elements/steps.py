"""Statements on whole arrays that can be done element by element, and what each reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto

import gast

from srcdiff.analyse.arrays.subscripts import is_everything, parts_of
from srcdiff.core.operations import is_shape
from srcdiff.optimise.elements.extents import Extents, Lengths
from srcdiff.syntax import (
    Expression,
    Statement,
    callee_of,
    has_operator,
    is_number,
    mapped,
    negative,
    of_members,
    reads,
    subscript,
    walk,
)

INPLACE = (gast.Add, gast.Sub, gast.Mult, gast.Div)
SUMS = (gast.Add, gast.Sub)


class Kind(Enum):
    """What a step does with the value that it computes for each element."""

    STORE = auto()  # writes it to an array that is there
    VALUE = auto()  # it is an element of a new array, or of another name for one
    TOTAL = auto()  # adds it to a number


@dataclass(frozen=True)
class Step:
    """A statement on whole arrays as what it does to one element.

    `target` is the array or the number that it writes to, `index` the subscript of a row of it;
    `operator` is that of `+=`, None of `=`. `value` has the extents, or is a number.
    """

    statement: Statement
    kind: Kind
    extents: Extents
    target: str
    index: tuple[Expression, ...]
    operator: gast.AST | None
    value: Expression
    lengths: Lengths

    @property
    def leaves(self) -> list[Expression]:
        """Return the names of arrays, and their rows, of which it reads elements."""
        return list(leaves_of(self.value, self.lengths))

    @property
    def places(self) -> set[tuple[str, int]]:
        """Return the arrays that it reads, with the number of subscripts of their rows."""
        return {place_of(leaf) for leaf in self.leaves}

    @property
    def others(self) -> set[str]:
        """Return the names that it reads whatever the element: numbers, arrays of subscripts."""
        inner = [part for leaf in self.leaves for part in index_of(leaf)]
        found = reads([*self.index, *inner, *numbers_of(self.value, self.lengths)])
        return found - {"len", "np", "max", "min"}

    @property
    def is_copy(self) -> bool:
        """Return True if its value is an array that has another name."""
        return self.kind is Kind.VALUE and isinstance(self.value, (gast.Name, gast.Subscript))

    @property
    def computes(self) -> bool:
        """Return True if arrays would be made for what it computes."""
        return self.kind is Kind.TOTAL or not (self.lengths.of(self.value) == () or self.is_plain)

    @property
    def is_plain(self) -> bool:
        """Return True if its value is a name or a part of an array."""
        return isinstance(self.value, (gast.Name, gast.Subscript))


def step_of(statement: Statement, lengths: Lengths) -> Step | None:
    """Return what a statement does to each element, None if it is none on whole arrays.

    >>> from srcdiff.analyse.types.types import Types, types
    >>> from srcdiff.optimise.symbols import Symbols
    >>> from srcdiff.syntax import function
    >>> tree = function("def f(x, y): x += 2.0 * y; z = x * y; s = np.sum(z); y[:] = 0.0; s = y[0]")
    >>> known = Types(dict.fromkeys("xy", types.float64[:]), types.none)
    >>> symbols = Symbols(known, frozenset(), frozenset(), shapes={"x": "x", "y": "x"})
    >>> found = [step_of(statement, Lengths(tree, symbols)) for statement in tree.body]
    >>> [step and step.kind.name for step in found]
    ['STORE', 'VALUE', 'TOTAL', 'STORE', None]
    """
    if isinstance(statement, gast.AugAssign):
        target, operator = statement.target, statement.op
    elif isinstance(statement, gast.Assign) and len(statement.targets) == 1:
        target, operator = statement.targets[0], None
    else:
        return None
    if not isinstance(operator, (*INPLACE, type(None))):
        return None
    value = statement.value
    if isinstance(target, gast.Name) and (operator is None or lengths.of(target) == ()):
        kind, title = Kind.VALUE, target.id
        if lengths.of(value) == () and isinstance(operator, (*SUMS, type(None))):
            kind, value = Kind.TOTAL, summed(value)
        extents = lengths.of(value) if value is not None else None
        if not extents or (operator is not None and kind is Kind.VALUE):
            return None
        return checked(Step(statement, kind, extents, title, (), operator, value, lengths))
    return checked(store(statement, target, operator, lengths))


def store(
    statement: Statement, target: Expression, operator: gast.AST | None, lengths: Lengths
) -> Step | None:
    """Return what a statement does to each element that writes to an array or a row."""
    index: tuple[Expression, ...] = ()
    if isinstance(target, gast.Subscript) and isinstance(target.value, gast.Name):
        title = target.value.id
        index = () if is_everything(target.slice) else tuple(parts_of(target.slice))
    elif isinstance(target, gast.Name):
        title = target.id
    else:
        return None
    whole = lengths.name(title)
    if not whole or (index and not lengths.part(title, target.slice)):
        return None
    extents, value = whole[len(index) :], statement.value
    if lengths.of(value) not in (extents, ()):
        return None
    return Step(statement, Kind.STORE, extents, title, index, operator, value, lengths)


def summed(value: Expression) -> Expression | None:
    """Return the array of which a value is the sum, or minus that, None for any other value."""
    if has_operator(value, gast.USub):
        inner = summed(value.operand)
        return None if inner is None else negative(inner)
    is_sum = callee_of(value) == "np.sum" and len(value.args) == 1 and not value.keywords
    return value.args[0] if is_sum else None


def checked(step: Step | None) -> Step | None:
    """Return a step if it computes the same numbers at each element in no time, else None.

    What is computed once for a whole array would be computed for each of its elements.
    """
    if step is None:
        return None
    parts = numbers_of(step.value, step.lengths)
    calls = [node for part in parts for node in walk(part) if isinstance(node, gast.Call)]
    return step if all(map(is_shape, calls)) else None


def leaves_of(tree: Expression, lengths: Lengths) -> Iterator[Expression]:
    """Yield the arrays of which an expression reads elements."""
    if lengths.of(tree) == ():
        return
    if isinstance(tree, (gast.Name, gast.Subscript)):
        yield tree
        return
    for part in operands(tree):
        yield from leaves_of(part, lengths)


def numbers_of(tree: Expression, lengths: Lengths) -> Iterator[Expression]:
    """Yield the parts of an expression that are numbers, the largest ones."""
    if lengths.of(tree) == ():
        yield tree
    elif not isinstance(tree, (gast.Name, gast.Subscript)):
        for part in operands(tree):
            yield from numbers_of(part, lengths)


def operands(tree: Expression) -> list[Expression]:
    """Return the operands of what is computed element by element."""
    if isinstance(tree, gast.BinOp):
        return [tree.left, tree.right]
    return [tree.operand] if isinstance(tree, gast.UnaryOp) else list(tree.args)


def place_of(leaf: Expression) -> tuple[str, int]:
    """Return the array that a leaf is, or is a row of, and the number of its subscripts."""
    return (leaf.id, 0) if isinstance(leaf, gast.Name) else (leaf.value.id, len(index_of(leaf)))


def index_of(leaf: Expression) -> list[Expression]:
    """Return the subscripts of a row, none of a whole array."""
    return parts_of(leaf.slice) if isinstance(leaf, gast.Subscript) else []


def element_of(
    tree: Expression,
    at: list[Expression],
    held: Mapping[str, Expression],
    lengths: Lengths,
) -> Expression:
    """Return the element of an expression at some counters; `held` has those of some arrays."""
    if lengths.of(tree) == () or is_number(tree):
        return tree
    if isinstance(tree, gast.Name) and tree.id in held:
        return held[tree.id]
    if isinstance(tree, (gast.Name, gast.Subscript)):
        return subscript(place_of(tree)[0], of_members([*index_of(tree), *at]))
    return mapped(
        tree,
        lambda part: element_of(part, at, held, lengths) if part in operands(tree) else part,
    )
