"""A function with a rule of the user as one that calls it: the rule tells its derivative."""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.front.parse import Made, Source, signature, source_of
from srcdiff.rules.registry import rule_of_user
from srcdiff.syntax import SEPARATOR, call, locate, name, parameters, with_body


def by_rule(function: Any) -> Any:
    """Return a function that only calls the given one, if that has a rule; else the given one.

    >>> from srcdiff import derivative
    >>> from srcdiff.syntax import unparse
    >>> def double(x): return 2.0 * x
    >>> by_rule(double) is double
    True
    >>> @derivative(double)
    ... def rule(g: float, y: float, x: float) -> float: return 2.0 * g
    >>> print(unparse(by_rule(double).source.tree))
    def double(x):
        return double·(x)
    """
    source = source_of(function) if rule_of_user(function) is not None else None
    if source is None or source.tree.args.vararg:
        return function
    title = f"{source.tree.name}{SEPARATOR}"
    made = locate(call(title, *map(name, parameters(source.tree))), source.tree)
    made.keywords = [gast.keyword(a.id, name(a.id)) for a in source.tree.args.kwonlyargs]
    body = [locate(gast.Return(made), source.tree)]
    namespace = {**source.namespace, title: function}
    tree = with_body(source.tree, body)
    return Made(Source(None, tree, namespace, source.origin, source.tree), signature(function))
