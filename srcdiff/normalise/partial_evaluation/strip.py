"""Leave out what has no meaning for a derivative: docstring, annotations, `del`, `pass`."""

from __future__ import annotations

from collections.abc import Iterable

import gast

from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Statement,
    all_parameters,
    each_statement,
    rename,
    writes,
)


def strip(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function without decorators, docstring, annotations, `del` and `pass`.

    All parameters can be passed by position.


    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(strip(function('''
    ... def f(x: float, *, k=2) -> float:
    ...     "Square."
    ...     y: float = x * x
    ...     pass
    ...     del x
    ...     return y
    ... '''))))
    def f(x, k):
        y = x * x
        return y
    """
    own = [plain(argument) for argument in all_parameters(tree)]
    arguments = gast.arguments(own, [], None, [], [], None, [])  # without defaults: calls give all
    body = each_statement(tree, stripped).body
    return gast.copy_location(
        gast.FunctionDef(tree.name, arguments, body, [], None, None, []), tree
    )


def unhide(tree: gast.FunctionDef, reserved: Iterable[str]) -> gast.FunctionDef:
    """Return the function without variables that hide modules or functions of Python.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(unhide(function("def f(np, max): return np + max"), {"np"})))
    def f(np·1, max):
        return np·1 + max
    """
    local = writes(tree.body) | {argument.id for argument in tree.args.args}
    hiding = local.intersection(reserved)
    return rename(tree, {n: f"{n}{SEPARATOR}1" for n in hiding}) if hiding else tree


def plain(argument: gast.AST) -> gast.AST:
    """Return a parameter without its annotation."""
    return gast.copy_location(gast.Name(argument.id, gast.Param(), None, None), argument)


def stripped(statement: Statement) -> Block:
    """Return what is left of a statement."""
    if isinstance(statement, gast.AnnAssign) and statement.value is not None:
        assign = gast.Assign([statement.target], statement.value, None)
        return [gast.copy_location(assign, statement)]
    return [] if isinstance(statement, gast.AnnAssign) or is_idle(statement) else [statement]


def is_idle(statement: Statement) -> bool:
    """Return True if a statement does nothing that matters here."""
    if isinstance(statement, gast.Delete):
        return all(isinstance(target, gast.Name) for target in statement.targets)
    text = isinstance(statement, gast.Expr) and isinstance(statement.value, gast.Constant)
    return text or isinstance(statement, gast.Pass)
