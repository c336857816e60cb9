"""Make functions inside a function functions of their own: lambda lifting (Johnsson 1985)."""

from __future__ import annotations

import ast
import copy
import inspect
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.front.parse import Made, Source
from srcdiff.normalise.functions.inner import Inner, collect
from srcdiff.normalise.functions.lookup import value_of
from srcdiff.normalise.functions.scopes import FUNCTIONS, free_names, own_names
from srcdiff.syntax import (
    SEPARATOR,
    Expression,
    clone,
    dotted,
    locate,
    members,
    name,
    rebuild,
    walk_statements,
    with_body,
)
from srcdiff.syntax.contents import contents

PARTIAL = f"functools{SEPARATOR}partial"
Use = tuple[Expression, tuple[str, ...]]  # what is called, and its first arguments


def lift(source: Source) -> Source:
    """Return a function without functions inside.

    What they read of the variables around them becomes their first arguments: the value
    at the time of the call, as in Python.

    >>> from srcdiff.front.parse import source_of
    >>> from srcdiff.syntax import unparse
    >>> def f(x, k):
    ...     def scaled(y):
    ...         return k * y
    ...     return scaled(x) + g(lambda y: y + x)
    >>> lifted = lift(source_of(f))
    >>> print(unparse(lifted.tree))
    def f(x, k):
        return scaled(k, x) + g(functools·partial(inner, x))
    >>> print(unparse(lifted.namespace["scaled"].source.tree))
    def scaled(k, y):
        return k * y
    """
    if not may_have_functions(source.tree, source.namespace):
        return source
    tree, found = collect(source.tree, source.namespace)
    if not found:
        return source
    needed = captures(tree, found)
    uses = {title: expanded(title, found, needed) for title in found}
    namespace: dict[str, Any] = {**source.namespace, PARTIAL: partial}
    for title, inner in found.items():
        if inner.node is not None:
            made = definition(inner.node, needed[title], uses)
            own = Source(None, made, namespace, source.origin, inner.node)
            namespace[title] = Made(own, signature(made, namespace))
    body = [rewritten(statement, uses, frozenset()) for statement in tree.body]
    return replace(source, tree=with_body(tree, body), namespace=namespace)


