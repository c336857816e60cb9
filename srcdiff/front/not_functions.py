"""What can be called and is no Python function: why there is no derivative, and what to do."""

from __future__ import annotations

import functools
from types import FunctionType, MethodType
from typing import Any

import numpy as np

from srcdiff.errors import NoSource, SrcdiffError
from srcdiff.front.callables import unwrapped

AS_FUNCTION = "write it as a function that takes the numbers of the object as arguments"


def no_function(value: Any) -> NoSource:
    """Return the error for a value that can be called and is no Python function.

    It stands at the text of the function inside, if there is one.

    >>> print(no_function(abs))
    `abs` is not a Python function, so it has no source
      = write a function that calls it, as `def g(x): return abs(x)`
    """
    title = str(getattr(value, "__qualname__", None) or type(value).__qualname__)
    inner: Any = None
    if isinstance(value, np.vectorize):
        inner, title = value.pyfunc, getattr(value.pyfunc, "__name__", "a function")
        reason = f"`np.vectorize({title})` returns arrays, and has no parameters of its own"
        advice = "write a function that calls it, as `def total(x): return np.sum(v(x))`"
    elif isinstance(value, functools.partial) and isinstance(unwrapped(value.func), FunctionType):
        inner, title = value.func, getattr(value.func, "__name__", "a function")
        reason = f"`functools.partial({title}, ...)` is not a Python function"
        advice = f"differentiate `{title}`, pass all its arguments, and name one by `wrt`"
    elif isinstance(value, MethodType):
        inner, advice = value.__func__, AS_FUNCTION
        reason = f"`{title}`, a method of an object, is not a Python function"
    elif isinstance(value, type):
        inner, advice = vars(value).get("__init__"), "write a function that returns a number"
        reason = f"`{title}`, a class, is not a Python function"
    elif isinstance(call := attribute_of_class(value, "__call__"), FunctionType):
        inner, advice = call, AS_FUNCTION
        reason = f"an object of the class `{title}` is not a Python function"
    else:
        title = str(getattr(value, "__qualname__", None) or repr(value))
        reason, advice = (
            f"`{title}` is not a Python function, so it has no source",
            called_by(value),
        )
    return located_inside(NoSource(reason, advice=advice), inner)


def attribute_of_class(value: Any, title: str) -> Any:
    """Return what the class of a value, or one that it inherits from, has under a name."""
    return next((vars(c)[title] for c in type(value).__mro__ if title in vars(c)), None)


def called_by(value: Any) -> str:
    """Return what to write instead of a function that is not written in Python."""
    from srcdiff.normalise.functions.standard_names import standard_name

    known = standard_name(value)
    if known:
        return f"write a function that calls it, as `def g(x): return {known}(x)`"
    return "differentiate a function defined with `def`, plain or `@njit`"


def located_inside(error: NoSource, inner: Any) -> NoSource:
    """Return an error at the text of a function, if it has one."""
    from srcdiff.front.source_text import origin_of

    inner = unwrapped(inner)
    if isinstance(inner, FunctionType):
        try:
            error.origin = origin_of(inner)
        except SrcdiffError:
            return error
    return error
