"""Cells through which compiled code calls functions of scipy.special, by SciPy's own compiled code.

Compiled code, which may come from a cache on disk, calls a function through a cell of
memory that is known to it by a name. SciPy takes long to import, so a cell at first has a
function that imports it, and then enters the address of the function itself.
"""

from __future__ import annotations

import ctypes
import functools
import importlib
import sys
from dataclasses import dataclass
from typing import Any

import llvmlite.binding as llvm

MODULE = "scipy.special.cython_special"
LETTERS = {"d": "double", "l": "long"}
NATIVE: dict[str, Any] = {"d": ctypes.c_double, "l": ctypes.c_long}
KINDS = {  # by the letters of the arguments: d for a double, l for a long
    # the gamma function and its relatives
    "gamma": "d",
    "gammaln": "d",
    "rgamma": "d",
    "beta": "dd",
    "betaln": "dd",
    "binom": "dd",
    "poch": "dd",
    # error functions
    "erfcx": "d",
    "erfi": "d",
    "erfinv": "d",
    "erfcinv": "d",
    "dawsn": "d",
    "log_ndtr": "d",
    "ndtri": "d",
    "owens_t": "dd",
    # probabilities
    "gammainc": "dd",
    "gammaincc": "dd",
    "gammaincinv": "dd",
    "gammainccinv": "dd",
    "betainc": "ddd",
    "betaincinv": "ddd",
    "chdtr": "dd",
    "chdtrc": "dd",
    "pdtr": "dd",
    "pdtrc": "dd",
    "stdtr": "dd",
    "stdtrit": "dd",
    # Bessel functions
    "j0": "d",
    "j1": "d",
    "y0": "d",
    "y1": "d",
    "i0": "d",
    "i1": "d",
    "k0": "d",
    "k1": "d",
    "i0e": "d",
    "i1e": "d",
    "k0e": "d",
    "k1e": "d",
    "jv": "dd",
    "yv": "dd",
    "iv": "dd",
    "kv": "dd",
    "ive": "dd",
    "kve": "dd",
    "struve": "dd",
    "modstruve": "dd",
    # elliptic and hypergeometric functions
    "ellipk": "d",
    "ellipkm1": "d",
    "ellipe": "d",
    "ellipkinc": "dd",
    "ellipeinc": "dd",
    "hyp0f1": "dd",
    "hyp1f1": "ddd",
    "hyp2f1": "dddd",
    # integrals
    "spence": "d",
    "expi": "d",
    "exp1": "d",
    "expn": "ld",
    "wrightomega": "d",
    # elementary functions
    "cosm1": "d",
    "exp10": "d",
    # orthogonal polynomials
    "eval_legendre": "ld",
    "eval_chebyt": "ld",
    "eval_chebyu": "ld",
    "eval_laguerre": "ld",
    "eval_genlaguerre": "ldd",
    "eval_gegenbauer": "ldd",
    "eval_jacobi": "lddd",
}


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
    for found in CELLS.values():
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


CELLS = {name: entered(name, kinds) for name, kinds in KINDS.items()}
