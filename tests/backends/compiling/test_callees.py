"""Compiling functions that only other compiled functions call."""

import numba
import numpy as np
from numba.core.compiler import Compiler
from numba.typed import List

from srcdiff import grad
from srcdiff.backends.compiling.callees import CalleeLibrary, is_of_numba, numba_as_callee


def volume(a, b, c):
    return np.sum(np.cross(a, b) * c) + np.mean(np.sort(a)) + np.median(b)


def total(items):
    found = 0.0
    for item in items:
        found += item
    return found


def test_numba_is_as_before_afterwards():
    define = Compiler.define_pipelines
    with numba_as_callee():
        assert Compiler.define_pipelines is not define
    assert Compiler.define_pipelines is define


def test_functions_of_numba_are_found_by_their_modules():
    def named(module, name="f"):
        return type("Function", (), {"modname": module, "func_name": name})()

    names = ["numba.np.arraymath", "srcdiff.runtime.memory"]
    assert all(is_of_numba(named(n)) for n in names)
    assert is_of_numba(named("mine", "__numba_array_expr_0x7f"))
    names = ["numba.typed.typedlist", "numba_scipy.special", "mine"]
    assert not any(is_of_numba(named(n)) for n in names)


def test_functions_of_the_user_can_call_what_a_derivative_has_compiled():
    a, b, c = np.array([[1.0, 2.0, 3.0], [0.5, -1.0, 2.0], [1.5, 0.2, -0.7]])
    derivative = grad(volume, wrt="c")
    first = derivative(a, b, c)
    assert np.allclose(first, np.cross(a, b))

    @numba.njit
    def own(a, b, c):
        return np.cross(a, b), volume_of(a, b, c)

    volume_of = numba.njit(volume)
    found, value = own(a, b, c)
    assert np.allclose(found, first)
    assert np.isclose(value, volume(a, b, c))
    assert np.isclose(volume_of(a, b, c), value)


def scaled(x, w):
    for _ in range(3):
        x = np.tanh(x * w) + 0.5 * x
    return x


def combined(x, w):
    return scaled(x, w) * scaled(w, x)


def test_functions_that_stay_apart_compute_the_same(monkeypatch):
    expected = grad(combined, wrt=("x", "w"), cache=False)(0.5, 0.75)
    monkeypatch.setattr(CalleeLibrary, "largest", 1)
    apart = grad(combined, wrt=("x", "w"), cache=False, fastmath={"arcp"})
    assert apart(0.5, 0.75) == expected


def test_containers_of_numba_are_called_from_python_afterwards():
    with numba_as_callee():
        numba.njit(total)(List([1.0, 2.0]))
    items = List([1.0])
    items.append(2.5)
    assert numba.njit(total)(items) == 3.5
    assert items.pop() == 2.5
