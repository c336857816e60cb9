"""Evaluate the defaults of functions inside where these are defined, as Python does."""

from __future__ import annotations

import ast
from typing import Any

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    each_statement,
    evaluated_at_times,
    name,
    rebuild,
    rename,
    targets,
    walk,
    with_own_expressions,
    writes,
)

FUNCTIONS = (gast.FunctionDef, gast.Lambda)


@needs(*FUNCTIONS)
def inner_defaults(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with variables for defaults of functions inside that are not constant.

    A parameter that some call passes keeps its default, and so do functions in comprehensions and
    in other expressions that may have variables of their own.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(inner_defaults(function('''
    ... def f(x, n):
    ...     s = 0.0
    ...     for k in range(n):
    ...         g = lambda u, c=k: u * c
    ...         s = s + g(x)
    ...     return s
    ... '''))))
    def f(x, n):
        s = 0.0
        for k in range(n):
            g·c = k
            g = lambda u: u * g·c
            s = s + g(x)
        return s
    """
    inner = [node for node in walk(tree) if isinstance(node, FUNCTIONS) and node is not tree]
    if not any(default_of(node) for node in inner):
        return tree
    naming, local = Naming(tree), writes(tree.body) | {p.id for p in tree.args.args}

    def change(statement: Statement) -> Block:
        before: Block = []
        title = getattr(statement, "name", "") or next(iter(targets(statement)), "function")

        at_times = evaluated_at_times(statement)

        def without(node: Any) -> Any:
            if not isinstance(node, FUNCTIONS) or id(node) in at_times:
                return node
            for parameter, default in default_of(node):
                if reads_local(default, local) and not is_passed(parameter, node, title, tree):
                    held = naming.part(title, parameter)
                    before.append(assign(held, default, statement))
                    node = without_parameter(node, parameter, held)
            return node

        whole = isinstance(statement, gast.FunctionDef)
        new = without(statement) if whole else with_own_expressions(statement, without)
        return [*before, new]

    return each_statement(tree, change)


def default_of(node: Any) -> list[tuple[str, Expression]]:
    """Return the parameters of a function that have a default which is no constant, with these."""
    plain = node.args.args[len(node.args.args) - len(node.args.defaults) :]
    pairs = [*zip(plain, node.args.defaults, strict=True)]
    pairs += zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
    return [(p.id, default) for p, default in pairs if default is not None and varies(default)]


def varies(default: Expression) -> bool:
    """Return True if a default is not written out."""
    try:
        ast.literal_eval(gast.gast_to_ast(default))
    except ValueError:
        return True
    return False


def reads_local(default: Expression, local: set[str]) -> bool:
    """Return True if a default depends on variables of the function around."""
    return any(isinstance(node, gast.Name) and node.id in local for node in walk(default))


def is_passed(parameter: str, node: Any, title: str, tree: gast.FunctionDef) -> bool:
    """Return True if some call gives a parameter another value than its default."""
    order = [p.id for p in node.args.args]
    place = order.index(parameter) if parameter in order else len(order)
    for call in walk(tree):
        if isinstance(call, gast.Call) and getattr(call.func, "id", "") == title:
            words = {word.arg for word in call.keywords}
            starred = any(isinstance(part, gast.Starred) for part in call.args)
            if len(call.args) > place or words & {parameter, None} or starred:
                return True
    return False


def without_parameter(node: Any, parameter: str, held: str) -> Any:
    """Return a function that reads a variable around it where it has read a parameter."""
    new = rebuild(node, lambda part: part)
    new.args = rebuild(node.args, lambda part: part)
    own = new.args
    first = len(own.args) - len(own.defaults)
    kept = [
        (p, own.defaults[k - first] if k >= first else None)
        for k, p in enumerate(own.args)
        if p.id != parameter
    ]
    own.args = [p for p, _ in kept]
    own.defaults = [default for _, default in kept if default is not None]
    words = zip(own.kwonlyargs, own.kw_defaults, strict=True)
    others = [(p, default) for p, default in words if p.id != parameter]
    own.kwonlyargs, own.kw_defaults = [p for p, _ in others], [d for _, d in others]
    if isinstance(new, gast.Lambda):
        new.body = rename(new.body, {parameter: held})
    else:
        new.body = [assign(parameter, name(held), node), *new.body]
    return new
