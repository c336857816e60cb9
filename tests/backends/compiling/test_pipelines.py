"""Numba's passes for generated source."""

import math

import numba
import numpy as np
import pytest
from numba.core.bytecode import FunctionIdentity

from srcdiff import grad, insert_grad_of, vjp
from srcdiff.backends.compiling.pipelines import LEFT_OUT, DerivativeCompiler, is_plain, reached


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


def test_what_functions_call_is_found_through_others():
    assert reached("f", {"f": {"g"}, "g": {"f"}}) == {"f", "g"}


def of_several_kinds(x):
    a = 2
    b = a
    a = x * a
    a = (a, b)
    b = a[1] + 0.5
    a = a[0] - b
    return a * b


def carried(n, x):
    total = x
    before = 1.0
    for k in range(n):
        total = total * 0.5 + before  # the value of the last round
        before = total
        before = before + k
        total = total - before
    return total + before


def exchanged(n, x):
    a = x
    b = 2.0
    a, b = b, a
    while n > 0:
        a, b = b, a + b
        b, a = a * 0.5, b
        n = n - 1
        n = n - 1
    return a - 2.0 * b


def in_branches(n, x):
    y = x
    y = y + 1.0
    if n > 2:
        y = y * x
        y = y * y
    elif n > 1:
        x = y - x
        x = x * y
    y = y + x
    y = y - 1.0 / x
    return y


def of_arrays(n, x):
    a = np.full(n, x)
    a = a * 2.0
    for k in range(n):
        a = a + 1.0
        a[k] = k
        a = np.sin(a)
        a[k] *= x
    a = a[: n - 1]
    a = a[1:]
    return a.sum()


def raised(n, x):
    x = x + 1.0
    if n > 1:
        n = n - 1
        x = x - n
        if x < 0.0:
            raise ValueError(n)
    x = math.sqrt(x)
    x = x + n
    return x


CASES = [
    (of_several_kinds, (1.5,)),
    *((carried, (n, 0.3)) for n in range(3)),
    *((exchanged, (n, 0.3)) for n in range(5)),
    *((in_branches, (n, 1.7)) for n in range(1, 4)),
    *((of_arrays, (n, 0.3)) for n in range(1, 5)),
    *((raised, (n, 3.5)) for n in range(4)),
]


@pytest.mark.parametrize(("function", "given"), CASES)
def test_values_are_those_of_python(function, given):
    compiled = numba.njit(pipeline_class=DerivativeCompiler)(function)
    assert compiled(*given) == pytest.approx(function(*given), rel=1e-14)


def test_exceptions_are_those_of_python():
    compiled = numba.njit(pipeline_class=DerivativeCompiler)(raised)
    with pytest.raises(ValueError, match="1"):
        compiled(2, -3.0)
