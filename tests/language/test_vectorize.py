"""Functions that are made by `@vectorize`, called with numbers."""

from __future__ import annotations

import math
from typing import Any

import pytest
from numba import vectorize

from srcdiff import grad


@vectorize(nopython=True)  # type: ignore[untyped-decorator]
def log_gamma(x: float) -> float:
    return math.lgamma(x) * x


def calls(x: float) -> Any:
    return log_gamma(x) * x


@pytest.mark.parametrize("target", ["cpu", "python"])
def test_the_function_of_one_element(target: str) -> None:
    step = 1e-6
    wanted = (calls(2.5 + step) - calls(2.5 - step)) / (2 * step)
    assert grad(calls, target=target)(2.5) == pytest.approx(wanted, rel=1e-7)
