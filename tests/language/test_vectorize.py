"""Functions that are made by `@vectorize` and `np.vectorize`, of numbers and of arrays."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numba import vectorize

from srcdiff import UnsupportedType, grad

from .compare import check, check_both

V = np.array([1.2, 0.4, 2.3])
M = np.arange(6.0).reshape(2, 3) / 2.0 + 0.1


@vectorize(nopython=True)  # type: ignore[untyped-decorator]
def log_gamma(x: float) -> float:
    return math.lgamma(x) * x


@vectorize  # type: ignore[untyped-decorator]
def ramp(x, k):
    return k * x * x if x > 1.5 else math.exp(-x) * k


def hinge(x, k=2.0):
    return k * x * x if x > 1.5 else 0.0


hinges = np.vectorize(hinge)


def calls(x: float) -> Any:
    return log_gamma(x) * x


@pytest.mark.parametrize("target", ["cpu", "python"])
def test_the_function_of_one_element(target: str) -> None:
    step = 1e-6
    wanted = (calls(2.5 + step) - calls(2.5 - step)) / (2 * step)
    assert grad(calls, target=target)(2.5) == pytest.approx(wanted, rel=1e-7)


def one_array(v, k):
    return np.sum(log_gamma(v) * ramp(v, k)) + ramp(k, v[0])


def broadcast(m, v):
    return np.sum(ramp(m, v) * log_gamma(m)) + np.sum(ramp(v[0], m[1:]))


def of_numpy(v, k):
    return np.sum(hinges(v, k) * hinges(v)) + np.sum(hinges(x=v) * v[0])


def made_inside(m, k):
    return np.sum(np.vectorize(hinge)(m, k)) + np.sum(np.vectorize(lambda e: e * k * e)(m[0]))


PROGRAMS: list[tuple[Any, tuple[Any, ...]]] = [
    (one_array, (V, 1.3)),
    (broadcast, (M, V)),
    (of_numpy, (V, 1.3)),
    (made_inside, (M, 1.3)),
]


@pytest.mark.parametrize(("function", "arguments"), PROGRAMS)
def test_arrays(function: Any, arguments: Any) -> None:
    check_both(function, *arguments)
    check(function, *arguments, target="cpu")


def test_other_layouts_and_no_elements() -> None:
    check_both(broadcast, np.asfortranarray(M), np.repeat(V, 2)[::2])
    assert grad(lambda v: np.sum(log_gamma(v)))(V[:0]).shape == (0,)


def test_a_function_that_is_chosen_at_run_time() -> None:
    def chosen(x):
        f = math.sin if x > 1.0 else math.cos
        g = f
        return g(x)

    for target in ("python", "cpu"):
        slope = grad(chosen, target=target)
        assert slope(0.5) == pytest.approx(-math.sin(0.5))
        assert slope(1.5) == pytest.approx(math.cos(1.5))


rounded = np.vectorize(hinge, otypes=[int])


def test_options_are_refused() -> None:
    def total(v):
        return np.sum(rounded(v))

    with pytest.raises(UnsupportedType, match="with options") as caught:
        grad(total, target="python")(V)
    assert "-->" in str(caught.value)
