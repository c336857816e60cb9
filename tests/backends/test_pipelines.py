"""Numba's passes for generated source."""

import numba
import numpy as np
import pytest
from numba.core.bytecode import FunctionIdentity

from srcdiff import grad, insert_grad_of, vjp
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


def turned(a, w):
    b = a
    c = np.eye(2) + a
    if a[0, 0] >= 0.0:
        for k in range(2):
            b = np.arctan2(a, b) - c * w[k]
    return np.linalg.norm(1.0 + b**2)


def turned_and_printed(a, w):
    with insert_grad_of(a) as d_a:
        print(d_a[0, 0])
    return turned(a, w)


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


@pytest.mark.parametrize("function", [turned, turned_and_printed])
def test_an_array_whose_order_in_memory_changes_in_a_loop_is_compiled(function):
    """Numba takes a result for one in Fortran's order, and then does not allocate it."""
    a = np.asfortranarray([[0.5, 1.5], [-0.5, 2.0]])
    w = np.array([0.5, 0.25])
    found = grad(function)(a, w)
    assert np.allclose(found, grad(function, target="python")(a, w), rtol=1e-12)
    assert np.allclose(found, grad(function)(np.ascontiguousarray(a), w), rtol=1e-12)


def test_what_functions_call_is_found_through_others():
    assert reached("f", {"f": {"g"}, "g": {"f"}}) == {"f", "g"}
