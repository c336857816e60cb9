"""What is only evaluated at times: `and`, `or`, conditional expressions, and what binds names."""

from __future__ import annotations

from functools import partial

import gast

from srcdiff.structures.expressions.comparisons import constant_of
from srcdiff.structures.expressions.operators import Operators
from srcdiff.structures.state.values import UNKNOWN, Leaf, Value
from srcdiff.syntax import Expression, assign, clone, constant, locate, name


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
        value, written = self.trial(lambda: self.value(locate(further, tree)))
        if written or not isinstance(value, Leaf):
            return self.by_branches(tree, first, further if is_and else None, further)
        own = self.leaf(first, tree)
        joined = [own.tree, self.leaf(self.value(locate(further, tree)), tree).tree]
        last = joined[1]
        if isinstance(last, gast.BoolOp) and type(last.op) is type(tree.op) and len(rest) > 1:
            joined = [joined[0], *last.values]
        return Leaf(gast.copy_location(gast.BoolOp(tree.op, joined), tree))

    def by_branches(
        self, tree: Expression, first: Value, then: Expression | None, other: Expression
    ) -> Value:
        """Return the operand that `and` or `or` gives, by branches; `then` is None for `or`."""
        title = self.temporary_name("operand", tree)
        self.bind(title, self.leaf(first, tree), tree)
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
            held = self.held(self.leaf(test, tree.test), tree.test)
            branches = [[assign(title, part, part)] for part in (tree.body, tree.orelse)]
            self.branch(self.leaf(held, tree.test).tree, branches[0], branches[1], tree)
            return self.value(locate(name(title), tree))
        parts = [self.leaf(self.value(part), part).tree for part in (tree.body, tree.orelse)]
        new = gast.IfExp(self.leaf(test, tree.test).tree, *parts)
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
