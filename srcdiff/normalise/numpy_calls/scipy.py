"""The functions of scipy.special, as those of the runtime that do the same.

They are known by what they are, or, where a package made them callable for Numba, by the
address of the compiled code in SciPy. Nothing here imports SciPy.
"""

from __future__ import annotations

import ctypes
import functools
import sys
from typing import Any

from numba.core.types import WrapperAddressProtocol

from srcdiff import runtime
from srcdiff.first.scipy_cells import MODULE, addresses

OTHER_NAMES = {  # those that the runtime has under another name
    "psi": "digamma",
    "jn": "jv",
    "kn": "kv",
    "exp2": "np.exp2",
    "expm1": "np.expm1",
    "log1p": "np.log1p",
    "cbrt": "np.cbrt",
}
NOT_OF_SCIPY = {
    *("chebyshev_u_slope", "exprel_slope", "gammainc_slope", "legendre_slope"),
    *("heaviside", "real_lambertw", "trigamma"),
}
OWN_NAMES = {"lambertw", "log_softmax", "logsumexp", "softmax"}.union(  # under their own names
    function.__name__ for function in runtime.ELEMENTWISE
) - NOT_OF_SCIPY


def special_name(value: Any) -> str:
    """Return how a function of scipy.special is written, "" for anything else.

    >>> import scipy.special
    >>> special_name(scipy.special.psi), special_name(scipy.special.erfinv), special_name(len)
    ('runtime.digamma', 'runtime.erfinv', '')
    """
    address = address_of(value)
    if "scipy.special" not in sys.modules or not (callable(value) or address):
        return ""
    name = functions().get(id(value), "")
    if not name and address and MODULE in sys.modules:
        name = compiled_functions().get(address, "")
    known = OTHER_NAMES.get(name, name if name in OWN_NAMES else "")
    return known if not known or "." in known else f"runtime.{known}"


def address_of(value: Any) -> int:
    """Return where the compiled code of a pointer to a function is, 0 for what is no pointer."""
    if isinstance(value, WrapperAddressProtocol):
        return int(value.__wrapper_address__())
    pointer = getattr(ctypes, "_CFuncPtr")  # noqa: B009 -- it has no public name
    return ctypes.cast(value, ctypes.c_void_p).value or 0 if isinstance(value, pointer) else 0


@functools.cache
def functions() -> dict[int, str]:
    """Return the names of the functions of scipy.special by their identity."""
    module = sys.modules["scipy.special"]
    names = sorted(OWN_NAMES | OTHER_NAMES.keys())
    return {id(getattr(module, name)): name for name in names if hasattr(module, name)}


@functools.cache
def compiled_functions() -> dict[int, str]:
    """Return the names of SciPy's compiled functions of doubles by their addresses."""
    return {
        address: name
        for (name, signature), address in addresses().items()
        if "float" not in signature and "complex" not in signature
    }
