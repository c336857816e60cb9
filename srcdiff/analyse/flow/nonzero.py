"""Which integers are known not to be zero at a statement, by the conditions on the way there."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping

import gast

from srcdiff.core.operations import is_shape
from srcdiff.core.operators import COMPARISONS, MIRRORED, NEGATED
from srcdiff.syntax import (
    Expression,
    Statement,
    call,
    has_operator,
    key,
    number,
    reads,
    targets,
    walk,
    writes,
)


class Nonzero:
    """The expressions that are not zero, and the conditions that names stand for.

    `values` has the names and extents that names are bound to for good.

    >>> from srcdiff.syntax import expression
    >>> known = Nonzero()
    >>> known.learn(expression("n > 2 and not m == 0"), True)
    >>> [known.has(expression(name)) for name in "nmk"]
    [True, True, False]
    """

    def __init__(self, values: Mapping[str, Expression] | None = None) -> None:
        self.values = values or {}
        self.found: dict[Hashable, frozenset[str]] = {}
        self.conditions: dict[str, Expression] = {}

    def copy(self) -> Nonzero:
        """Return the same knowledge, to be changed on its own."""
        new = Nonzero(self.values)
        new.found, new.conditions = dict(self.found), dict(self.conditions)
        return new

    def has(self, tree: Expression) -> bool:
        """Return True if an expression is known not to be zero."""
        return key(self.plain(tree)) in self.found

    def plain(self, tree: Expression) -> Expression:
        """Return an expression by the name, or the extent, that a name stands for."""
        while isinstance(tree, gast.Name) and tree.id in self.values:
            tree = self.values[tree.id]
        if isinstance(tree, gast.Subscript) and is_shape(tree) and number(tree.slice) == 0:
            return call("len", tree.value.value)
        return tree

    def within(self, statement: Statement, holds: bool) -> Nonzero:
        """Return what is known where the test of a statement holds, or does not."""
        new = self.copy()
        if isinstance(statement, (gast.If, gast.While)):
            new.learn(statement.test, holds)
        elif isinstance(statement, gast.For) and holds:
            new.count(statement.iter.args)
        return new

    def count(self, limits: list[Expression]) -> None:
        """Take in that a range has a number, so that it ends above zero if it begins there."""
        start = number(limits[0]) if len(limits) > 1 else 0
        step = number(limits[2]) if len(limits) == 3 else 1
        if start is None or step is None or start < 0 or step < 0:
            return
        stop = self.plain(limits[min(len(limits) - 1, 1)])
        self.enter(stop)
        while has_operator(stop, gast.Sub, gast.FloorDiv):
            taken = number(stop.right)
            if taken is None or taken <= 0:
                return
            stop = self.plain(stop.left)  # what is above zero when it is made less is so, too
            self.enter(stop)

    def learn(self, test: Expression, holds: bool) -> None:
        """Take in that a condition holds, or that it does not."""
        if has_operator(test, gast.Not):
            self.learn(test.operand, not holds)
        elif isinstance(test, gast.BoolOp):
            if isinstance(test.op, gast.And) == holds:
                for value in test.values:
                    self.learn(value, holds)
        elif isinstance(test, gast.Compare):
            sides = [test.left, *test.comparators]
            for place, compared in enumerate(test.ops):
                if holds or len(test.ops) == 1:
                    self.compare(sides[place], type(compared), sides[place + 1], holds)
        elif isinstance(test, gast.Name) and test.id in self.conditions:
            self.learn(self.conditions[test.id], holds)
        elif holds:
            self.enter(test)

    def enter(self, tree: Expression) -> None:
        """Take in that an expression is not zero, if it rests on nothing but names."""
        tree = self.plain(tree)
        is_fixed = not any(isinstance(node, (gast.Subscript, gast.Call)) for node in walk(tree))
        if is_fixed or is_shape(tree):
            self.found[key(tree)] = frozenset(reads(tree))

    def compare(self, left: Expression, compared: type, right: Expression, holds: bool) -> None:
        """Take in a comparison with a number."""
        if number(left) is not None:
            left, compared, right = right, MIRRORED.get(compared, compared), left
        value = number(right)
        compared = compared if holds else NEGATED.get(compared, compared)
        if value is not None and compared in COMPARISONS and not COMPARISONS[compared](0, value):
            self.enter(left)

    def bind(self, statement: Statement) -> None:
        """Take in what a statement binds."""
        self.forget([statement])
        bound = targets(statement)
        if isinstance(statement, gast.Assign) and len(bound) == 1:
            value = statement.value
            is_test = isinstance(value, (gast.Compare, gast.BoolOp))
            if is_test or (has_operator(value, gast.Not)):
                self.conditions[bound[0]] = value
            elif isinstance(value, gast.Name) and self.has(value):
                self.found[bound[0]] = frozenset({bound[0], value.id})

    def forget(self, statements: Iterable[Statement]) -> None:
        """Leave out what rests on names that some statements bind, or arrays they write to."""
        bound = writes(list(statements))
        self.found = {k: names for k, names in self.found.items() if not names & bound}
        self.conditions = {
            title: test
            for title, test in self.conditions.items()
            if not (reads(test) | {title}) & bound
        }
