"""Convert arguments and results as `@njit` does where it was given signatures."""

from __future__ import annotations

from typing import Any

import gast
import numpy as np
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target

from srcdiff.analyse.types.types import Type
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.memo import made_once
from srcdiff.front.parse import Made, Source, signature, source_of
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    assign,
    call,
    locate,
    map_blocks,
    name,
    parameters,
    with_body,
)


def declared(function: Any, given: tuple[Type, ...]) -> Any:
    """Return the function that converts numbers to the types of the signatures of another.

    That is the same function where it has none, or where they are what is given.

    >>> from numba import njit
    >>> @njit("float64(int64, float64)")
    ... def power(n, x):
    ...     return x ** n
    >>> declared(power, (numba_types.int64, numba_types.float64)) is power
    True
    >>> declared(power, (numba_types.float64, numba_types.float64))(2.5, 3.0)
    9.0
    """
    if not isinstance(function, Dispatcher) or getattr(function, "_can_compile", True):
        return function
    signatures = [own for own in function.signatures if len(own) == len(given)]
    if not signatures:
        return function
    chosen = min(signatures, key=lambda own: distance(given, own))
    words = tuple(map(word, given, chosen))
    returned = result_word(function.overloads[chosen].signature.return_type)
    if not any(words) and not returned:
        return function
    return made_once(
        ("declared", id(function), words, returned),
        function,
        lambda: made(function, words, returned),
    )


def distance(given: tuple[Type, ...], own: tuple[Type, ...]) -> tuple[int, ...]:
    """Return how far arguments are from a signature, the worst first."""
    context = cpu_target.typing_context
    found = [context.can_convert(a, b) for a, b in zip(given, own, strict=True)]
    return tuple(sorted((99 if c is None else int(c) for c in found), reverse=True))


def word(given: Type, own: Type) -> str:
    """Return the function that converts a number to another type, "" if none is needed."""
    if given == own or not isinstance(given, (numba_types.Number, numba_types.Boolean)):
        return ""
    if isinstance(own, numba_types.Integer):
        return "" if isinstance(given, numba_types.Integer) else "int"
    if isinstance(own, (numba_types.Float, numba_types.Complex)):
        return str(own.name)
    return "bool" if isinstance(own, numba_types.Boolean) else ""


def result_word(own: Type) -> str:
    """Return the function that a result goes through, "" if it stays as it is computed."""
    if isinstance(own, numba_types.Integer):
        return "int"
    return "float32" if own == numba_types.float32 else ""


def made(function: Any, words: tuple[str, ...], returned: str) -> Made:
    """Return the function with conversions of its arguments, and of its result."""
    source = source_of(function)
    namespace = dict(source.namespace)

    def converter(title: str) -> str:
        own = f"{title}{SEPARATOR}declared"
        namespace[own] = {"int": int, "bool": bool}.get(title) or getattr(np, title)
        return own

    def block(old: Block) -> Block:
        return [converted(s) if isinstance(s, gast.Return) and s.value else s for s in old]

    def converted(statement: gast.Return) -> gast.Return:
        value = locate(call(converter(returned), statement.value), statement.value)
        return gast.copy_location(gast.Return(value), statement)

    tree = source.tree
    conversions: Block = [
        assign(own, call(converter(title), name(own)), tree)
        for own, title in zip(parameters(tree), words, strict=True)
        if title
    ]
    body = map_blocks(tree.body, block) if returned else tree.body
    tree = with_body(tree, [*conversions, *body])
    made_from = Source(None, tree, namespace, source.origin, source.written or source.tree)
    return Made(made_from, signature(function))
