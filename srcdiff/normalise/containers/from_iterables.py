"""Write np.fromiter as arrays of lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.core.needs import needs
from srcdiff.library.sequences import first_of
from srcdiff.normalise.functions.of_library import of_library
from srcdiff.syntax import Expression, bottom_up, call, callee_of, has_star, locate, number, path


@needs("np.fromiter")
def from_iterables(
    tree: gast.FunctionDef, functions: Mapping[str, Any]
) -> tuple[gast.FunctionDef, dict[str, Any]]:
    """Return the function, and those it calls, without np.fromiter.

    >>> from srcdiff.syntax import function, unparse
    >>> new, known = from_iterables(function('''
    ... def f(x, n):
    ...     a = np.fromiter((e * e for e in x), float)
    ...     return a + np.fromiter((e for e in x), dtype=float, count=n)
    ... '''), {})
    >>> print(unparse(new))
    def f(x, n):
        a = np.array([e * e for e in x], dtype=float)
        return a + first_of(np.array([e for e in x], dtype=float), n)
    """
    known = dict(functions)

    def change(node: gast.AST) -> gast.AST:
        if callee_of(node) != "np.fromiter" or has_star(node.args):
            return node
        words = {word.arg: word.value for word in node.keywords}
        given = {**dict(zip(("iter", "dtype", "count"), node.args, strict=False)), **words}
        if not {"iter", "dtype"} <= given.keys() <= {"iter", "dtype", "count"}:
            return node
        kind = gast.keyword("dtype", given["dtype"])
        made: Expression = gast.Call(path("np.array"), [as_list(given["iter"])], [kind])
        count = given.get("count")
        if count is not None and number(count) != -1:
            made = of_library(first_of, known, made, count)
        return locate(made, node)

    return bottom_up(tree, change), known


def as_list(tree: Expression) -> Expression:
    """Return the values of something as a list, if it is not one of what arrays are made of."""
    if isinstance(tree, gast.GeneratorExp):
        return gast.copy_location(gast.ListComp(tree.elt, tree.generators), tree)
    return call("list", tree) if isinstance(tree, gast.Call) else tree
