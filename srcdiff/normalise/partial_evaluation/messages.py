"""Write the messages of `raise` and `assert` as plain strings, as compiled code needs them."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.functions.lookup import value_of
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    callee_of,
    constant,
    dotted,
    each_block,
    is_string,
    members,
    rebuild,
    targets,
    unparse,
    walk,
    writes,
)


@needs(gast.Raise, gast.Assert, gast.JoinedStr, gast.FormattedValue, str, "str", "repr")
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
    texts = only_said(tree)
    change = partial(change_block, texts=texts, namespace=namespace)
    return each_block(tree, change)


def only_said(tree: gast.FunctionDef) -> set[str]:
    """Return the variables that nothing but errors reads."""
    errors = [n for n in walk(tree) if isinstance(n, (gast.Raise, gast.Assert))]
    said = [name for e in errors for name in names_in(getattr(e, "msg", None) or e)]
    counts = Counter(names_in(tree))
    counts.subtract(said)
    return {n for n in {*counts, *writes(tree.body)} if counts[n] <= 0}


def names_in(tree: gast.AST) -> list[str]:
    """Return the names that a tree reads, as often as it does."""
    found = [n for n in walk(tree) if isinstance(n, gast.Name)]
    return [n.id for n in found if isinstance(n.ctx, gast.Load)]


def change_block(block: Block, texts: set[str], namespace: Mapping[str, Any]) -> Block:
    """Rewrite the messages of a block; `texts` are variables that only errors read."""
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
        elif isinstance(statement, gast.Assign) and texts >= set(targets(statement)):
            plain = gast.Assign(statement.targets, plain_message(statement.value), None)
            statement = gast.copy_location(plain, statement)
        elif is_print(statement):
            statement = rebuild(statement, printed)
        new.append(statement)
    return new


def is_print(statement: Statement) -> bool:
    """Return True if a statement prints something."""
    value = statement.value if isinstance(statement, gast.Expr) else None
    return callee_of(value) == "print"


def printed(made: gast.Call) -> gast.Call:
    """Return a call of `print` with values beside texts, not in them."""
    parts = [part for argument in made.args for part in pieces(argument)]
    return gast.copy_location(gast.Call(made.func, parts, made.keywords), made)


def pieces(tree: Expression) -> list[Expression]:
    """Return the texts and the values of which a text is built."""
    if isinstance(tree, gast.Constant) or not is_text(tree):
        return [tree]
    match tree:
        case gast.JoinedStr(values=values):
            return [part for value in values for part in pieces(value)]
        case gast.BinOp(op=gast.Add()):
            return [*pieces(tree.left), *pieces(tree.right)]
        case gast.BinOp():
            return [*pieces(tree.left), *members(tree.right)]
        case gast.FormattedValue(value=value):
            return [value]
        case gast.Call(func=gast.Attribute(value=value), args=given):
            return [*pieces(value), *given]
    return list(tree.args)


def needed(
    made: gast.Call, namespace: Mapping[str, Any]
) -> tuple[list[Expression], list[Expression]]:
    """Return the arguments that an exception cannot do without, by position if that is known."""
    kind = value_of(made.func, namespace)
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
    """Return True if an expression is built of strings."""
    match tree:
        case gast.BinOp(op=gast.Add()):
            return is_text(tree.left) or is_text(tree.right)
        case (
            gast.BinOp(left=template)
            | gast.Call(func=gast.Attribute(value=template, attr="format"))
        ):
            return is_text(template)
        case gast.Call():
            return dotted(tree.func) in ("str", "repr")
    return is_string(tree) or isinstance(tree, (gast.JoinedStr, gast.FormattedValue))


def text(tree: Expression) -> str:
    """Return the text of a message, with the names of values in braces."""
    if not is_text(tree):
        return f"{{{unparse(tree)}}}"
    match tree:
        case gast.Constant(value=value):
            return str(value)
        case gast.JoinedStr(values=values):
            return "".join(map(text, values))
        case gast.BinOp(op=gast.Add()):
            return text(tree.left) + text(tree.right)
        case gast.BinOp(left=template) | gast.Call(func=gast.Attribute(value=template)):
            return text(template)
        case gast.FormattedValue(value=value) | gast.Call(args=[value, *_]):
            return f"{{{unparse(value)}}}"
    return f"{{{unparse(tree)}}}"
