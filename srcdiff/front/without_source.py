"""Functions of `math` and NumPy, and what np.vectorize makes, as functions that have a text."""

from __future__ import annotations

import functools
import inspect
import linecache
import math
from types import FunctionType
from typing import Any

import numpy as np

from srcdiff.front.callables import unwrapped

MODULES = {"math": math, "np": np}
WITHOUT_SIGNATURE = {math.log: ("x",), math.hypot: ("x", "y")}


def with_source(function: Any) -> Any:
    """Return a Python function that calls one without a text; any other function as it is.

    >>> import inspect
    >>> print(inspect.getsource(with_source(math.tanh)))
    def tanh(x):
        return math.tanh(x)
    >>> with_source(inspect.getsource) is inspect.getsource, with_source(abs) is abs
    (True, True)
    """
    if isinstance(function, np.vectorize):
        inner = unwrapped(function)
        return with_text(function) if isinstance(inner, FunctionType) else function
    is_standard = callable(function) and not isinstance(function, (type, FunctionType))
    return with_text(function) if is_standard and spelled(function) else function


def spelled(function: Any) -> str:
    """Return how a function of `math` or NumPy is written, "" for any other.

    >>> spelled(np.sin), spelled(math.sin), spelled(len)
    ('np.sin', 'math.sin', '')
    """
    from srcdiff.normalise.functions.standard_names import standard_name

    try:
        hash(function)
    except TypeError:  # an object of the user
        return ""
    found = standard_name(function)
    return found if found.split(".")[0] in MODULES and parameters_of(function) else ""


def parameters_of(function: Any) -> tuple[str, ...]:
    """Return the names of the parameters that have to be given, none where they are not known."""
    if function in WITHOUT_SIGNATURE:
        return WITHOUT_SIGNATURE[function]
    if isinstance(function, np.ufunc):
        return ("x",) if function.nin == 1 else tuple(f"x{k + 1}" for k in range(function.nin))
    try:
        found = inspect.signature(unwrapped(function)).parameters.values()
    except ValueError:
        return ()
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return tuple(p.name for p in found if p.kind in positional and p.default is p.empty)


@functools.cache
def with_text(function: Any) -> Any:
    """Return a Python function that calls another; the same one each time."""
    is_map = isinstance(function, np.vectorize)
    own = ", ".join(parameters_of(function))
    title = str(getattr(unwrapped(function), "__name__", "")).replace("<lambda>", "lambda_")
    called = "vectorized" if is_map else spelled(function)
    text = f"def {title}({own}):\n    return {called}({own})\n"
    file = f"<{called}{id(function) if is_map else ''}>"
    space: dict[str, Any] = {**MODULES, "vectorized": function, "__name__": "__main__"}
    exec(compile(text, file, "exec"), space)
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    made = space[title]
    made.__doc__ = function.__doc__
    return made
