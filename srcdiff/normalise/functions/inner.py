"""Find what the names of functions inside a function stand for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import gast
from numba import jit, njit

from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.functions.lookup import value_of
from srcdiff.normalise.functions.remembered import CACHES, check_remembered
from srcdiff.normalise.functions.scopes import bound_names
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    dotted,
    each_block,
    has_star,
    locate,
    mapped,
    name,
    walk,
    whole_target,
)

LAMBDA = "inner"  # the name of a function that has none


@dataclass(frozen=True)
class Inner:
    """What the name of a function inside a function stands for.

    `node` is its definition; if it has none, it is another name of `value`, with the
    variables `captured` as first arguments.
    """

    node: gast.FunctionDef | None
    value: Expression | None = None
    captured: tuple[str, ...] = ()


def collect(
    tree: gast.FunctionDef, namespace: Mapping[str, Any]
) -> tuple[gast.FunctionDef, dict[str, Inner]]:
    """Return a function without the definitions of functions inside, and these by name.

    Lambdas get names; names of other functions count, too, if they are bound once.

    >>> from srcdiff.syntax import function, unparse
    >>> import math
    >>> tree, found = collect(function('''
    ... def f(x):
    ...     sine, k = math.sin, 2.0
    ...     def double(y): return k * y
    ...     return g(lambda z: sine(z), double(x))
    ... '''), {"math": math})
    >>> print(unparse(tree))
    def f(x):
        k, = (2.0,)
        return g(inner, double(x))
    >>> sorted(found)
    ['double', 'inner', 'sine']
    """
    return Collector(tree, namespace).collected()


class Collector:
    """The walk of `collect`."""

    def __init__(self, tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> None:
        self.tree = tree
        self.namespace = namespace
        self.found: dict[str, Inner] = {}
        self.naming = Naming(tree)
        self.local = bound_names(tree.body) | {p.id for p in walk(tree.args) if is_name(p)}
        nodes = [n for n in own_nodes(tree) if is_name(n) and not isinstance(n.ctx, gast.Load)]
        self.counts = Counter(node.id for node in nodes)
        self.counts.update(n.name for n in own_nodes(tree) if isinstance(n, gast.FunctionDef))

    def collected(self) -> tuple[gast.FunctionDef, dict[str, Inner]]:
        """Return the function without definitions, and the definitions."""
        return each_block(self.tree, self.block), self.found

    def block(self, block: Block) -> Block:
        """Take the definitions out of a block."""
        new: Block = []
        for statement in [part for whole in block for part in self.apart(whole)]:
            if isinstance(statement, gast.FunctionDef):
                self.define(statement)
            elif is_lambda(statement) and self.counts[statement.targets[0].id] == 1:
                self.define(as_definition(statement.targets[0].id, statement.value))
            elif not self.is_alias(statement, new):
                new.append(self.unnamed(statement))
        return new or ([gast.Pass()] if block else [])

    def apart(self, statement: Statement) -> Block:
        """Return an assignment of a tuple with functions in it as one for each of those."""
        value = getattr(statement, "value", None)
        if not isinstance(statement, gast.Assign) or not isinstance(value, gast.Tuple):
            return [statement]
        targets = getattr(statement.targets[0], "elts", ())
        if len(statement.targets) > 1 or len(targets) != len(value.elts):
            return [statement]
        pairs = list(zip(targets, value.elts, strict=True))
        own = [p for p in pairs if isinstance(p[1], gast.Lambda) or self.is_function(p[1])]
        if not own or not all(is_name(target) for target, _ in own):
            return [statement]
        rest = [pair for pair in pairs if pair not in own]
        left = gast.Tuple([target for target, _ in rest], gast.Store())
        right = gast.Tuple([part for _, part in rest], gast.Load())
        others = [gast.Assign([left], right, None)] if rest else []
        made = [gast.Assign([target], part, None) for target, part in own]
        return [locate(new, statement) for new in (*made, *others)]

    def define(self, node: gast.FunctionDef) -> None:
        """Enter a definition."""
        if self.counts[node.name] > 1:
            raise UnsupportedSyntax(
                f"`{node.name}` is bound twice, once to a function", node, "use two names"
            )
        for decorator in node.decorator_list:
            made = decorator.func if isinstance(decorator, gast.Call) else decorator
            if self.lookup(made) in CACHES:
                check_remembered(node, self.tree)
            elif self.lookup(made) not in (njit, jit):
                raise UnsupportedSyntax(
                    "a decorator of a function inside a function is not supported",
                    decorator,
                    "leave it out",
                )
        self.found[node.name] = Inner(node)

    def is_alias(self, statement: Statement, before: Block) -> bool:
        """Enter another name of a function, with its first arguments if it has some.

        Return whether that is what the statement was; `before` gets the arguments.
        """
        target = whole_target(statement)
        if not target or self.counts[target] != 1:
            return False
        value, given = statement.value, []
        if isinstance(value, gast.Call) and self.lookup(value.func) is partial:
            if not value.args or value.keywords:
                return False
            value, *given = value.args
        if not self.is_function(value) or has_star(given):
            return False
        captured = []
        for argument in given:
            kept = self.naming.part(target, "bound")
            before.append(assign(kept, self.unnamed(argument), statement))
            captured.append(kept)
        self.found[target] = Inner(None, value, tuple(captured))
        return True

    def is_function(self, value: Expression) -> bool:
        """Return True if an expression is the name of a function."""
        if is_name(value) and value.id in self.found:
            return True
        return callable(self.lookup(value))

    def lookup(self, value: Expression) -> Any:
        """Return what a name stands for, with its attributes, or None if it is local."""
        is_local = dotted(value).split(".")[0] in self.local
        return None if is_local else value_of(value, self.namespace)

    def unnamed(self, node: gast.AST) -> gast.AST:
        """Return a tree with names instead of lambdas."""
        if isinstance(node, gast.Lambda):
            title = self.naming.whole(LAMBDA)
            self.found[title] = Inner(as_definition(title, node))
            return locate(name(title), node)
        if isinstance(node, gast.FunctionDef) or not node._fields:
            return node
        return mapped(node, self.unnamed)


def own_nodes(tree: gast.AST) -> list[gast.AST]:
    """Return the nodes of a function, those of functions inside left out."""
    found: list[gast.AST] = []
    pending = list(tree.body)
    while pending:
        node = pending.pop()
        found.append(node)
        if not isinstance(node, (gast.FunctionDef, gast.Lambda)):
            pending.extend(gast.iter_child_nodes(node))
    return found


def is_name(node: gast.AST) -> bool:
    """Return True if a node is a name."""
    return isinstance(node, gast.Name)


def is_lambda(statement: Statement) -> bool:
    """Return True if a statement gives a lambda a name."""
    return (
        isinstance(statement, gast.Assign)
        and len(statement.targets) == 1
        and is_name(statement.targets[0])
        and isinstance(statement.value, gast.Lambda)
    )


def as_definition(title: str, node: gast.Lambda) -> gast.FunctionDef:
    """Return a lambda as a definition."""
    answer = gast.copy_location(gast.Return(node.body), node.body)
    made = gast.FunctionDef(title, node.args, [answer], [], None, None, [])
    return gast.copy_location(made, node)
