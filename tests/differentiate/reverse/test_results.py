"""`has_aux`: what a function returns beside the number that is differentiated."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit

import srcdiff
from srcdiff import grad, value_and_grad

X = np.array([1.0, 3.0, 2.0])


def written_later(a):
    b = a * 2
    c = b[1:]
    c *= 3.0
    total = np.sum(b**2)
    c += 1.0
    return total, (b, c, np.argsort(a))


def written_in_loops(a):
    trace = []
    for _ in range(2):
        for i in range(len(a)):
            a[i] = a[i] * a[i]
        trace.append(np.sum(a))
    return trace[-1], (a, trace, None, 3)


def same_value(a):
    total = np.sum(a * a)
    return total, (total, [total, a[0]])


def without_derivative(a):
    order = np.argsort(a)
    half = a[0] // 2.0
    return a[0] ** 2, (order[0], half)


def close(found, expected):
    if isinstance(expected, (tuple, list)):
        pairs = zip(found, expected, strict=True)
        return type(found) is type(expected) and all(close(a, b) for a, b in pairs)
    return found is None if expected is None else np.allclose(found, expected)


@pytest.mark.parametrize(
    "function", [written_later, written_in_loops, same_value, without_derivative]
)
def test_others_are_those_of_the_function(function):
    expected = function(X.copy())

    def alone(a):
        return function(a)[0]

    gradient = grad(alone, target="python")(X)
    found, others = grad(function, has_aux=True, target="python", verify=True)(X)
    np.testing.assert_allclose(found, gradient)
    assert close(others, expected[1])
    result, found = value_and_grad(function, has_aux=True, target="python", verify=True)(X)
    np.testing.assert_allclose(found, gradient)
    assert close(result, expected)


def test_in_compiled_code():
    slope = value_and_grad(written_later, has_aux=True)

    @njit
    def caller(a):
        (total, (b, _, order)), d_a = slope(a)
        return total + b[order[0]] + d_a[1]

    total, (b, _, order) = written_later(X)
    assert caller(X) == total + b[order[0]] + grad(written_later, has_aux=True)(X)[0][1]


@pytest.mark.parametrize("result", ["x", "(x, x, x)", "(1, x)", "[x, x]"])
def test_what_is_no_pair_is_refused(result, tmp_path, monkeypatch):
    name = f"no_pair_{abs(hash(result))}"
    (tmp_path / f"{name}.py").write_text(f"def f(x):\n    return {result}\n")
    monkeypatch.syspath_prepend(tmp_path)
    function = __import__(name).f
    with pytest.raises(srcdiff.WrongCall, match="with `has_aux` a function returns"):
        grad(function, has_aux=True, target="python")(2.0)
