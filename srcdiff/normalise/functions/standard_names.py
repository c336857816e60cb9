"""The standard spelling of what functions of libraries are called."""

from __future__ import annotations

import builtins
import cmath
import functools
import math
import operator
import random
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np

from srcdiff import runtime
from srcdiff.front.callables import is_derivative, unwrapped
from srcdiff.front.parse import Made

MODULES: dict[str, ModuleType] = {
    "": builtins,
    "math": math,
    "cmath": cmath,
    "operator": operator,
    "functools": functools,
    "np": np,
    "np.linalg": np.linalg,
    "np.random": np.random,
    "runtime": runtime,
}
GENERATORS = (np.random.Generator, np.random.RandomState, random.Random)
RESERVED = frozenset(dir(builtins)) | {*MODULES, "numba", "njit"}


@functools.cache
def known() -> dict[int, tuple[Any, str, str]]:
    """Return value, module and name of each standard function, by identity."""
    # how the iterations of a loop are shared out makes no difference to what it computes
    found: dict[int, tuple[Any, str, str]] = {id(numba.prange): (numba.prange, "", "range")}
    for prefix, module in MODULES.items():
        for attribute in dir(module):
            value = getattr(module, attribute)
            if callable(value) and not attribute.startswith("_"):
                found.setdefault(id(value), (value, prefix, attribute))
    return found


def standard_name(value: Any, wanted: str = "") -> str:
    """Return the name of a standard function, or "" for anything else.

    Where it has several names, `wanted` is the one that is preferred.

    >>> standard_name(np.sin), standard_name(math.sin), standard_name(standard_name)
    ('np.sin', 'math.sin', '')
    >>> standard_name(np.absolute, "abs")
    'np.abs'
    """
    if isinstance(value, numba.types.Number):  # called, it is the cast to this type
        return f"np.{value.name}"
    if id(value) not in known():
        return ""
    _, prefix, attribute = known()[id(value)]
    if getattr(MODULES[prefix], wanted, None) is value:
        attribute = wanted
    return f"{prefix}.{attribute}" if prefix else attribute


def is_user_function(value: Any) -> bool:
    """Return True if a value is a Python function, plain, @njit, or made by srcdiff."""
    plain = unwrapped(value)
    return isinstance(plain, (FunctionType, Made)) or is_derivative(value)
