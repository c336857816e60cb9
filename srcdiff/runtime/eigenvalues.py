"""Eigenvalues of real matrices as complex numbers; Numba has them where all of them are real."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload

from srcdiff.runtime.compilable import compilable


def eigenvalues(a: Any) -> Any:
    """Return the eigenvalues of a real matrix as complex numbers, in the order of LAPACK's geev.

    >>> eigenvalues(np.array([[0.0, -4.0], [1.0, 0.0]])).imag
    array([ 2., -2.])
    """
    return np.linalg.eigvals(a) + 0.0j


@overload(eigenvalues)  # type: ignore[untyped-decorator]
def compiled(a: Any) -> Any:
    """Return what Numba compiles: a call of LAPACK's geev, which NumPy makes as well."""
    from numba.np import linalg  # loads SciPy, which most derivatives need not

    linalg.ensure_lapack()
    geev = linalg._LAPACK().numba_ez_rgeev(a.dtype)
    by_columns, alive = linalg._copy_to_fortran_order, linalg._dummy_liveness_func
    kind, none = ord(linalg.get_blas_kind(a.dtype, "eigvals")), ord("N")

    def found(a: Any) -> Any:
        n = len(a)
        own, unused = by_columns(a), np.empty(1, a.dtype)
        real, imaginary = np.empty(n, a.dtype), np.empty(n, a.dtype)
        parts = real.ctypes, imaginary.ctypes, unused.ctypes
        failed = geev(kind, none, none, n, own.ctypes, n, *parts, 1, unused.ctypes, 1)
        if failed != 0:
            raise np.linalg.LinAlgError("the eigenvalues did not converge")
        alive([own.size, unused.size, real.size, imaginary.size])
        return real + 1j * imaginary

    return found


@compilable
def real_roots(p: Any) -> Any:
    """Return the complex roots of a polynomial with real coefficients: np.roots.

    They are the eigenvalues of the companion matrix, and 0 for each coefficient of 0 at the end.

    >>> real_roots(np.array([0.0, 1.0, 0.0, 4.0, 0.0])).imag
    array([ 2., -2.,  0.])
    """
    places = np.nonzero(p)[0]
    if len(places) == 0:
        return np.zeros(0, np.complex128)
    own = p[places[0] : places[-1] + 1]
    count = len(own) - 1
    matrix = np.zeros((count, count))
    for i in range(count):
        matrix[0, i] = -own[i + 1] / own[0]
        if i > 0:
            matrix[i, i - 1] = 1.0
    found = np.zeros(count + len(p) - 1 - places[-1], np.complex128)
    if count > 0:
        found[:count] = eigenvalues(matrix)
    return found
