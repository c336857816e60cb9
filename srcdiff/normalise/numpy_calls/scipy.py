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

from srcdiff.runtime.external import MODULE, addresses

OTHER_NAMES = {  # those that the runtime has under another name
    "psi": "digamma",
    "jn": "jv",
    "kn": "kv",
    "exp2": "np.exp2",
    "expm1": "np.expm1",
    "log1p": "np.log1p",
    "cbrt": "np.cbrt",
}
OWN_NAMES = frozenset(  # those that it has under their own names
    (
        *("beta", "betainc", "betaincinv", "betaln", "binom", "boxcox", "boxcox1p", "chdtr"),
        *("chdtrc", "cosm1", "dawsn", "digamma", "ellipe", "ellipeinc", "ellipk", "ellipkinc"),
        *("ellipkm1", "entr", "erf", "erfc", "erfcinv", "erfcx", "erfi", "erfinv"),
        *("eval_chebyt", "eval_chebyu", "eval_gegenbauer", "eval_genlaguerre", "eval_jacobi"),
        *("eval_laguerre", "eval_legendre", "exp1", "exp10", "expi", "expit", "expn", "exprel"),
        *("gamma", "gammainc", "gammaincc", "gammainccinv", "gammaincinv", "gammaln", "huber"),
        *("hyp0f1", "hyp1f1", "hyp2f1", "i0", "i0e", "i1", "i1e", "inv_boxcox"),
        *("inv_boxcox1p", "iv", "ive", "j0", "j1", "jv", "k0", "k0e", "k1", "k1e", "kl_div"),
        *("kv", "kve", "lambertw", "log_expit", "log_ndtr", "log_softmax", "loggamma", "logit"),
        *("logsumexp", "modstruve", "ndtr", "ndtri", "owens_t", "pdtr", "pdtrc", "poch"),
        *("polygamma", "pseudo_huber", "rel_entr", "rgamma", "softmax", "spence", "stdtr"),
        *("stdtrit", "struve", "wrightomega", "xlog1py", "xlogy", "y0", "y1", "yv", "zeta"),
    )
)


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
