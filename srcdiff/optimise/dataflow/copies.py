"""Leave out copies of arrays that arithmetic reads at once: its result is a new array anyway."""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.optimise.arithmetic.by_element import is_by_element, leaves_of
from srcdiff.syntax import Expression, callee_of, dotted, mapped, walk

FITS = {"runtime.fit", "runtime.fit_shape"}  # may give their first argument back


def copies(tree: gast.FunctionDef, is_in_rows: Callable[[str], bool]) -> gast.FunctionDef:
    """Return the function without copies that are operands of arithmetic.

    `is_in_rows` tells of which arrays a copy has the elements in the same order in memory: that of
    the result depends on it.

    >>> from srcdiff.syntax import function, unparse
    >>> text = "def f(x, k):\\n  y = k * x.copy()\\n  z = x[1:].copy()\\n  z += 2 * x[1:].copy()"
    >>> print(unparse(copies(function(text), lambda name: True)))
    def f(x, k):
        y = k * x
        z = x[1:].copy()
        z += 2 * x[1:]
    """

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.BinOp) and is_by_element(node):
            leaves = {id(leaf) for leaf in leaves_of(node)}
            node = mapped(node, lambda part: operand(part, leaves))
        return mapped(node, change)

    def operand(node: gast.AST, leaves: set[int]) -> gast.AST:
        if id(node) not in leaves:
            return mapped(node, lambda part: operand(part, leaves))
        if callee_of(node) in FITS:
            return mapped(node, lambda part: original(part) if part is node.args[0] else part)
        return original(node)

    def original(node: Expression) -> Expression:
        is_method = isinstance(node, gast.Call) and isinstance(node.func, gast.Attribute)
        if not is_method or node.func.attr != "copy" or node.args or node.keywords:
            return node
        whole = node.func.value
        array = dotted(whole.value if isinstance(whole, gast.Subscript) else whole)
        return whole if array and is_in_rows(array) else node

    if not any(isinstance(node, gast.Attribute) and node.attr == "copy" for node in walk(tree)):
        return tree
    return mapped(tree, change)
