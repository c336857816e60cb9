"""The text of a function: its lines, and the definition in them."""

from __future__ import annotations

import ast
import copy
import inspect
import linecache
import textwrap
from types import CodeType, FunctionType
from typing import Any

import gast

from srcdiff.errors import NoSource, UnsupportedSyntax
from srcdiff.syntax.origin import Origin

OUTSIDE = "call it outside, and pass what it gives as an argument, or leave it out"


def origin_of(function: FunctionType) -> Origin:
    """Return where the text of a function stands, and the text.

    Raises NoSource where there is none.
    """
    lines, first = text_of(function)
    dedented = textwrap.dedent("".join(lines))
    return Origin(
        function.__qualname__.replace("<locals>.", ""),
        function.__code__.co_filename,
        first,
        len(lines[0]) - len(lines[0].lstrip()),
        dedented.splitlines(),
    )


def text_of(function: FunctionType) -> tuple[list[str], int]:
    """Return the lines of a function and the number of the first one.

    Raises NoSource where there are none.
    """
    try:
        return lines_of(function)
    except (OSError, IndentationError, SyntaxError):
        is_frozen = function.__code__.co_filename.startswith("<frozen ")
        error = NoSource(
            f"the source of `{function.__qualname__}` cannot be found",
            advice=OUTSIDE
            if is_frozen
            else "define it in a file or a notebook cell; "
            "functions made by `exec`, or typed at the prompt, have no source",
        )
        error.function = function.__qualname__
        raise error from None


def lines_of(function: FunctionType) -> tuple[list[str], int]:
    """Return the lines of a function and the number of the first one.

    As `inspect.getsourcelines`, which looks through all modules for that of the function. Raises
    OSError where there are none.
    """
    code = function.__code__
    linecache.checkcache(code.co_filename)
    lines = linecache.getlines(code.co_filename, function.__globals__)
    if code.co_firstlineno > len(lines):
        raise OSError("there are no such lines")
    return inspect.getblock(lines[code.co_firstlineno - 1 :]), code.co_firstlineno


def definition(text: str, code: CodeType, first: int) -> gast.FunctionDef:
    """Return the definition in a text: a `def`, or the lambda that `code` was made from."""
    try:
        module = gast.parse(text)
    except SyntaxError:
        module = gast.Module([], [])
    if len(module.body) == 1 and isinstance(module.body[0], gast.AsyncFunctionDef):
        raise UnsupportedSyntax(
            "a coroutine cannot be differentiated", module.body[0], "use a plain function"
        )
    is_lambda = code.co_name == "<lambda>"  # perhaps one that a function on its line returns
    if len(module.body) == 1 and isinstance(module.body[0], gast.FunctionDef) and not is_lambda:
        return module.body[0]
    found = [node for node in gast.walk(module) if isinstance(node, gast.Lambda)]
    found = [node for node in found if same_arguments(node, code)]
    if len(found) > 1:
        found = [node for node in found if same_code(node, code)]
        if len({gast.unparse(node) for node in found}) == 1:
            found = found[:1]
    if is_lambda and len(found) > 1:
        raise NoSource(
            f"there are {len(found)} lambdas with these parameters on line {first}, and which one "
            "is meant cannot be told",
            advice="write it with `def`, on lines of its own",
        )
    if not is_lambda or not found:
        raise NoSource(
            f"the text of `{code.co_name}` at line {first} is not a single definition",
            advice="write it with `def`, on lines of its own",
        )
    node = found[0]
    statement = gast.copy_location(gast.Return(node.body), node.body)
    tree = gast.FunctionDef("lambda_", node.args, [statement], [], None, None, [])
    return gast.copy_location(tree, node)


def same_code(node: gast.Lambda, code: CodeType) -> bool:
    """Return True if the code of a lambda may be compiled from a text.

    >>> tree = gast.parse("lambda x: x + 1", mode="eval").body
    >>> same_code(tree, (lambda x: x + 1).__code__), same_code(tree, (lambda x: x - 1).__code__)
    (True, False)
    """
    tree = gast.gast_to_ast(gast.Expression(copy.deepcopy(node)))
    compiled = compile(ast.fix_missing_locations(tree), "", "eval")
    own = next(part for part in compiled.co_consts if isinstance(part, CodeType))
    if code.co_freevars:  # which are globals in a text that stands alone
        return sorted(own.co_names) == sorted((*code.co_names, *code.co_freevars))
    return (own.co_code, own.co_names) == (code.co_code, code.co_names) and repr(
        without_code(own)
    ) == repr(without_code(code))


def without_code(code: CodeType) -> list[Any]:
    """Return the constants of a code object, those that are functions left out."""
    return [part for part in code.co_consts if not isinstance(part, CodeType)]


def same_arguments(node: gast.Lambda, code: CodeType) -> bool:
    """Return True if a lambda has the arguments of a code object."""
    own = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    count = code.co_argcount + code.co_kwonlyargcount
    return tuple(argument.id for argument in own) == code.co_varnames[:count]
