"""Arrays that are saved in lists, in the layout that Numba finds for them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ...language.compare import check

A = np.arange(18.0).reshape(2, 3, 3) / 9.0 + 3.0 * np.eye(3)


def inverses(a, n):
    total = 0.0
    for k in range(n):
        for j in range(k + 1):
            inverse = np.linalg.inv(a[k] + j * a[j])
            total += np.sum(inverse * inverse)
    return total


def parts(a, n):
    total = 0.0
    for k in range(n):
        turned = np.exp(np.transpose(a[k:, :, :1]))
        total += np.sum(turned * turned * a[0, 0, 1])
    return total


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("function", [inverses, parts])
def test_layouts(function: Any, target: str) -> None:
    check(function, A, 2, target=target)
