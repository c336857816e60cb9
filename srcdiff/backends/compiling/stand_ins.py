"""The functions that dispatchers of Numba are made of: they have a signature, and never run."""

from __future__ import annotations

import inspect
from types import FunctionType
from typing import Any

from srcdiff.backends.call_arguments import CallArguments
from srcdiff.front.callables import own_signature, unwrapped
from srcdiff.front.options import PRODUCTS
from srcdiff.normalise.containers.containers import is_table


def stand_in(derivative: CallArguments) -> FunctionType:
    """Return a function with the signature of a derivative, which is never run."""
    asked = derivative.asked
    plain = unwrapped(derivative.function)
    signature = own_signature(plain)
    texts = []
    for parameter in signature.parameters.values():
        has_default = parameter.default is not parameter.empty and asked.kind not in PRODUCTS
        starred = parameter.kind is parameter.VAR_POSITIONAL and asked.kind not in PRODUCTS
        own = f"*{parameter.name}" if starred else parameter.name
        texts.append(f"{own}=None" if has_default else own)
    if asked.kind in PRODUCTS:
        texts += derivative.cotangents
    if asked.kind == "adjoint":
        texts = ["*arguments"]
    space: dict[str, Any] = {}
    exec(f"def {plain.__name__}({', '.join(texts)}): pass".replace("<lambda>", "lambda_"), space)
    made: FunctionType = space[plain.__name__.replace("<lambda>", "lambda_")]
    if asked.kind not in (*PRODUCTS, "adjoint"):
        defaults = [p.default for p in signature.parameters.values()]
        given = [d for d in defaults if d is not inspect.Parameter.empty]
        made.__defaults__ = tuple(None if is_table(d) else d for d in given)
    made.__module__ = plain.__module__
    made.__qualname__ = plain.__qualname__
    made.__doc__ = plain.__doc__
    return made


def anonymous(count: int) -> FunctionType:
    """Return a function with so many parameters, which is never run."""
    space: dict[str, Any] = {}
    exec(f"def adjoint({', '.join(f'a{k}' for k in range(count))}): pass", space)
    made: FunctionType = space["adjoint"]
    return made
