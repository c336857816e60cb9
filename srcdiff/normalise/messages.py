"""Write the messages of `raise` and `assert` as plain strings, as compiled code needs them."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from functools import partial
from typing import Any

import gast

from srcdiff.syntax import Block, Expression, constant, dotted, map_blocks, unparse, with_body


def messages(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function with messages that hold the names of values, not the values.

    `namespace` is what free names stand for. What an exception is given by keyword, but need
    not have, is left out.

    >>> import builtins
    >>> from srcdiff.syntax import function
    >>> print(unparse(messages(function('''
    ... def f(x):
    ...     assert x > 0.0, f"x is {x:.3f}"
    ...     if x > 9.0:
    ...         raise ValueError("too large: " + str(x), "%s" % x)
    ... '''), vars(builtins))))
    def f(x):
        assert x > 0.0, 'x is {x}'
        if x > 9.0:
            raise ValueError('too large: {x}', '%s')
    """
    return with_body(tree, map_blocks(tree.body, partial(change_block, namespace=namespace)))


def change_block(block: Block, namespace: Mapping[str, Any]) -> Block:
    """Rewrite the messages of a block."""
    new: Block = []
    for statement in block:
        if isinstance(statement, gast.Assert) and statement.msg is not None:
            plain = gast.Assert(statement.test, plain_message(statement.msg))
            statement = gast.copy_location(plain, statement)
        elif isinstance(statement, gast.Raise) and isinstance(statement.exc, gast.Call):
            made = statement.exc
            given, keywords = needed(made, namespace)
            arguments = [plain_message(argument) for argument in given]
            error = gast.copy_location(gast.Call(made.func, arguments, keywords), made)
            statement = gast.copy_location(gast.Raise(error, None), statement)
        new.append(statement)
    return new


def needed(
    made: gast.Call, namespace: Mapping[str, Any]
) -> tuple[list[Expression], list[Expression]]:
    """Return the arguments that an exception cannot do without, by position if that is known."""
    first, *rest = dotted(made.func).split(".")
    kind = namespace.get(first)
    for attribute in rest:
        kind = getattr(kind, attribute, None)
    named = {word.arg: word.value for word in made.keywords}
    if not named or kind is None or None in named:
        return made.args, made.keywords
    try:
        taken = inspect.signature(kind)
        try:
            return list(taken.bind(*made.args).args), []
        except TypeError:
            return list(taken.bind(*made.args, **named).args), []
    except (TypeError, ValueError):  # a call that Python would not take, or that does not tell
        return made.args, made.keywords


def plain_message(tree: Expression) -> Expression:
    """Return a message as a string, or the expression itself if it is not built of strings."""
    if isinstance(tree, gast.Constant) or not is_text(tree):
        return tree
    return gast.copy_location(constant(text(tree)), tree)


def is_text(tree: Expression) -> bool:
    """Tell whether an expression is built of strings."""
    if isinstance(tree, gast.Constant):
        return isinstance(tree.value, str)
    if isinstance(tree, gast.BinOp):
        return is_text(tree.left) or (isinstance(tree.op, gast.Add) and is_text(tree.right))
    if isinstance(tree, gast.Call):
        method = isinstance(tree.func, gast.Attribute) and tree.func.attr == "format"
        named = isinstance(tree.func, gast.Name) and tree.func.id in ("str", "repr")
        return named or (method and is_text(tree.func.value))
    return isinstance(tree, gast.JoinedStr)


def text(tree: Expression) -> str:
    """Return the text of a message, with the names of values in braces."""
    if isinstance(tree, gast.Constant) and isinstance(tree.value, str):
        return tree.value
    if isinstance(tree, gast.JoinedStr):
        return "".join(map(text, tree.values))
    if isinstance(tree, gast.FormattedValue):
        return f"{{{unparse(tree.value)}}}"
    if isinstance(tree, gast.BinOp) and is_text(tree):
        return text(tree.left) + (text(tree.right) if isinstance(tree.op, gast.Add) else "")
    if isinstance(tree, gast.Call) and isinstance(tree.func, gast.Attribute) and is_text(tree):
        return text(tree.func.value)
    if isinstance(tree, gast.Call) and is_text(tree) and tree.args:
        return f"{{{unparse(tree.args[0])}}}"
    return f"{{{unparse(tree)}}}"
