"""Reductions that are asked for in double precision."""

from __future__ import annotations

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad

from ...language.compare import check, check_both

M = np.array([[1.0, 2.0, 0.5], [0.3, 1.2, 2.5]])


def efficiency(v, w):
    error = np.sum((v - w) ** 2, axis=0, dtype=np.float64)
    spread = np.sum((w - np.mean(w, axis=0, dtype=np.float64)) ** 2, axis=0, dtype=float)
    return 1.0 - error / spread + np.std(v, dtype=np.float64)


def of_matrices(m):
    sums = np.sum(m, axis=1, keepdims=True, dtype=np.float64)
    return np.prod(m / sums, dtype=np.float64) + np.sum(np.var(m, axis=0, dtype=np.float64))


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_in_double_precision(target: str) -> None:
    check(efficiency, M[0], M[1], target=target)
    check(of_matrices, M, target=target)


def test_forward_mode() -> None:
    check_both(efficiency, M[0], M[1])


def test_single_precision_stays_in_arguments() -> None:
    v, w = M.astype(np.float32)
    found = grad(efficiency, target="python")(v, w)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, grad(efficiency, target="python")(*M), rtol=1e-5)


def counted_from_both_ends(m):
    whole = np.sum(m, axis=(0, -1)) * np.mean(m, axis=(-1, 0, 1))
    return whole[0] * np.max(m, axis=(0, -1), keepdims=True)[0, 1, 0]


def test_axes_that_are_counted_from_both_ends() -> None:
    check_both(counted_from_both_ends, M.reshape(1, 2, 3))
    with pytest.raises(UnsupportedSyntax, match="counted from both ends"):
        grad(lambda m: np.sum(np.sum(m, axis=(1, -1))), target="python")(M.reshape(1, 2, 3))
