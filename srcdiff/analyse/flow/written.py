"""What the names and statements of a core form are in the text of the author."""

from __future__ import annotations

import gast

from srcdiff.core import Core
from srcdiff.syntax import Expression, Statement, base, is_part, parameters, writes


def quoted(core: Core, node: gast.AST) -> str:
    """Return a part of a core form as its author wrote it, in the quotes of code."""
    found = core.origin.text(node)
    return f"`{found}`" if found else "this"


def value_of(statement: Statement) -> Expression:
    """Return what a statement of a core form computes, for a message about it."""
    value = getattr(statement, "value", None)
    return value if isinstance(value, gast.AST) and hasattr(value, "lineno") else statement


def subject(core: Core, name: str, statement: Statement) -> str:
    """Return how the author calls what a statement binds: a variable, or an expression."""
    if is_result(name):
        return f"the result of `{core.tree.name}`"
    if not is_part(name) and base(name) in variables(core):
        return f"`{base(name)}`"
    return quoted(core, value_of(statement))


def binding(core: Core, name: str, statement: Statement) -> gast.AST:
    """Return where the author binds a variable that a statement of a core form copies.

    Copies where paths join stand at the `if` or at the loop: what is looked for is inside.
    """
    first, last = statement.lineno, getattr(statement, "end_lineno", None) or statement.lineno
    found = [
        node
        for node in gast.walk(core.written)
        if isinstance(node, gast.stmt) and first <= node.lineno <= last and binds(node, name)
    ]
    return max(found, key=lambda node: node.lineno, default=statement)


def binds(node: Statement, name: str) -> bool:
    """Return True if a statement of the author binds what a name of the core form stands for."""
    if isinstance(node, gast.Return):
        return is_result(name)
    if isinstance(node, (gast.Assign, gast.AugAssign, gast.AnnAssign)):
        return base(name) in writes(getattr(node, "targets", None) or node.target)
    return False


def is_result(name: str) -> bool:
    """Return True if a name is that of the result of a function (functions/returns.py)."""
    return base(name) == "return"


def variables(core: Core) -> set[str]:
    """Return the names that the author gave to parameters and variables."""
    return writes(core.written.body) | set(parameters(core.written))
