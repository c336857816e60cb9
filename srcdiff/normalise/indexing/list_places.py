"""Lists of integers as subscripts of arrays."""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.core.needs import needs
from srcdiff.syntax import call, dotted, locate, names_in, rebuild, walk


@needs(gast.List, gast.ListComp, "list")
def list_places(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with arrays for lists of integers that subscripts name.

    These are lists of which nothing but literals and comprehensions is known.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(list_places(function('''
    ... def f(a, n):
    ...     i = [0, n]
    ...     i.append(n + 1)
    ...     return a[i] + a[:, i][n]
    ... '''))))
    def f(a, n):
        i = [0, n]
        i.append(n + 1)
        return a[np.array(i)] + a[:, np.array(i)][n]
    """
    lists = lists_in(tree)
    if not lists:
        return tree

    def index(node: Any) -> Any:
        if isinstance(node, gast.Name) and node.id in lists:
            return locate(call("np.array", node), node)
        if isinstance(node, gast.Tuple):
            return gast.copy_location(gast.Tuple(list(map(index, node.elts)), node.ctx), node)
        return node

    def change(node: gast.AST) -> gast.AST:
        node = rebuild(node, change) if node._fields else node
        if isinstance(node, gast.Subscript):
            return gast.copy_location(gast.Subscript(node.value, index(node.slice), node.ctx), node)
        return node

    return change(tree)


def lists_in(tree: gast.FunctionDef) -> set[str]:
    """Return the names that are bound to lists only, and are no parameters."""
    lists: set[str] = set()
    others: set[str] = {a.id for a in tree.args.args}
    counted: set[int] = set()
    for node in walk(tree):
        if isinstance(node, gast.Assign) and len(node.targets) == 1:
            (target,) = node.targets
            if isinstance(target, gast.Name) and makes_list(node.value):
                lists.add(target.id)
                counted.add(id(target))
    for node in walk(tree):
        if isinstance(node, gast.Name) and not isinstance(node.ctx, gast.Load):
            others |= {node.id} if id(node) not in counted else set()
        elif isinstance(node, (gast.FunctionDef, gast.Lambda)) and node is not tree:
            others |= set().union(*names_in(node))
    return lists - others


def makes_list(value: Any) -> bool:
    """Return True if an expression is a list of numbers, as it seems."""
    if isinstance(value, gast.List):
        return not any(isinstance(part, (gast.List, gast.Tuple)) for part in value.elts)
    if isinstance(value, gast.ListComp):
        return not isinstance(value.elt, (gast.List, gast.Tuple, gast.ListComp))
    return isinstance(value, gast.Call) and dotted(value.func) == "list"
