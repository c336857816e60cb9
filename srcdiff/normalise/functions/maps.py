"""Write `map` and `filter` as generators, and loops over them as loops over their values."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.functions.lookup import value_of
from srcdiff.normalise.functions.scopes import bound_names
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    all_names,
    bottom_up,
    call,
    callee_of,
    each_block,
    has_star,
    locate,
    name,
    tuple_of,
)

FUNCTIONS = (gast.Lambda, gast.Name, gast.Attribute)  # it does not matter when these are read


@needs("map", "filter", gast.GeneratorExp)
def maps(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function without `map` and `filter`.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(maps(function('''
    ... def f(x, y):
    ...     s = sum(map(h, x, y))
    ...     for v in filter(g, x):
    ...         s += v
    ...     for w in map(g, x):
    ...         s *= w
    ...     return s
    ... '''), {})))
    def f(x, y):
        s = sum((h(map·item·2, map·item·3) for map·item·2, map·item·3 in zip(x, y)))
        for filter·item in x:
            if g(filter·item):
                v = filter·item
                s += v
        for map·item in x:
            w = g(map·item)
            s *= w
        return s
    """
    local = bound_names(tree.body) | all_names(tree.args)
    walker = _Maps(Naming(tree), namespace, local)
    looped_over = each_block(tree, lambda block: [walker.loop(s) for s in block])
    return bottom_up(looped_over, walker.generator)


@dataclass(frozen=True)
class _Maps:
    """What the rewrites of `map` and `filter` need to know; `local` are the function's names."""

    naming: Naming
    namespace: Mapping[str, Any]
    local: set[str]

    def is_call(self, node: gast.AST, title: str) -> bool:
        """Return True if a node is a call of `map`, or of `filter`, that can be written out."""
        if callee_of(node) != title or title in self.local:
            return False
        known = value_of(node.func, self.namespace) in (None, getattr(builtins, title))
        count = len(node.args) == 2 or (title == "map" and len(node.args) > 2)
        plain = count and not node.keywords and not has_star(node.args)
        return known and plain and isinstance(node.args[0], FUNCTIONS)

    def loop(self, statement: Statement) -> Statement:
        """Return a loop over what is mapped or filtered for one over the results."""
        if isinstance(statement, gast.For) and self.is_call(statement.iter, "map"):
            target, iteration, value = items(statement.iter, self.naming)
            first = locate(gast.Assign([statement.target], value, None), statement)
            return looped(statement, target, iteration, [first, *statement.body])
        if isinstance(statement, gast.For) and self.is_call(statement.iter, "filter"):
            target, iteration, test, item = chosen(statement.iter, self.naming)
            first = locate(gast.Assign([statement.target], name(item), None), statement)
            body = [locate(gast.If(test, [first, *statement.body], []), statement)]
            return looped(statement, target, iteration, body)
        return statement

    def generator(self, node: gast.AST) -> gast.AST:
        """Return a generator for a call; one that is unpacked becomes a list."""
        if is_unpacked(node) and isinstance(node.value, gast.GeneratorExp):
            listed = locate(gast.ListComp(node.value.elt, node.value.generators), node.value)
            return locate(gast.Assign(node.targets, listed, None), node)
        if self.is_call(node, "map"):
            function, *sources = node.args
            if len(sources) == 1 and isinstance(sources[0], gast.GeneratorExp):
                value = locate(gast.Call(function, [sources[0].elt], []), node)
                return locate(gast.GeneratorExp(value, sources[0].generators), node)
            target, iteration, value = items(node, self.naming)
            generator = gast.comprehension(target, iteration, [], 0)
            return locate(gast.GeneratorExp(value, [generator]), node)
        if self.is_call(node, "filter"):
            target, iteration, test, item = chosen(node, self.naming)
            generator = gast.comprehension(target, iteration, [test], 0)
            return locate(gast.GeneratorExp(name(item), [generator]), node)
        return node


def items(node: gast.Call, naming: Naming) -> tuple[Expression, Expression, Expression]:
    """Return the target and the iterable of a loop over what `map` takes, and each value."""
    function, *sources = node.args
    names = [naming.part("map", "item") for _ in sources]
    stored = [gast.Name(item, gast.Store(), None, None) for item in names]
    value = locate(gast.Call(function, [name(item) for item in names], []), node)
    if len(names) == 1:
        return stored[0], sources[0], value
    return tuple_of(stored, store=True), locate(call("zip", *sources), node), value


def chosen(node: gast.Call, naming: Naming) -> tuple[Expression, Expression, Expression, str]:
    """Return target and iterable of a loop over what `filter` takes, its test, and the item."""
    function, source = node.args
    item = naming.part("filter", "item")
    test = locate(gast.Call(function, [name(item)], []), node)
    return gast.Name(item, gast.Store(), None, None), source, test, item


def is_unpacked(node: gast.AST) -> bool:
    """Return True if a node is an assignment of all values at once."""
    return isinstance(node, gast.Assign) and isinstance(node.targets[0], (gast.Tuple, gast.List))


def looped(loop: gast.For, target: Expression, iteration: Expression, body: Block) -> Statement:
    """Return a loop over something else, with another body."""
    return locate(gast.For(target, iteration, body, loop.orelse, None), loop)
