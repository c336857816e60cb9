"""Leave out what has no meaning for a derivative: docstring, annotations, `del`, `pass`."""

from __future__ import annotations

from collections.abc import Iterable

import gast

from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Statement,
    all_parameters,
    locate,
    map_blocks,
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
    arguments = gast.arguments(
        [plain(argument) for argument in all_parameters(tree)],
        [],
        None,
        [],
        [],
        None,
        [],  # defaults have been applied when a function is called
    )
    body = map_blocks(tree.body, strip_block)
    stripped = gast.FunctionDef(tree.name, arguments, body, [], None, None, [])
    return gast.copy_location(stripped, tree)


def unhide(tree: gast.FunctionDef, reserved: Iterable[str]) -> gast.FunctionDef:
    """Return the function without variables that hide modules or functions of Python.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(unhide(function("def f(np, max): return np + max"), {"np"})))
    def f(np·1, max):
        return np·1 + max
    """
    local = writes(tree.body) | {argument.id for argument in tree.args.args}
    renamed: gast.FunctionDef = rename(tree, {n: f"{n}{SEPARATOR}1" for n in local & set(reserved)})
    return renamed


def plain(argument: gast.AST) -> gast.AST:
    """Return a parameter without its annotation."""
    return gast.copy_location(gast.Name(argument.id, gast.Param(), None, None), argument)


def strip_block(block: Block) -> Block:
    """Strip the statements of a block; one `pass` stays where nothing else does."""
    new: Block = []
    for statement in block:
        if isinstance(statement, gast.AnnAssign):
            if statement.value is None:
                continue
            assign = gast.Assign([statement.target], statement.value, None)
            statement = gast.copy_location(assign, statement)
        if not is_idle(statement):
            new.append(statement)
    return new or [locate(gast.Pass(), s) for s in block[:1]]


def is_idle(statement: Statement) -> bool:
    """Return True if a statement does nothing that matters here."""
    if isinstance(statement, gast.Delete):
        return all(isinstance(target, gast.Name) for target in statement.targets)
    text = isinstance(statement, gast.Expr) and isinstance(statement.value, gast.Constant)
    return text or isinstance(statement, gast.Pass)
