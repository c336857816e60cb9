"""What Numba refuses in a function itself is not called a bug in srcdiff."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from srcdiff import UnsupportedType
from srcdiff.backends.own_limits import own_error, own_limit

SINGLE = (numba.float32[::1],)


def mixed(x):
    y = np.ones(3)
    return np.dot(y, x)


def walrus(x):
    return (y := x[0]) * y


def square(x):
    return x[0] * x[0]


def test_the_same_reason_is_a_refusal_with_its_place():
    error = own_error(mixed, SINGLE)
    assert error is not None
    refusal = own_limit(mixed, SINGLE, error)
    assert isinstance(refusal, UnsupportedType)
    assert "Numba does not compile this" in str(refusal)
    assert "return np.dot(y, x)" in str(refusal)


@pytest.mark.parametrize("f", [square, walrus], ids=["compiled", "refused for another reason"])
def test_another_reason_is_none(f):
    assert own_limit(f, SINGLE, own_error(mixed, SINGLE)) is None
