"""Functions of scipy.special, called by compiled code through cells (first/scipy_cells.py)."""

from __future__ import annotations

import ctypes
import importlib
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types as numba_types
from numba.extending import intrinsic

from srcdiff.first.scipy_cells import CELLS, External
from srcdiff.runtime.elementwise import Numeric, compiled, narrowed, precision

types: Any = numba_types  # Numba does not annotate all of it
Function = Callable[..., Any]
LONG = types.int64 if ctypes.sizeof(ctypes.c_long) == 8 else types.int32


EXTERNAL: dict[Function, External] = {}


def external(name: str) -> Numeric:
    """Return a function of scipy.special that compiled code can call, for numbers and arrays."""

    def function(*arguments: Any) -> Any:
        kind = precision(*(np.asarray(a).dtype for a in arguments))
        value = getattr(importlib.import_module("scipy.special"), name)(*map(signed, arguments))
        return value.astype(kind) if isinstance(value, np.ndarray) else narrowed(float(value), kind)

    found = CELLS[name]
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Return scipy.special.{name}."
    EXTERNAL[function] = found
    compiled(function, through_cell(found), found.kinds)
    return function


def signed(value: Any) -> Any:
    """Return unsigned integers as signed ones, for which SciPy takes recurrences of degrees."""
    return value.astype(np.int64) if np.asarray(value).dtype.kind == "u" else value


def through_cell(found: External) -> Any:
    """Return what compiled code calls: the function whose address is in a cell."""
    kinds = [types.float64 if letter == "d" else LONG for letter in found.kinds]

    def generate(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        number = context.get_value_type(types.float64)
        given = [context.get_value_type(kind) for kind in kinds]
        kind = ir.FunctionType(number, [*given, ir.IntType(32)])
        place = context.get_c_value(builder, kind.as_pointer(), found.symbol)
        converted = [
            context.cast(builder, value, was, wanted)
            for value, was, wanted in zip(arguments, sig.args, kinds, strict=True)
        ]
        # Cython's own argument, which returns True if subclasses were looked at
        return builder.call(builder.load(place), [*converted, ir.Constant(ir.IntType(32), 0)])

    def typed(*given: Any) -> Any:
        found.enter()
        return types.float64(*given), generate

    return intrinsic(PARAMETERS[len(kinds)](typed))


PARAMETERS: dict[int, Callable[[Function], Function]] = {  # Numba asks for parameters with names
    1: lambda typed: lambda context, a: typed(a),
    2: lambda typed: lambda context, a, b: typed(a, b),
    3: lambda typed: lambda context, a, b, c: typed(a, b, c),
    4: lambda typed: lambda context, a, b, c, d: typed(a, b, c, d),
}
