"""Functions of scipy.special, called by compiled code through SciPy's own compiled code.

Compiled code, which may come from a cache on disk, calls a function through a cell of
memory that is known to it by a name. SciPy takes long to import, so a cell at first has a
function that imports it, and then enters the address of the function itself.
"""

from __future__ import annotations

import ctypes
import functools
import importlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba.core import types as numba_types
from numba.extending import intrinsic

from srcdiff.runtime.elementwise import Numeric, compiled, narrowed, precision

types: Any = numba_types  # Numba does not annotate all of it
Function = Callable[..., Any]
MODULE = "scipy.special.cython_special"
LETTERS = {"d": "double", "l": "long"}
NATIVE: dict[str, Any] = {"d": ctypes.c_double, "l": ctypes.c_long}
LONG = types.int64 if ctypes.sizeof(ctypes.c_long) == 8 else types.int32


@dataclass(frozen=True)
class External:
    """A function of scipy.special: its name, the types of its arguments, its cell.

    `kinds` has a letter for each argument: d for a double, l for a long. `first` is what
    the cell holds until SciPy was imported.
    """

    name: str
    kinds: str
    cell: Any
    first: Any

    @property
    def symbol(self) -> str:
        """Return the name of the cell in compiled code."""
        return f"srcdiff_scipy_special_{self.name}_{self.kinds}"

    @property
    def address(self) -> int | None:
        """Return where SciPy's function is; None if SciPy was not imported, or lacks it."""
        return addresses().get((self.name, self.wanted)) if MODULE in sys.modules else None

    @property
    def wanted(self) -> str:
        """Return the signature of SciPy's function."""
        kinds = ", ".join(LETTERS[letter] for letter in self.kinds)
        return f"double ({kinds}, int __pyx_skip_dispatch)"

    def enter(self) -> int | None:
        """Let compiled code call SciPy's function, if SciPy was imported; return its address."""
        address = self.address
        if address is not None:
            self.cell.value = address
        return address


EXTERNAL: dict[Function, External] = {}


def enter_all() -> None:
    """Let compiled code call SciPy's functions, if scipy.special was imported.

    Else the first call of each imports SciPy, for which a thread of a parallel loop would
    have to wait for Python, which waits for the loop.
    """
    if "scipy.special" in sys.modules:
        enter_each()


@functools.cache
def enter_each() -> None:
    """Let compiled code call SciPy's functions."""
    importlib.import_module(MODULE)
    for found in EXTERNAL.values():
        found.enter()


@functools.cache
def titles() -> dict[tuple[str, str], str]:
    """Return how the functions are called that SciPy gives to compiled code.

    They stand under their names and signatures, as there are several of some names.
    """
    known = sys.modules[MODULE].__pyx_capi__.items()
    return {(fused_name(title), signature_of(capsule)): title for title, capsule in known}


@functools.cache
def addresses() -> dict[tuple[str, str], int]:
    """Return the addresses of the functions that SciPy gives to compiled code."""
    known = sys.modules[MODULE].__pyx_capi__
    return {key: pointer_of(known[title], key[1]) for key, title in titles().items()}


def fused_name(title: str) -> str:
    """Return the name of a function of which there are several.

    >>> fused_name("__pyx_fuse_1erfinv"), fused_name("__pyx_fuse_2_1eval_legendre")
    ('erfinv', 'eval_legendre')
    """
    fused = title.startswith("__pyx_fuse_")
    return title.removeprefix("__pyx_fuse_").lstrip("0123456789_") if fused else title


def signature_of(capsule: Any) -> str:
    """Return the signature of a function that SciPy gives to compiled code."""
    read = ctypes.pythonapi.PyCapsule_GetName
    read.restype, read.argtypes = ctypes.c_char_p, [ctypes.py_object]
    return str((read(capsule) or b"").decode())


def pointer_of(capsule: Any, signature: str) -> int:
    """Return the address of a function that SciPy gives to compiled code."""
    read = ctypes.pythonapi.PyCapsule_GetPointer
    read.restype, read.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return int(read(capsule, signature.encode()))


def external(name: str, kinds: str) -> Numeric:
    """Return a function of scipy.special that compiled code can call, for numbers and arrays."""

    def function(*arguments: Any) -> Any:
        kind = precision(*(np.asarray(a).dtype for a in arguments))
        value = getattr(importlib.import_module("scipy.special"), name)(*arguments)
        return value.astype(kind) if isinstance(value, np.ndarray) else narrowed(float(value), kind)

    found = entered(name, kinds)
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Return scipy.special.{name}."
    EXTERNAL[function] = found
    compiled(function, through_cell(found), kinds)
    return function


def entered(name: str, kinds: str) -> External:
    """Return the entry of a function, with a cell that compiled code knows by its name."""
    native: Any = ctypes.CFUNCTYPE(ctypes.c_double, *(NATIVE[letter] for letter in kinds))

    def first(*arguments: Any) -> float:
        importlib.import_module(MODULE)
        found.enter()
        return float(getattr(sys.modules["scipy.special"], name)(*arguments))

    entry = native(first)
    cell = ctypes.c_void_p(ctypes.cast(entry, ctypes.c_void_p).value)
    found = External(name, kinds, cell, entry)
    llvm.add_symbol(found.symbol, ctypes.addressof(cell))
    found.enter()
    return found


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
