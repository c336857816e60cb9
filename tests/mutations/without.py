"""Programs without the statement that has raised an exception."""

from __future__ import annotations

import ast
import copy
from typing import Any

from .plain import where


def without_statement(text: str, error: Exception) -> list[str]:
    r"""Return programs without what has raised an error, none if it must stand.

    A simple statement is left out; an `if` whose condition has raised gives two programs, one
    for each branch, and a `while` one without the loop. What is never written to is 0 in them.

    >>> text = "def f(x):\n    if x[9]:\n        y = 1\n    return x[0]\n"
    >>> try:
    ...     space = {}
    ...     exec(compile(text, "<mutant>", "exec"), space)
    ...     space["f"]([1.0])
    ... except IndexError as found:
    ...     print(*without_statement(text, found), sep="\n")
    def f(x):
        if True:
            y = 1
        return x[0]
    def f(x):
        if False:
            y = 1
        return x[0]
    """
    lines = where(error)
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if lines and isinstance(node, ast.stmt) and node.lineno == lines[-1][1]:
            if isinstance(node, ast.If):
                return [replaced(tree, node.test, ast.Constant(word)) for word in (True, False)]
            if isinstance(node, (ast.Assign, ast.AugAssign, ast.Expr, ast.While)):
                return [replaced(tree, node, ast.Pass())]
    return []


def replaced(tree: ast.Module, old: ast.AST, new: ast.AST) -> str:
    """Return the text of a program with another node in place of one, and zeros for `empty`."""

    class Replace(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> Any:
            return new if node is old else self.generic_visit(node)

    text = ast.unparse(
        ast.fix_missing_locations(Replace().visit(copy.deepcopy(tree, {id(old): old})))
    )
    return text.replace("np.empty", "np.zeros")
