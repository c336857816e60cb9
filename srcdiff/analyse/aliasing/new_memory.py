"""Which operations give arrays in memory of their own."""

from __future__ import annotations

import numpy as np

from srcdiff import runtime
from srcdiff.analyse.types.types import Types, is_complex
from srcdiff.core.operations import ALLOCATORS, OPERATORS, Operation, is_method
from srcdiff.syntax import dotted, number

NEW_FUNCTIONS = (
    *("angle", "append", "arange", "argmax", "argmin", "bincount", "clip"),
    *("column_stack",),
    *("convolve", "correlate", "cov", "cross", "delete", "diag", "diff", "digitize", "dstack"),
    *("eye", "full", "hstack", "identity", "interp", "kron", "linspace", "logspace", "max"),
    *("mean", "median", "min", "nonzero", "prod", "roll", "round", "searchsorted", "std", "sum"),
    *("take", "trace", "tri", "tril", "triu", "unique", "vander", "var", "vdot", "vstack"),
    *("ediff1d", "extract", "geomspace", "kron", "nancumprod", "nancumsum", "nanpercentile"),
    *("nanquantile", "sinc", "unwrap", "where"),
)
NEW_IN_LINALG = (
    *("cholesky", "eig", "eigh", "eigvals", "eigvalsh", "inv", "lstsq", "pinv", "qr", "solve"),
    *("svd",),
)
NEW = {  # functions of arrays whose results are arrays of their own
    np.argsort,
    np.array,
    np.concatenate,
    np.copy,
    np.cumprod,
    np.cumsum,
    np.dot,
    np.full_like,
    np.outer,
    np.repeat,
    np.sort,
    np.stack,
    *(getattr(np, name) for name in NEW_FUNCTIONS),
    *(getattr(np.linalg, name) for name in NEW_IN_LINALG),
    *(runtime.max_along, runtime.min_along, runtime.prod_along, runtime.mean_along),
    *(runtime.var_along, runtime.std_along, runtime.norm_along),
    *(
        runtime.cross_of_pairs,
        runtime.cumprod_along,
        runtime.matrix_power,
        runtime.tile,
        runtime.polyval,
    ),
    *(runtime.logsumexp_along, runtime.softmax, runtime.softmax_along),
    *(runtime.log_softmax, runtime.log_softmax_along, runtime.quantile, runtime.percentile),
    runtime.median,
    runtime.stop_gradient,
    runtime.matrix_function,
    runtime.singular_value_function,
}
BY_NUMBER = {np.diff: 0, runtime.matrix_power: 1}  # for which they give the array itself
NEW_METHODS = {"argsort", "astype", "cumprod", "cumsum", "flatten", "nonzero", "repeat"}


def is_diagonal(found: Operation, types: Types) -> bool:
    """Return True if an operation gives the diagonal of a matrix, of which NumPy makes a view."""
    return found.function is np.diag and types.ndim(dotted(found.operands[0])) == 2


def is_conjugate(found: Operation, types: Types) -> bool:
    """Return True if an operation gives the conjugates of complex numbers."""
    return found.function is np.conj and is_complex(types[dotted(found.operands[0])])


def is_new(found: Operation) -> bool:
    """Return True if an operation gives an array in new memory."""
    if is_method(found) and found.function is None:
        return found.name.split(".")[-1] in NEW_METHODS
    if is_method(found) and found.function is np.conj:
        return False  # of real numbers it is the array itself
    if found.function in BY_NUMBER and len(found.operands) > 1:
        return number(found.operands[1]) not in (None, BY_NUMBER[found.function])
    operators = (*ALLOCATORS, *NEW, *OPERATORS.values(), np.ndarray.flatten)
    if isinstance(found.function, np.ufunc) or found.function in runtime.ELEMENTWISE:
        return True
    return found.function in operators
