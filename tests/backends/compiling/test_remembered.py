"""Looking up Numba's implementations in less time."""

import numba
import numpy as np
import pytest
from numba.core.types.functions import BaseFunction

from srcdiff import grad, vjp
from srcdiff.backends.compiling.remembered import remembered


def shifted(x, y):
    z = np.zeros(4)
    z[1:] = x * y
    return np.sum(z * z)


def mixed(x, n):
    return x**2 * n + 2 ** np.float64(n) * x + (n // 2) * x - n % 3 + x**n


def test_numba_is_as_before_afterwards():
    look_up = BaseFunction.get_call_type
    with pytest.raises(numba.TypingError), remembered():
        numba.njit(lambda x: x.no_such_method())(1.0)
    assert BaseFunction.get_call_type is look_up


def test_operators_have_the_types_of_their_operands():
    plain = numba.njit(mixed)
    given = [(1.5, 3), (np.float32(1.5), 4), (2, 3), (True, 2), (1.5, np.uint8(3))]
    with remembered():
        quick = numba.njit(mixed)
        found = [quick(*arguments) for arguments in given]
    assert [(type(v), v) for v in found] == [(type(plain(*a)), plain(*a)) for a in given]
    assert plain.nopython_signatures == quick.nopython_signatures


def test_slices_of_other_sizes_are_refused():
    derivative = grad(shifted)
    x = np.array([1.0, 2.0, 3.0])
    assert np.allclose(derivative(x, x), 2.0 * x**3)
    with pytest.raises(ValueError, match="cannot assign slice from input of different size"):
        derivative(x[:2], x[:2])


def test_functions_of_the_user_still_name_the_shapes():
    vjp(shifted)(np.ones(3), np.ones(3), 1.0)

    @numba.njit
    def stored(a, b):
        a[:2] = b

    with pytest.raises(ValueError, match=r"slice of shape \(2,\) from input of shape \(3,\)"):
        stored(np.zeros(2), np.zeros(3))
