"""How an innermost loop uses the arrays in it: which elements, or more than single elements."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

import gast

from srcdiff.analyse.types.types import is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import is_shape
from srcdiff.optimise.symbols import MODULES, Symbols
from srcdiff.syntax import (
    POSITION,
    Block,
    Expression,
    Statement,
    children,
    dotted,
    is_range,
    is_tape,
    key,
    number,
    own_part,
    range_parts,
    walk,
    walk_statements,
)

NUMBERS = (numba_types.Number, numba_types.Boolean)
LEAVING = (gast.Return, gast.Raise, gast.With, gast.Try, gast.Assert)


@dataclass(frozen=True)
class Use:
    """A statement that reads or writes an element of an array."""

    statement: Statement
    part: gast.Subscript
    is_written: bool

    @property
    def array(self) -> str:
        """Return the name of the array."""
        return dotted(self.part.value)

    @property
    def element(self) -> Hashable:
        """Return what is the same for uses of one element by the same name and subscript."""
        return self.array, key(self.part.slice)


@dataclass
class Uses:
    """The elements that statements use, the arrays they use otherwise.

    `is_open` where a name is of something else, which may hold arrays.
    """

    symbols: Symbols
    elements: list[Use] = field(default_factory=list)
    whole: set[str] = field(default_factory=set)
    is_open: bool = False

    def enter(self, statement: Statement) -> None:
        """Enter the uses of a statement, not those of its blocks."""
        stored: list[gast.AST] = []
        if isinstance(statement, gast.Assign):
            stored = list(statement.targets)
        elif isinstance(statement, gast.AugAssign):
            stored = [statement.target]
        self.scan(own_part(statement), statement, stored)

    def scan(self, node: gast.AST, statement: Statement, stored: list[gast.AST]) -> None:
        """Enter the uses in a part of a statement, which stores to some of its parts."""
        if is_shape(node):
            return
        named = isinstance(node, gast.Subscript) and isinstance(node.value, gast.Name)
        if named and self.symbols.is_element(node):
            self.elements.append(Use(statement, node, any(node is part for part in stored)))
            self.scan(node.slice, statement, stored)
            return
        if isinstance(node, gast.Name):
            self.enter_name(node.id)
        for part in children(node):
            is_function = isinstance(node, gast.Call) and part is node.func and dotted(part)
            if not is_function or is_method(node):
                self.scan(part, statement, stored)

    def enter_name(self, title: str) -> None:
        """Enter a name that is read or bound as a whole."""
        if title in MODULES or is_tape(title) or title.startswith(POSITION):
            return  # nothing else has the memory of a tape
        kind = self.symbols.type_of(title)
        if is_array(kind):
            self.whole.add(title)
        elif not isinstance(kind, NUMBERS):
            self.is_open = True

    @property
    def arrays(self) -> set[str]:
        """Return the arrays that are used."""
        return self.whole | {use.array for use in self.elements}

    @property
    def written(self) -> set[str]:
        """Return the arrays that may be written to."""
        return self.whole | {use.array for use in self.elements if use.is_written}


def is_method(tree: gast.Call) -> bool:
    """Return True if a call is of a method of a variable."""
    owner = dotted(tree.func).split(".")[0]
    return isinstance(tree.func, gast.Attribute) and owner not in MODULES


def uses(block: Block, symbols: Symbols) -> Uses:
    """Return how the statements of a block, and of the blocks inside, use arrays.

    >>> from srcdiff.analyse.types.types import Types, types
    >>> from srcdiff.syntax import statements
    >>> known = Types({"x": types.float64[:], "y": types.float64[:], "i": types.int64}, types.none)
    >>> symbols = Symbols(known, frozenset(), frozenset())
    >>> found = uses(statements("x[i] += x[i - 1] * np.sum(y)"), symbols)
    >>> [(use.array, use.is_written) for use in found.elements], found.whole
    ([('x', True), ('x', False)], {'y'})
    """
    found = Uses(symbols)
    for statement in walk_statements(block):
        found.enter(statement)
    return found


def is_innermost(statement: Statement) -> bool:
    """Return True for a loop over a range without loops in it, which nothing but it leaves."""
    if not isinstance(statement, gast.For) or not is_range(statement.iter) or statement.orelse:
        return False
    if not number(range_parts(statement.iter)[2]):  # a step that is not known
        return False
    inside = list(walk_statements(statement.body))
    return not any(isinstance(s, (gast.For, gast.While, *LEAVING)) for s in inside)


def always_used(statement: Statement, symbols: Symbols) -> Iterator[Hashable]:
    """Yield the elements that a statement uses whenever it runs."""
    found = Uses(symbols)
    found.enter(statement)
    hidden = {id(n) for part in conditional_parts(own_part(statement)) for n in walk(part)}
    for use in found.elements:
        if id(use.part) not in hidden:
            yield use.element


def conditional_parts(tree: gast.AST) -> Iterator[Expression]:
    """Yield the parts of a tree that are not computed whenever the tree is."""
    for node in walk(tree):
        match node:
            case gast.IfExp():
                yield from (node.body, node.orelse)
            case gast.BoolOp():
                yield from node.values[1:]
            case gast.Compare():
                yield from node.comparators[1:]
