"""Write `**options` of called functions out: one parameter for each keyword of the call."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.core.memo import made_once
from srcdiff.core.needs import OWN_FUNCTIONS, needs
from srcdiff.errors import UnsupportedSyntax, located
from srcdiff.front.callables import own_signature
from srcdiff.front.parse import Made, Source, plain_function, source_of
from srcdiff.normalise.functions.specialise import entered, is_opaque
from srcdiff.syntax import (
    SEPARATOR,
    Expression,
    bottom_up,
    callee_of,
    constant,
    dotted,
    has_operator,
    locate,
    name,
    rebuild,
)


@needs(OWN_FUNCTIONS)
def keywords(
    tree: gast.FunctionDef, functions: Mapping[str, Any]
) -> tuple[gast.FunctionDef, dict[str, Any]]:
    """Return the function, and those it calls, without `**options`.

    What takes them becomes a function for the keywords of this call.

    >>> from srcdiff.syntax import function, unparse
    >>> def scaled(x, **options): return x * options.get("factor", 2.0) ** options["power"]
    >>> tree = function("def f(x): return scaled(x, power=3)")
    >>> new, functions = keywords(tree, {"scaled": scaled})
    >>> print(unparse(new))
    def f(x):
        return scaled_power(x, options·power=3)
    >>> print(unparse(functions["scaled_power"].source.tree))
    def scaled_power(x, *, options·power):
        return x * 2.0 ** options·power
    """
    known = dict(functions)

    def change(node: gast.AST) -> gast.AST:
        function = known.get(callee_of(node))
        options = options_of(function) if function is not None else ""
        words = [] if not options else [word.arg for word in node.keywords]
        if not options or None in words:
            return node
        signature = own_signature(function)
        own = {p.name for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD}
        others = tuple(sorted(word for word in words if word not in own))
        title = entered(special(function, options, others), known)
        given = [
            gast.keyword(word.arg if word.arg in own else part(options, word.arg), word.value)
            for word in node.keywords
        ]
        return gast.copy_location(gast.Call(locate(name(title), node), node.args, given), node)

    return bottom_up(tree, change), known


def options_of(function: Any) -> str:
    """Return the name of the parameter of a function that takes all other keywords, or ""."""
    if is_opaque(function):
        return ""
    signature = own_signature(function)
    found = [p.name for p in signature.parameters.values() if p.kind is p.VAR_KEYWORD]
    return found[0] if found else ""


def part(options: str, word: str) -> str:
    """Return the name of the parameter for one keyword."""
    return f"{options}{SEPARATOR}{word}"


def special(function: Any, options: str, words: tuple[str, ...]) -> Made:
    """Return a function for certain keywords; the same one each time."""
    plain = plain_function(function)

    def make() -> Made:
        source = source_of(plain)
        with located(source.origin):
            return specialised(source, plain, options, words)

    return made_once(("keywords", id(plain), words), plain, make)


def specialised(source: Source, plain: Any, options: str, words: tuple[str, ...]) -> Made:
    """Return the special case of a function that takes certain keywords."""
    names = {word: part(options, word) for word in words}
    own = copy.copy(source.tree.args)
    own.kwarg = None
    own.kwonlyargs = own.kwonlyargs + [
        gast.Name(n, gast.Param(), None, None) for n in names.values()
    ]
    own.kw_defaults = [*own.kw_defaults, *(None for _ in names)]
    title = "_".join([source.tree.name, *words])
    body = [written_out(statement, options, names) for statement in source.tree.body]
    tree = gast.FunctionDef(title, own, body, [], None, None, [])
    gast.copy_location(tree, source.tree)
    known = own_signature(plain).parameters.values()
    parameters = [p for p in known if p.kind is not p.VAR_KEYWORD]
    parameters += [inspect.Parameter(n, inspect.Parameter.KEYWORD_ONLY) for n in names.values()]
    written = source.written or source.tree
    made = Source(None, tree, source.namespace, source.origin, written)
    return Made(made, inspect.Signature(parameters))


def written_out(tree: gast.AST, options: str, names: Mapping[str, str]) -> gast.AST:
    """Return a part of a function with its keywords by name.

    Raises UnsupportedSyntax for other uses of them than by constant keys.
    """

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.Call):
            node = passed_on(node, options, names)
        if hasattr(node, "test"):
            node = rebuild(node, lambda child: child)
            node.test = decided(node.test, options, names)
        found = value_of(node, options, names)
        if found is not None:
            return locate(found, node)
        if isinstance(node, gast.Name) and node.id == options:
            raise UnsupportedSyntax(
                f"`**{options}` is used as a value",
                node,
                f'take its parts by constant keys, as in `{options}["a"]`, or pass it on',
            )
        return rebuild(node, change)

    return change(tree)


def decided(test: Expression, options: str, names: Mapping[str, str]) -> Expression:
    """Return a condition in which a name that stands for all keywords is true or false."""

    def change(part: gast.AST) -> gast.AST:
        if dotted(part) == options:
            return locate(constant(bool(names)), part)
        is_truth = isinstance(part, gast.BoolOp) or (has_operator(part, gast.Not))
        return rebuild(part, change) if is_truth else part

    return change(test)


def passed_on(node: gast.Call, options: str, names: Mapping[str, str]) -> gast.Call:
    """Return a call with each keyword in the place of `**options`."""
    words: list[gast.keyword] = []
    for word in node.keywords:
        if word.arg is None and dotted(word.value) == options:
            words += [gast.keyword(k, locate(name(n), word.value)) for k, n in names.items()]
        else:
            words.append(word)
    return gast.copy_location(gast.Call(node.func, node.args, words), node)


def value_of(node: gast.AST, options: str, names: Mapping[str, str]) -> Expression | None:
    """Return the value of an expression that asks for one of the keywords, or None."""
    if isinstance(node, gast.Subscript) and dotted(node.value) == options:
        word = key_of(node.slice)
        if word is not None and isinstance(node.ctx, gast.Load):
            # what is not there is a name that is not defined: it may stand where it never runs
            return name(names.get(word, f"{options}[{word!r}]"))
    if isinstance(node, gast.Compare) and dotted(node.comparators[0]) == options:
        word = key_of(node.left)
        if word is not None and isinstance(node.ops[0], (gast.In, gast.NotIn)):
            return constant((word in names) is isinstance(node.ops[0], gast.In))
    if not isinstance(node, gast.Call) or not node.args or node.keywords:
        return None
    if dotted(node.func) == "len" and dotted(node.args[0]) == options:
        return constant(len(names))
    if dotted(node.func) == f"{options}.get" and len(node.args) <= 2:
        word = key_of(node.args[0])
        if word is not None:
            default = node.args[1] if len(node.args) == 2 else constant(None)
            return name(names[word]) if word in names else written_out(default, options, names)
    return None


def key_of(tree: Expression) -> str | None:
    """Return a constant key, or None."""
    value = getattr(tree, "value", None) if isinstance(tree, gast.Constant) else None
    return value if isinstance(value, str) else None
