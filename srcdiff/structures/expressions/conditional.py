"""What is only evaluated at times: `and`, `or`, conditional expressions, and what binds names."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import gast

from srcdiff.structures.expressions.comparisons import constant_of
from srcdiff.structures.expressions.operators import Operators
from srcdiff.structures.state.values import NOTHING, UNKNOWN, Identity, Leaf, Ref, Value
from srcdiff.syntax import Expression, assign, clone, constant, locate, name

ASKED = (gast.IsNot, gast.NotEq)


class Conditional(Operators):
    """Finds out what is evaluated, and what that gives."""

    def value_of_boolop(self, tree: gast.BoolOp) -> Value:
        """Return `and` or `or` of some operands."""
        is_and = isinstance(tree.op, gast.And)
        first = self.value(tree.values[0])
        found = self.truth(first)
        rest = tree.values[1:]
        further = rest[0] if len(rest) == 1 else gast.BoolOp(tree.op, rest)
        if found is not None:
            return self.value(locate(further, tree)) if found == is_and else first
        facts = self.facts(tree.values[0], is_and)
        value, written = self.trial(lambda: self.supposed(facts, locate(further, tree)))
        if written or not isinstance(value, Leaf):
            return self.by_branches(tree, first, further if is_and else None, further)
        own = self.tested(first, tree)
        before = dict(self.state.nodes)
        joined = [own.tree, self.leaf(self.supposed(facts, locate(further, tree)), tree).tree]
        for identity in facts:
            self.state.nodes[identity] = before[identity]
        last = joined[1]
        if isinstance(last, gast.BoolOp) and type(last.op) is type(tree.op) and len(rest) > 1:
            joined = [joined[0], *last.values]
        return Leaf(gast.copy_location(gast.BoolOp(tree.op, joined), tree))

    def facts(self, tree: Expression, is_true: bool) -> dict[Identity, bool]:
        """Return for some nodes if there is None instead of them where a condition holds, or not.

        Only what may be None is among them.
        """
        match tree:
            case gast.UnaryOp(op=gast.Not(), operand=operand):
                return self.facts(operand, not is_true)
            case gast.BoolOp(op=op, values=values) if isinstance(op, gast.And) == is_true:
                return {k: v for part in values for k, v in self.facts(part, is_true).items()}
            case gast.Compare(left=left, ops=[op], comparators=[gast.Constant(value=None)]):
                if isinstance(op, (gast.Is, gast.Eq)):
                    return self.fact(left, is_true)
                return self.fact(left, not is_true) if isinstance(op, ASKED) else {}
            case gast.Name() | gast.Attribute() | gast.Subscript():
                return self.fact(tree, False) if is_true else {}
        return {}

    def fact(self, tree: Expression, is_none: bool) -> dict[Identity, bool]:
        """Return that there is, or is not, None instead of what an expression stands for."""
        if not isinstance(tree, (gast.Name, gast.Attribute, gast.Subscript)):
            return {}
        value, _ = self.trial(lambda: self.value(tree))
        is_asked = isinstance(value, Ref) and self.may_be_none(value)
        return {value.identity: is_none} if is_asked else {}

    def suppose(self, facts: dict[Identity, bool]) -> None:
        """Enter what holds from here on."""
        for identity, is_none in facts.items():
            if identity in self.state.nodes and is_none:
                self.point(identity, Leaf(constant(None), None))
                node = self.state.nodes[identity]
                self.state.nodes[identity] = replace(node, absent=NOTHING)
            elif identity in self.state.nodes:
                self.there_is(identity)

    def supposed(self, facts: dict[Identity, bool], tree: Expression) -> Value:
        """Return what an expression is where some facts hold that there is no None."""
        self.suppose({identity: False for identity, is_none in facts.items() if not is_none})
        return self.value(tree)

    def by_branches(
        self, tree: Expression, first: Value, then: Expression | None, other: Expression
    ) -> Value:
        """Return the operand that `and` or `or` gives, by branches; `then` is None for `or`."""
        title = self.temporary_name("operand", tree)
        self.bind(title, self.tested(first, tree), tree)
        again = assign(title, other if then is None else then, tree)
        test: Expression = (
            name(title) if then is not None else gast.UnaryOp(gast.Not(), name(title))
        )
        self.statement(locate(gast.If(test, [again], []), tree))
        return self.value(locate(name(title), tree))

    def value_of_ifexp(self, tree: gast.IfExp) -> Value:
        """Return a conditional expression."""
        test = self.value(tree.test)
        found = self.truth(test)
        if found is not None:
            return self.value(tree.body if found else tree.orelse)
        ways = [self.trial(partial(self.value, part)) for part in (tree.body, tree.orelse)]
        if any(written or not isinstance(value, Leaf) for value, written in ways):
            title = self.temporary_name("chosen", tree)
            held = self.held(self.tested(test, tree.test), tree.test)
            branches = [[assign(title, part, part)] for part in (tree.body, tree.orelse)]
            self.branch(self.leaf(held, tree.test).tree, branches[0], branches[1], tree)
            return self.value(locate(name(title), tree))
        parts = [self.leaf(self.value(part), part).tree for part in (tree.body, tree.orelse)]
        new = gast.IfExp(self.tested(test, tree.test).tree, *parts)
        return Leaf(gast.copy_location(new, tree))

    def value_of_namedexpr(self, tree: gast.NamedExpr) -> Value:
        """Return what `:=` binds."""
        value = self.value(tree.value)
        if isinstance(value, Leaf):
            self.state.names[tree.target.id] = Leaf(name(tree.target.id))
            return Leaf(gast.copy_location(gast.NamedExpr(clone(tree.target), value.tree), tree))
        self.bind(tree.target.id, value, tree)
        return self.state.names[tree.target.id]

    def value_of_joinedstr(self, tree: gast.JoinedStr) -> Value:
        """Return a text; it is known if all values in it are."""
        texts = []
        for part in tree.values:
            value = self.value(part.value) if isinstance(part, gast.FormattedValue) else None
            found = constant_of(value) if value is not None else part.value
            if found is UNKNOWN or getattr(part, "format_spec", None) is not None:
                return Leaf(clone(tree))  # of a message
            texts.append(str(found))
        return Leaf(locate(constant("".join(texts)), tree), "".join(texts))
