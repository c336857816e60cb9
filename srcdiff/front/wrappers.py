"""Refuse callables whose code is not the function that they show."""

from __future__ import annotations

from types import FunctionType
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher

from srcdiff.errors import SrcdiffError, UnsupportedSyntax
from srcdiff.front.callables import (
    CACHED,
    calls,
    is_derivative,
    own_signature,
    same_call,
    shown_signature,
    unwrapped,
)
from srcdiff.front.not_functions import no_function
from srcdiff.front.source_text import origin_of

INSIDE = ("__wrapped__", "__func__", "func")  # where callables keep a function of the user
MODULES = ("functools", "contextlib", "numpy")  # whose decorators run code of their own


def strange_callable(value: Any) -> tuple[str, str] | None:
    """Return why a callable cannot be followed to its code, and the way out; None if it can.

    >>> import functools
    >>> def scale(x): return 2.0 * x
    >>> strange_callable(functools.singledispatch(scale))[0]
    '`scale` is what `functools.singledispatch` makes of a function'
    >>> strange_callable(scale) is None
    True
    """
    title = f"`{getattr(value, '__name__', value)}`"
    if isinstance(value, CACHED) and not calls(value, value.__wrapped__):
        return (
            f"{title} is a cache of another function than its `__wrapped__`",
            "call the function itself, without the cache",
        )
    own = unwrapped(value)
    if not isinstance(own, FunctionType):
        return None
    if isinstance(value, Dispatcher) and not same_call(own_signature(own), shown_signature(own)):
        return (
            f"{title} is compiled with a signature that is not that of its code",
            f"leave out `functools.wraps`, or give the function the parameters and defaults "
            f"`{shown_signature(own)}`",
        )
    maker = str(own.__globals__.get("__name__", ""))
    if not hasattr(own, "__wrapped__") or maker.split(".")[0] not in MODULES:
        return None
    if hasattr(own, "registry") and hasattr(own, "dispatch"):
        return (
            f"{title} is what `functools.singledispatch` makes of a function",
            "call the function for this type by its own name, or choose with `isinstance`",
        )
    return (
        f"{title} is wrapped by a decorator of `{maker.split('.')[0]}`",
        "call the function without the decorator, and use the decorator around the derivative",
    )


def check_root(function: Any) -> None:
    """Refuse to differentiate a callable that cannot be followed, or whose parameters are hidden.

    Raises UnsupportedSyntax, or NoSource for what is no Python function, at the definition of the
    function inside.
    """
    if isinstance(function, np.vectorize):  # its signature would be that of the function inside
        raise no_function(function)
    found = strange_callable(function)
    own = unwrapped(function)
    error: SrcdiffError | None = None
    if found is not None:
        error = UnsupportedSyntax(found[0], advice=found[1])
    elif isinstance(own, FunctionType):
        code, shown = own_signature(own), shown_signature(own)
        starred = [
            p for p in code.parameters.values() if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
        ]
        if starred and not same_call(code, shown):
            call = ", ".join(shown.parameters)
            error = UnsupportedSyntax(
                f"`{own.__name__}` shows the parameters `{shown}`, and its code takes `{code}`",
                advice=f"differentiate a function that calls it: `def f({call}): return "
                f"{own.__name__}({call})`",
            )
    elif not is_derivative(function) and not hasattr(own, "source"):
        raise no_function(function)
    if error is None:
        return
    inside = function_inside(function)
    if inside is not None:
        error.origin = origin_of(inside)
    raise error


def function_inside(value: Any) -> FunctionType | None:
    """Return the function of the user that a callable holds, None if there is none.

    >>> def scale(x, k): return k * x
    >>> import functools
    >>> function_inside(functools.partial(scale, k=2.0)) is scale
    True
    """
    own = unwrapped(value)
    for title in INSIDE:
        inner = unwrapped(getattr(own, title, None))
        if isinstance(inner, FunctionType):
            return function_inside(inner) if hasattr(inner, "__wrapped__") else inner
    if isinstance(own, FunctionType):
        return own
    found = vars(type(own)).get("__call__")
    return found if isinstance(found, FunctionType) else None
