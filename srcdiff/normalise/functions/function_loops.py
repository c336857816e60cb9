"""Write out loops over functions: one name of a function stands for one function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.control_flow.loops.written_loops import loops_written_out
from srcdiff.normalise.functions.lookup import value_of
from srcdiff.normalise.functions.scopes import bound_names
from srcdiff.syntax import Expression, all_names, dotted, walk


@needs(gast.Tuple, gast.List)
@needs(gast.For)
def function_loops(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function with loops over functions that are written out.

    >>> from srcdiff.syntax import function, unparse
    >>> import math
    >>> print(unparse(function_loops(function('''
    ... def f(x):
    ...     s = 0.0
    ...     for g, w in ((math.sin, 0.5), (lambda u: u * x, 2.0)):
    ...         s += w * g(x)
    ...     return s
    ... '''), {"math": math})))
    def f(x):
        s = 0.0
        w = 0.5
        s += w * math.sin(x)
        w = 2.0
        s += w * (lambda u: u * x)(x)
        return s
    """
    return loops_written_out(tree, functions_of(tree, namespace))


def functions_of(
    tree: gast.FunctionDef, namespace: Mapping[str, Any]
) -> Callable[[Expression], bool]:
    """Return what returns True if an expression in a function is a function, or the name of one."""
    local = bound_names(tree.body) | all_names(tree.args)
    own = {n.name for n in walk(tree) if isinstance(n, gast.FunctionDef)} - {tree.name}

    def is_function(value: Expression) -> bool:
        first, *rest = dotted(value).split(".")
        if isinstance(value, gast.Lambda) or (first in own and not rest):
            return True
        return first not in local and callable(value_of(value, namespace))

    return is_function
