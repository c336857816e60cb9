"""Parts of an array that become other parts of it: as if copied first, or refused."""

from __future__ import annotations

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad, jvp

from ...differentiate.finite import check_both_modes, of_text

X = np.arange(16.0).reshape(4, 4) * 0.1 + 1.0
WEIGHTS = "np.arange(16.0).reshape(4, 4)"

CROSSING = [
    "x[1] = x[:, 3]",
    "x[:, 1] = x[2]",
    "row = x[0]\n    x[:, 1] = row",
    "row = x[2]\n    row[:] = x[:, 1]",
    "other = x.T\n    other[0] = x[0]",
    "x[0, :2] = x[0, ::2]",
    "k = 2\n    x[0, :2] = x[0, ::k]",
    "column = x[:, 2]\n    x[0, ...] = column",
]
SAFE = [
    "x[0, 1:] = x[0, :-1]",
    "x[0, :-1] = x[0, 1:]",
    "x[0] = x[1]",
    "x[:, 0] = x[:, 1]",
    "x[0] = x[0, ::-1]",
    "x[:, :] = x.T",
    "x[1:] = x[:-1]",
    "x[1] = x[:, 3].copy()",
    "x[0, :2] = x[0, 2:]",
    "row = x[1]\n    row[1:] = row[:-1]",
    "row = x[1]\n    x[0] = row",
    "x[0] += x[1]",
    "v = x[1:]\n    v[:] += x[1:]",
    "x[0, :2] -= x[0, 2:]",
]


def written(body: str) -> str:
    return f"{body}\n    return np.sum(x * x * {WEIGHTS})"


@pytest.mark.parametrize("body", CROSSING)
def test_parts_at_other_distances_are_refused(body: str) -> None:
    function = of_text(written(body))
    for derivative, arguments in ((grad, (X,)), (jvp, (X, X))):
        with pytest.raises(UnsupportedSyntax, match="whose elements may lie at other distances"):
            derivative(function, target="python")(*arguments)


@pytest.mark.parametrize(
    "body",
    [
        "x[1:] += x[:-1]",
        "row = x[0]\n    row[1:] -= row[:-1]",
        "v = x[1:]\n    x[:-1] += v",
        "v = x[1:]\n    w = v[:]\n    x[1:] += w",
    ],
)
def test_parts_that_other_parts_change(body: str) -> None:
    check_both_modes(of_text(written(body)), X)


@pytest.mark.parametrize("body", SAFE)
def test_parts_at_the_same_distances(body: str) -> None:
    check_both_modes(of_text(written(body)), X)


def test_parts_at_the_same_distances_compiled() -> None:
    check_both_modes(of_text(written("x[0, 1:] = x[0, :-1]\n    x[:, :] = x.T")), X, target="cpu")
