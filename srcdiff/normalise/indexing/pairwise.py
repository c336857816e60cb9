"""Write `itertools.pairwise(x)` as `zip(x[:-1], x[1:])`."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.core.needs import needs_one_of
from srcdiff.normalise.functions.lookup import value_of
from srcdiff.syntax import bottom_up, call, clone, constant, locate


@needs_one_of(itertools.pairwise)
def pairwise_to_slices(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function with slices for the pairs of neighbours in what has a name.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(pairwise_to_slices(function('''
    ... def f(x):
    ...     return sum(b - a for a, b in pairwise(x))
    ... '''), {"pairwise": itertools.pairwise})))
    def f(x):
        return sum((b - a for a, b in zip(x[:-1], x[1:])))
    """

    if namespace.get("zip", zip) is not zip:
        return tree

    def change(node: gast.AST) -> gast.AST:
        match node:
            case gast.Call(func=callee, args=[gast.Name() as whole], keywords=[]):
                if value_of(callee, namespace) is itertools.pairwise:
                    lower, upper = gast.Slice(constant(1), None, None), constant(-1)
                    first = gast.Subscript(whole, gast.Slice(None, upper, None), gast.Load())
                    second = gast.Subscript(clone(whole), lower, gast.Load())
                    return locate(call("zip", first, second), node)
        return node

    return bottom_up(tree, change)
