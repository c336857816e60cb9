"""Write `p._replace(x=1.0)` of named tuples as a call of their class."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.containers.containers import is_class
from srcdiff.normalise.functions.lookup import value_of
from srcdiff.syntax import (
    Expression,
    all_names,
    bottom_up,
    clone,
    constant,
    dotted,
    locate,
    name,
    tuple_of,
    walk,
    writes,
)

Classes = dict[str, tuple[Any, Expression]]  # of variables: the class, and how it is written


@needs("._replace", "._fields")
def replaced_fields(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function with calls of classes for `_replace`, and names of fields for `_fields`.

    >>> from collections import namedtuple
    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(replaced_fields(function('''
    ... def f(x):
    ...     p = Point(x, 1.0)
    ...     q = p._replace(y=p.x * 2.0)
    ...     return q._replace(x=q.y)
    ... '''), {"Point": namedtuple("Point", "x y")})))
    def f(x):
        p = Point(x, 1.0)
        q = Point(p.x, p.x * 2.0)
        return Point(q.y, q.y)
    """
    if not any(is_about_fields(node) for node in walk(tree)):
        return tree
    classes = classes_of(tree, namespace)

    def change(node: gast.AST) -> gast.AST:
        owner = replaced(node)
        if owner in classes:
            made = with_fields(node, *classes[owner])
            return node if made is None else locate(made, node)
        if isinstance(node, gast.Attribute) and node.attr == "_fields":
            known = classes.get(dotted(node.value))
            if known is not None:
                return locate(tuple_of(list(map(constant, known[0]._fields))), node)
        return node

    return bottom_up(tree, change)


def is_about_fields(node: gast.AST) -> bool:
    """Return True if an expression asks for the fields of a named tuple, or replaces some."""
    return isinstance(node, gast.Attribute) and node.attr in ("_replace", "_fields")


def classes_of(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> Classes:
    """Return the variables that are named tuples of one class wherever they are bound."""
    local = {*all_names(tree.args), *writes(tree.body)}
    values: dict[str, list[Expression]] = {}
    for node in walk(tree):
        if isinstance(node, gast.Assign) and all(isinstance(t, gast.Name) for t in node.targets):
            for target in node.targets:
                values.setdefault(target.id, []).append(node.value)
        elif isinstance(node, gast.Name) and not isinstance(node.ctx, gast.Load):
            values.setdefault(node.id, [])
    bound: dict[str, int] = {}
    for node in walk(tree):
        if isinstance(node, gast.Name) and not isinstance(node.ctx, gast.Load):
            bound[node.id] = bound.get(node.id, 0) + 1
    values = {t: found for t, found in values.items() if bound.get(t) == len(found)}
    known: Classes = {}

    def class_of(value: Expression) -> tuple[Any, Expression] | None:
        if isinstance(value, gast.Call) and dotted(value.func).split(".")[0] not in local:
            found = value_of(value.func, namespace)
            return (found, value.func) if is_class(found) else None
        return known.get(replaced(value) or dotted(value))

    while True:
        before = len(known)
        for title, found in values.items():
            kinds = [class_of(value) for value in found if not is_same(value, title)]
            first = kinds[0] if kinds else None
            if first is not None and all(k is not None and k[0] is first[0] for k in kinds):
                known[title] = first
        if len(known) == before:
            return known


def is_same(value: Expression, title: str) -> bool:
    """Return True if a value has the class of a variable whatever that is."""
    return (replaced(value) or dotted(value)) == title


def replaced(node: gast.AST) -> str:
    """Return the variable of which an expression replaces fields, "" for other expressions."""
    is_call = isinstance(node, gast.Call) and isinstance(node.func, gast.Attribute)
    is_wanted = is_call and node.func.attr == "_replace" and not node.args
    return dotted(node.func.value) if is_wanted else ""


def with_fields(node: gast.Call, cls: Any, written: Expression) -> Expression | None:
    """Return a call of a class with the fields that are replaced, and those that are not.

    None where fields are not known, or where the order in which values are computed may matter.
    """
    words = {word.arg: word.value for word in node.keywords}
    called = [v for v in words.values() if any(isinstance(n, gast.Call) for n in walk(v))]
    if not words.keys() <= set(cls._fields) or len(called) > 1:
        return None
    owner = dotted(node.func.value)
    fields = [
        words.get(field, gast.Attribute(name(owner), field, gast.Load())) for field in cls._fields
    ]
    return gast.Call(clone(written), fields, [])
