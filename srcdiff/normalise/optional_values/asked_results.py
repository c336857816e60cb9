"""Give results that may be None a name where a condition asks for that: `f(x) is None`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.core.needs import OWN_FUNCTIONS, needs
from srcdiff.normalise.control_flow.naming import Naming, twice
from srcdiff.normalise.optional_values.nullability import may_be_none
from srcdiff.syntax import Expression, has_operator, rebuild

EQUALITY = (gast.Is, gast.IsNot, gast.Eq, gast.NotEq)


@needs(OWN_FUNCTIONS)
def asked_results(tree: gast.FunctionDef, functions: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function with names for results of which a condition asks whether they are None.

    `functions` are those that it calls.

    >>> from srcdiff.syntax import function, unparse
    >>> def root(x):
    ...     return None if x < 0.0 else x ** 0.5
    >>> tree = function("def f(x): return x if x > 9 or root(x) is None else 2.0 * root(x)")
    >>> print(unparse(asked_results(tree, {"root": root})))
    def f(x):
        return x if x > 9 or (root·value := root(x)) is None else 2.0 * root(x)
    """
    naming = Naming(tree)

    def named(node: Expression) -> Expression:
        is_call = isinstance(node, gast.Call) and may_be_none(node, set(), functions)
        return twice(node, naming)[0] if is_call else node

    def change(node: gast.AST) -> gast.AST:
        node = rebuild(node, change)
        if isinstance(node, gast.Compare) and isinstance(node.ops[0], EQUALITY):
            node.left = named(node.left)
            if len(node.ops) == 1:
                node.comparators = [named(node.comparators[0])]
        elif isinstance(node, (gast.If, gast.While, gast.IfExp)):
            node.test = named(node.test)
        elif has_operator(node, gast.Not):
            node.operand = named(node.operand)
        return node

    return change(tree)