def may_have_functions(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> bool:
    """Return True if a function may define another one, or give one a name."""
    if not contents(tree).isdisjoint((gast.FunctionDef, gast.Lambda)):
        return True
    bound = [s.value for s in walk_statements(tree.body) if isinstance(s, gast.Assign)]
    parts = [part for value in bound for part in members(value)]
    called = [part.func for part in parts if isinstance(part, gast.Call)]
    if any(value_of(callee, namespace) is partial for callee in called):
        return True
    return any(callable(value_of(part, namespace)) for part in parts if dotted(part))


def captures(tree: gast.FunctionDef, found: Mapping[str, Inner]) -> dict[str, list[str]]:
    """Return the variables of the function around that each function inside needs."""
    local = own_names(tree)
    needed: dict[str, set[str]] = {}
    for title, inner in found.items():
        needed[title] = set(inner.captured)
        if inner.node is not None:
            needed[title] |= free_names(inner.node) & local
    while True:
        before = {title: len(names) for title, names in needed.items()}
        for title, inner in found.items():
            used = free_names(inner.node) if inner.node is not None else {dotted(inner.value)}
            own = own_names(inner.node) if inner.node is not None else set()
            for other in used & found.keys():
                needed[title] |= needed[other] - own
        if before == {title: len(names) for title, names in needed.items()}:
            return {title: sorted(names) for title, names in needed.items()}


def expanded(title: str, found: Mapping[str, Inner], needed: Mapping[str, list[str]]) -> Use:
    """Return what is called in the place of a function inside, and with which first arguments."""
    inner = found[title]
    if inner.node is not None:
        return name(title), tuple(needed[title])
    if dotted(inner.value) in found:
        value, first = expanded(dotted(inner.value), found, needed)
        return value, (*first, *inner.captured)
    return inner.value, inner.captured


def definition(
    node: gast.FunctionDef, captured: list[str], uses: Mapping[str, Use]
) -> gast.FunctionDef:
    """Return a function with what it captures as its first parameters."""
    first = [gast.copy_location(gast.Name(n, gast.Param(), None, None), node) for n in captured]
    arguments = copy.copy(node.args)
    if arguments.posonlyargs:
        arguments.posonlyargs = [*first, *arguments.posonlyargs]
    else:
        arguments.args = [*first, *arguments.args]
    hidden = frozenset(own_names(node))
    body = [rewritten(statement, uses, hidden) for statement in node.body]
    made = gast.FunctionDef(node.name, arguments, body, [], None, None, [])
    return gast.copy_location(made, node)


def rewritten(node: gast.AST, uses: Mapping[str, Use], hidden: frozenset[str]) -> gast.AST:
    """Return a tree that passes on what functions inside capture.

    `hidden` are names that mean something else here.
    """
    if isinstance(node, FUNCTIONS):
        hidden |= own_names(node)

    def change(part: gast.AST) -> gast.AST:
        return rewritten(part, uses, hidden)

    def use(part: gast.Name) -> Use:
        value, captured = uses[part.id]
        if hidden & set(captured):
            both = sorted(hidden & set(captured))[0]
            raise UnsupportedSyntax(
                f"`{part.id}` uses the variable `{both}` of the function around it, and there is "
                "another one here",
                part,
                "give one of them another name",
            )
        return value, captured

    def is_used(part: gast.AST) -> bool:
        known = isinstance(part, gast.Name) and isinstance(part.ctx, gast.Load)
        return known and part.id in uses and part.id not in hidden

    if isinstance(node, gast.Call) and is_used(node.func):
        value, captured = use(node.func)
        arguments = [locate(name(n), node.func) for n in captured]
        new = rebuild(node, lambda part: part if part is node.func else change(part))
        new.func = gast.copy_location(clone(value), node.func)
        new.args = [*arguments, *new.args]
        return new
    if is_used(node):
        value, captured = use(node)
        if not captured:
            return gast.copy_location(clone(value), node)
        arguments = [clone(value), *map(name, captured)]
        return locate(gast.Call(name(PARTIAL), arguments, []), node)
    return rebuild(node, change)


def signature(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> inspect.Signature:
    """Return the signature of a definition.

    Raises UnsupportedSyntax for a default value that is not constant.
    """
    own = tree.args
    plain = [*own.posonlyargs, *own.args]
    missing = [None] * (len(plain) - len(own.defaults))
    kind = inspect.Parameter
    slots: list[tuple[Any, Any, Any]] = [
        (p, kind.POSITIONAL_ONLY if p in own.posonlyargs else kind.POSITIONAL_OR_KEYWORD, default)
        for p, default in zip(plain, [*missing, *own.defaults], strict=True)
    ]
    if own.vararg is not None:
        slots.append((own.vararg, kind.VAR_POSITIONAL, None))
    slots += [
        (p, kind.KEYWORD_ONLY, default)
        for p, default in zip(own.kwonlyargs, own.kw_defaults, strict=True)
    ]
    if own.kwarg is not None:
        slots.append((own.kwarg, kind.VAR_KEYWORD, None))
    return inspect.Signature(
        [kind(p.id, way, default=default_value(default, namespace)) for p, way, default in slots]
    )


def default_value(node: Expression | None, namespace: Mapping[str, Any]) -> Any:
    """Return the value of a default that is a constant, or the name of one."""
    if node is None:
        return inspect.Parameter.empty
    try:
        return ast.literal_eval(gast.gast_to_ast(node))
    except ValueError:
        pass
    if isinstance(node, gast.Name) and node.id in namespace:
        return namespace[node.id]
    raise UnsupportedSyntax(
        "a default value of a function inside a function is not a constant",
        node,
        "call the function in a loop, or leave the default out if its variable stays as it is",
    )
