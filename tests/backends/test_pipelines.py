"""Numba's passes for generated source."""

import numba
import numpy as np
import pytest
from numba.core.bytecode import FunctionIdentity

from srcdiff import grad, vjp
from srcdiff.backends.pipelines import LEFT_OUT, is_plain, reached


def straight(x, y):
    z = x * y
    return z + 1.0 if z > 0.0 else -z


def with_list(x):
    return np.array([x, 2.0 * x])


def with_function(x):
    def twice(y):
        return 2.0 * y

    return twice(x)


def with_block(x):
    with numba.objmode(y="float64"):
        y = x + 1.0
    return y


def weighted(x, w):
    total = 0.0
    for k in range(x.size):
        total += w * x[k] ** 2
    return total + np.sum(np.sin(x) * w - x)


def passes_of(derivative):
    """Return the names of the passes that have compiled a derivative, without their numbers."""
    (found,) = derivative.overloads.values()
    return {title.partition("_")[2] for title in found.metadata["pipeline_times"]["nopython"]}


@pytest.mark.parametrize("function", [with_list, with_function, with_block])
def test_what_has_passes_of_its_own_gets_all_of_them(function):
    assert not is_plain(FunctionIdentity.from_function(function))


def test_other_functions_need_few():
    assert is_plain(FunctionIdentity.from_function(straight))


def test_derivatives_are_compiled_by_the_passes_that_they_need():
    derivative = vjp(weighted)
    x = np.array([0.5, -1.0, 2.0])
    assert np.allclose(derivative(x, 1.5, 1.0), 3.0 * x + 1.5 * np.cos(x) - 1.0)
    used = passes_of(derivative)
    assert "array_arithmetic" in used
    assert not used & {kind._name for kind in LEFT_OUT}


def test_numba_has_all_passes_afterwards():
    assert np.isclose(grad(straight)(1.5, 2.0), 2.0)
    assert np.array_equal(numba.njit(with_list)(1.5), [1.5, 3.0])
    assert numba.njit(with_function)(1.5) == 3.0


def test_what_functions_call_is_found_through_others():
    assert reached("f", {"f": {"g"}, "g": {"f"}}) == {"f", "g"}
