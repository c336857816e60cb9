"""Choose among functions by numbers: what a name stands for is known at each call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.functions.function_loops import functions_of
from srcdiff.syntax import (
    Expression,
    assign,
    callee_of,
    choices,
    clone,
    constant,
    dotted,
    key,
    locate,
    name,
    rebuild,
    walk,
)

Choices = dict[str, list[Expression]]  # the functions that a name may stand for


def function_choices(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function with numbers for names that stand for several functions.

    That are names of functions only, which are called and nothing else.

    >>> from srcdiff.syntax import function, unparse
    >>> import math
    >>> print(unparse(function_choices(function('''
    ... def f(x):
    ...     g = math.sin if x > 0.0 else math.cos
    ...     if x > 2.0:
    ...         g = math.exp
    ...     return g(x)
    ... '''), {"math": math})))
    def f(x):
        g·which = 0 if x > 0.0 else 1
        if x > 2.0:
            g·which = 2
        return math.sin(x) if g·which == 0 else math.cos(x) if g·which == 1 else math.exp(x)
    """
    choices = chosen(tree, namespace)
    if not choices:
        return tree
    naming = Naming(tree)
    numbers = {title: naming.part(title, "which") for title in choices}

    def number(title: str, value: Expression) -> Expression:
        if isinstance(value, gast.IfExp):
            parts = number(title, value.body), number(title, value.orelse)
            return gast.IfExp(change(value.test), *parts)
        position = [key(known) for known in choices[title]].index(key(value))
        return constant(position)

    def call(node: gast.Call, title: str) -> Expression:
        rest = [change(part) for part in node.args]
        words = [change(word) for word in node.keywords]
        found: Expression | None = None
        for position, function in reversed(list(enumerate(choices[title]))):
            made = gast.Call(clone(function), list(map(clone, rest)), list(map(clone, words)))
            test = gast.Compare(name(numbers[title]), [gast.Eq()], [constant(position)])
            found = made if found is None else gast.IfExp(test, made, found)
        return locate(found, node)

    def change(node: Any) -> Any:
        if is_binding(node) and node.targets[0].id in choices:
            title = node.targets[0].id
            return assign(numbers[title], number(title, node.value), node)
        if callee_of(node) in choices:
            return call(node, dotted(node.func))
        return rebuild(node, change)

    return change(tree)


def chosen(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> Choices:
    """Return the names that stand for several functions, and these."""
    is_function = functions_of(tree, namespace)
    found: Choices = {}
    bindings = filter(is_binding, walk(tree))
    if not any(is_function(value) for node in bindings for value in choices(node.value)):
        return {}
    for node in walk(tree):
        if is_binding(node):
            known = found.setdefault(node.targets[0].id, [])
            values = choices(node.value)
            if not all(map(is_function, values)):
                known.append(node.value)  # marks the name as one of other values
            known += [v for v in values if key(v) not in {key(k) for k in known}]
    found = {t: known for t, known in found.items() if all(map(is_function, known))}
    several = {title: known for title, known in found.items() if len(known) > 1}
    called = [n.func for n in walk(tree) if isinstance(n, gast.Call)]
    bound = [n.targets[0] for n in walk(tree) if is_binding(n)]
    plain = {id(node) for node in (*called, *bound)}
    for node in walk(tree):
        if isinstance(node, gast.Name) and node.id in several and id(node) not in plain:
            del several[node.id]
    return several


def is_binding(node: gast.AST) -> bool:
    """Return True if a statement gives one name a value."""
    return (
        isinstance(node, gast.Assign)
        and len(node.targets) == 1
        and isinstance(node.targets[0], gast.Name)
    )
