"""What changes after a call that has kept it for the backward pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad, jvp

from . import changed_later
from .finite import check

POINTS = [np.array([0.7, 0.9, 0.45]), np.array([0.45, 0.31, 0.8])]
CASES = [f for n, f in vars(changed_later).items() if callable(f) and not n.startswith("_")]


def parts_of_saved(f: Any) -> Any:
    z = np.exp(f)
    r = z
    s = 0.0
    for k in range(3):
        r = r[:2] if k == 1 else r
        s += np.sum(r * r)
    return z, s


def written_after(x: Any) -> Any:
    y, s = parts_of_saved(x)
    y[0] *= x[1]
    return np.sum(y * y) * s


@pytest.mark.parametrize("f", CASES, ids=lambda f: f.__name__)
def test_both_modes(f: Callable[..., Any]) -> None:
    for x in POINTS:
        check(grad(f, target="python")(x.copy()), f, x)
        tangents = [jvp(f, target="python")(x.copy(), t_x)[1] for t_x in np.eye(x.size)]
        check(np.array(tangents), f, x)


def test_lists_of_parts_of_a_result() -> None:
    with pytest.raises(UnsupportedSyntax, match="may be a part of what is saved"):
        grad(written_after, target="python")(POINTS[0].copy())


def test_lengths_of_what_changes_are_read_without_copies() -> None:
    source = grad(changed_later.places_of_one_number, target="python").source(POINTS[0])
    assert "column = i % out.shape[1]" in source
    assert ".copy()" not in source
