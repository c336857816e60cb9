"""`all` and `any` over items that are known, or in a loop that ends as soon as they are decided."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.structures.calls.collecting import is_filter
from srcdiff.structures.state.values import Leaf, Value
from srcdiff.syntax import Block, Expression, assign, constant, locate, name

if TYPE_CHECKING:
    from srcdiff.structures.calls.calls import Calls


def quantified(is_all: bool) -> Callable[[Calls, gast.Call], Value | None]:
    """Return what `all` or `any` gives for items that are known."""

    def decide(frame: Calls, tree: gast.Call) -> Value | None:
        def asked() -> Expression:
            return with_conditions(tree.args[0], is_all)

        start, before = frame.snapshot(), len(frame.block)
        given = tree.args[0]
        items = frame.iterated(given, tree)
        if items is None and is_filter(frame, given):
            given = frame.again("asked", tree, asked)
            items = frame.iterated(given, tree)
        if items is None:
            return None
        if len(frame.block) > before and isinstance(given, gast.GeneratorExp):
            frame.restore(start)
            del frame.block[before:]
            return one_by_one(frame, given, is_all, tree)
        truths = [frame.truth(item) for item in items]
        if None not in truths:
            found = all(truths) if is_all else any(truths)
            return Leaf(locate(constant(found), tree), found)
        parts = [frame.leaf(item, tree).tree for item in items]
        if len(parts) == 1:
            return Leaf(parts[0])
        new = gast.BoolOp(gast.And() if is_all else gast.Or(), parts)
        return Leaf(locate(new, tree))

    return decide


def one_by_one(frame: Calls, items: Any, is_all: bool, place: gast.Call) -> Value:
    """Return what `all` or `any` gives, which asks no further than it has to.

    Raises UnsupportedSyntax for more than one `for`, of which `break` leaves the last one.
    """
    if len(items.generators) > 1:
        raise UnsupportedSyntax(
            "what is asked for here calls functions that may change objects",
            place,
            "write loops with `break`",
        )
    title = frame.temporary_name("asked", place)
    frame.statement(locate(assign(title, constant(is_all)), place))

    def ask(part: Expression) -> Block:
        test = gast.UnaryOp(gast.Not(), part) if is_all else part
        return [gast.If(test, [assign(title, constant(not is_all)), gast.Break()], [])]

    frame.each(items, "ask", ask)
    return frame.value(locate(name(title), place))


def with_conditions(tree: Any, is_all: bool) -> Expression:
    """Return a comprehension whose conditions are asked for in its elements.

    >>> from srcdiff.syntax import expression, unparse
    >>> unparse(with_conditions(expression("(v > 0 for v in x if v < y)"), True))
    '(not v < y or v > 0 for v in x)'
    """
    tests = [test for generator in tree.generators for test in generator.ifs]
    if is_all:
        tests = [gast.UnaryOp(gast.Not(), test) for test in tests]
    element = gast.BoolOp(gast.Or() if is_all else gast.And(), [*tests, tree.elt])
    generators = [
        gast.comprehension(generator.target, generator.iter, [], 0) for generator in tree.generators
    ]
    return locate(gast.GeneratorExp(element, generators), tree)
