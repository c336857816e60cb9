"""Expressions that ask the flags of variables which may be None."""

from __future__ import annotations

from collections.abc import Mapping

import gast

from srcdiff.core.values import FLAG
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.optional_values.nullability import NONE, TYPED, UNKNOWN, VALUE, learnt
from srcdiff.syntax import (
    Expression,
    constant,
    dotted,
    has_operator,
    is_none,
    joined_by,
    locate,
    name,
    rebuild,
)


class OptionalExpressions:
    """Rewrites expressions for what is known of variables.

    `found` may be None, those that are `always` None have no value; `tuples` are tuples with parts
    where they are not None.
    """

    def __init__(self, found: set[str], always: set[str], tuples: set[str]) -> None:
        self.found = found
        self.always = always
        self.tuples = tuples
        self.partners: Mapping[str, frozenset[str]] = {}  # variables that are None together
        self.used: list[str] = []  # what has to have a value in the statement at hand

    def learnt(self, test: Expression, truth: bool) -> State:
        """Return what is known of variables where a test is true, or where it is not."""
        found = learnt(test, truth)
        more = {other: kind for n, kind in found.items() for other in self.partners.get(n, ())}
        return {**more, **found}

    def known_of(self, variable: str, state: State) -> str:
        """Return what is known of a variable, which may be any."""
        if variable in self.always:
            return NONE
        return state.get(variable, UNKNOWN) if variable in self.found else VALUE

    def expression(self, tree: Expression, state: State, always: bool = True) -> Expression:
        """Return an expression that asks flags; `always` returns True if it is evaluated."""
        if isinstance(tree, gast.Name):
            return self.read(tree, state, always)
        if isinstance(tree, gast.Compare) and len(tree.ops) == 1:
            new = self.compared(tree, state, always)
            if new is not None:
                return new
        if isinstance(tree, gast.BoolOp):
            choice = self.choice(tree, state)
            if choice is not None:
                return self.expression(choice, state, always)
            return self.joined(tree, state, always, False)
        if has_operator(tree, gast.Not):
            value = self.truth(tree.operand, state, always)
            if isinstance(value, gast.Constant):
                return locate(constant(not value.value), tree)
            return locate(gast.UnaryOp(tree.op, value), tree)
        if isinstance(tree, gast.IfExp):
            test = self.truth(tree.test, state, always)
            ways = [{**state, **self.learnt(tree.test, truth)} for truth in (True, False)]
            if isinstance(test, gast.Constant) and isinstance(test.value, bool):
                part, way = (tree.body, ways[0]) if test.value else (tree.orelse, ways[1])
                return self.expression(part, way, always)
            parts = [
                self.expression(part, way, False)
                for part, way in zip((tree.body, tree.orelse), ways, strict=True)
            ]
            return locate(gast.IfExp(test, *parts), tree)
        return rebuild(tree, lambda part: self.expression(part, state, always))

    def read(self, tree: gast.Name, state: State, always: bool) -> Expression:
        """Return what stands for a variable where it is used."""
        known = self.known_of(tree.id, state) if isinstance(tree.ctx, gast.Load) else VALUE
        if known == NONE:
            return locate(constant(None), tree)
        if known == UNKNOWN:
            if not always:
                raise unclear(tree)
            self.used.append(tree.id)
        return tree

    def compared(self, tree: gast.Compare, state: State, always: bool) -> Expression | None:
        """Return what stands for a comparison with None, or of what may be None."""
        left, right = tree.left, tree.comparators[0]
        same = isinstance(tree.ops[0], (gast.Is, gast.Eq))
        if not same and not isinstance(tree.ops[0], (gast.IsNot, gast.NotEq)):
            return None
        if is_none(left):
            left, right = right, left
        if is_none(right):
            if not isinstance(left, gast.Name) or left.id not in self.found | self.always:
                return None
            return locate(self.asked(left.id, state, same), tree)
        names = [one.id for one in (left, right) if self.is_unclear(one, state)]
        if len(names) == 2:
            return locate(self.both(tree, names, state, same), tree)
        for one in (left, right):
            known = self.known_of(one.id, state) if isinstance(one, gast.Name) else VALUE
            if known == NONE:
                return locate(constant(not same), tree)
            if known in (UNKNOWN, TYPED):
                return self.only_of_value(tree, one.id, state)
        return None

    def both(self, tree: gast.Compare, names: list[str], state: State, same: bool) -> Expression:
        """Return a comparison for equality of two variables that may be None."""
        if all(self.known_of(n, state) == NONE for n in names):
            return constant(same)
        absent = [self.asked(n, state, True) for n in names]
        there = {**state, **dict.fromkeys(names, VALUE)}
        pair = gast.Compare(tree.left, [gast.Eq()], tree.comparators)
        equal = rebuild(pair, lambda part: self.expression(part, there, False))
        if NONE in {self.known_of(n, state) for n in names}:
            alike: Expression = gast.BoolOp(gast.And(), absent)
        else:
            present = [gast.UnaryOp(gast.Not(), one) for one in absent]
            values = gast.BoolOp(gast.And(), [*present, equal])
            alike = gast.BoolOp(gast.Or(), [gast.BoolOp(gast.And(), absent), values])
        return alike if same else gast.UnaryOp(gast.Not(), alike)

    def only_of_value(self, tree: gast.Compare, variable: str, state: State) -> Expression:
        """Return a comparison for equality that None does not take part in."""
        there = {**state, variable: VALUE}
        new = rebuild(tree, lambda part: self.expression(part, there, False))
        absent = name(flag(variable))
        if isinstance(tree.ops[0], (gast.Is, gast.Eq)):
            return locate(gast.BoolOp(gast.And(), [gast.UnaryOp(gast.Not(), absent), new]), tree)
        return locate(gast.BoolOp(gast.Or(), [absent, new]), tree)

    def asked(self, variable: str, state: State, same: bool) -> Expression:
        """Return the answer to whether a variable is None, or with `same` false whether not."""
        known = self.known_of(variable, state)
        if known in (NONE, VALUE):
            return constant((known == NONE) is same)
        test = name(flag(variable))
        return test if same else gast.UnaryOp(gast.Not(), test)

    def joined(self, tree: gast.BoolOp, state: State, always: bool, asked: bool) -> Expression:
        """Rewrite `and` and `or`, whose later values are evaluated on a condition.

        If it is not `asked` whether they are true, but what their value is, tuples stay.
        """
        both = isinstance(tree.op, gast.And)
        way = dict(state)
        parts: list[Expression] = []
        for place, value in enumerate(tree.values):
            if not asked and self.is_unclear(value, way):
                raise unclear(value)
            new = self.truth(value, way, always and place == 0, asked)
            way.update(self.learnt(value, both))
            if isinstance(new, gast.Constant) and isinstance(new.value, bool):
                if new.value is both:
                    continue
                parts.append(new)
                break
            parts.append(new)
        if len(parts) > 1:
            return locate(gast.BoolOp(tree.op, parts), tree)
        return parts[0] if parts else locate(constant(both), tree)

    def truth(self, tree: Expression, state: State, always: bool, asked: bool = True) -> Expression:
        """Return what is true where an expression is: None is not."""
        if isinstance(tree, gast.BoolOp):
            return self.joined(tree, state, always, asked)
        known = self.known_of(tree.id, state) if isinstance(tree, gast.Name) else VALUE
        if known == VALUE:
            is_full = asked and isinstance(tree, gast.Name) and tree.id in self.tuples
            return locate(constant(True), tree) if is_full else self.expression(tree, state, always)
        if known == NONE:
            return locate(constant(False), tree)
        there = gast.UnaryOp(gast.Not(), name(flag(tree.id)))
        if asked and tree.id in self.tuples:
            return locate(there, tree)
        return locate(gast.BoolOp(gast.And(), [there, tree]), tree)

    def is_unclear(self, tree: Expression, state: State) -> bool:
        """Return True if an expression is a variable that may be None."""
        return isinstance(tree, gast.Name) and self.known_of(tree.id, state) != VALUE

    def choice(self, tree: Expression, state: State) -> Expression | None:
        """Return an `and` or `or` that begins with what may be None as a conditional expression.

        Where the variable is a tuple for sure, that is the value of an `or`.
        """
        if not isinstance(tree, gast.BoolOp):
            return None
        first, *rest = tree.values
        if not isinstance(first, gast.Name):
            return None
        other = joined_by(tree.op, rest)
        is_or = isinstance(tree.op, gast.Or)
        if self.known_of(first.id, state) == VALUE:
            return (first if is_or else other) if first.id in self.tuples else None
        ways = (first, other) if is_or else (other, first)
        return locate(gast.IfExp(first, *ways), tree)


State = dict[str, str]  # what is known of variables that may be None


def flag(variable: str) -> str:
    """Return the name of the flag of a variable."""
    return f"{variable}{FLAG}"


def unclear(tree: Expression) -> UnsupportedSyntax:
    """Return the error for a use of what may be None, where that is not asked before."""
    return UnsupportedSyntax(
        f"`{dotted(tree) or 'this'}` may be None here",
        tree,
        "ask `is not None` in an `if` before",
    )
