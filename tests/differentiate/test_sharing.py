"""Results that are, or may be, memory of their operands: NumPy's aliasing is kept, or refused."""

from __future__ import annotations

import linecache
from itertools import product
from typing import Any

import numpy as np
import pytest

from srcdiff import SrcdiffError, grad, jvp, vjp

from ..sample import sample
from .finite import slope

X = np.array([0.3, -0.7, 1.1, 0.4])
A = np.arange(9.0).reshape(3, 3) / 5.0 + 0.1
VALUES = (
    *("np.diag(a)", "np.diagonal(a)", "a.diagonal()", "np.diag(a, 1)", "np.atleast_1d(x)"),
    *("np.broadcast_to(x, (2, 4))", "np.atleast_2d(x)", "np.asarray(x)", "np.ravel(a)"),
    *("a.ravel()", "np.ravel(a.T)", "a.flatten()", "a.reshape(9)", "a.T.reshape(9)"),
    *("np.reshape(a, (9,))", "a.T", "np.transpose(a)", "a.transpose(1, 0)", "np.flip(x)"),
    *("np.swapaxes(a, 0, 1)", "np.moveaxis(a, 0, 1)", "np.flipud(a)", "np.fliplr(a)"),
    *("np.rot90(a)", "np.squeeze(a[:1], axis=0)", "np.expand_dims(x, 0)", "np.split(x, 2)[0]"),
    *("np.array_split(x, 3)[1]", "np.hsplit(a, 3)[1]", "np.vsplit(a, 3)[1]", "np.real(x)"),
    *("x.real", "np.ascontiguousarray(x)", "np.asfortranarray(a)", "x.astype(float)"),
    *("np.array(x)", "np.nan_to_num(x)", "np.clip(x, -5, 5)", "np.roll(x, 0)", "np.tril(a)"),
    *("np.concatenate((x,))", "np.hstack((x,))", "np.stack((x,))[0]", "np.tile(x, 1)"),
    *("np.repeat(x, 1)", "np.where(x > -9, x, x)", "np.maximum(x, x)", "+x", "np.copy(x)"),
    *("x[:]", "x[...]", "x[None]", "x[x > -9]", "x[np.arange(4)]", "np.sort(x)"),
    *("np.take(x, np.arange(4))", "np.append(x, 1.0)", "np.delete(x, 0)", "np.round(x, 3)"),
    *("np.conj(x)", "x.conj()", "np.meshgrid(x, x)[0]", "np.pad(x, 0)", "np.abs(x)", "abs(x)"),
    *("np.einsum('i->i', x)", "np.einsum('ij->ji', a)", "np.kron(x, np.ones(1))", "x.copy()"),
    *("1.0 * x", "1 * x", "x**1", "x / 1", "x + 0.0", "x - 0.0", "1.0 * x[0:]", "1.0 * a[0]"),
)
WAYS = {
    "operand written": (
        "x[:] = 2.0 * x[::-1].copy()",
        "a[:] = a * 3.0",
        "return np.sum(y * y) + np.sum(x * 1.0) * x[0]",
    ),
    "result written": (
        "y[...] = y * y * 2.0",
        "return np.sum(y * y) + np.sum(x * x * x) + np.sum(a * a)",
    ),
    "elements written": (
        "z = y * 1.0",
        "x[0] = 0.3",
        "a[0] = 0.4",
        "a[1, 1] = a[0, 2] * a[2, 2]",
        "y = np.sin(y)",
        "return np.sum(y * y * z)",
    ),
}


def program(value: str, way: str) -> Any:
    """Return a function that writes to what a value is made of, or to the value."""
    text = "\n    ".join(["def f(x, a):", f"y = {value}", *WAYS[way]])
    name = f"<sharing {value} {way}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    namespace = {"np": np}
    exec(compile(text, name, "exec"), namespace)
    return namespace["f"]


@pytest.mark.parametrize(("way", "value"), sample([*product(WAYS, VALUES)], 2))
def test_aliasing_is_that_of_numpy(value: str, way: str) -> None:
    function = program(value, way)
    try:
        expected = [slope(function, (X, A), place) for place in (0, 1)]
    except ValueError as error:  # NumPy does not write to it
        assert "read-only" in str(error)
        return
    try:
        found = grad(function, wrt=(0, 1), target="python")(X.copy(), A.copy())
        pushed = jvp(function, (0, 1), target="python")(
            X.copy(), A.copy(), np.ones_like(X), np.ones_like(A)
        )
    except SrcdiffError as error:
        assert "share" in str(error) or "stands for" in str(error)
        return
    for own, wanted in zip(found, expected, strict=True):
        np.testing.assert_allclose(own, wanted, rtol=1e-6, atol=1e-6)
    total = sum(np.sum(wanted) for wanted in expected)
    np.testing.assert_allclose(pushed[1], total, rtol=1e-6, atol=1e-6)


def state(x):
    result = np.zeros(6)
    places, speeds = result[:4].reshape(2, 2), result[4:]
    for i in range(2):
        places[i] = x[2 * i : 2 * i + 2] * x[3]
        speeds[i] = places[i, 0] * places[i, 1]
    return np.sum(result * result)


def flat(x):
    table = np.empty((2, 2))
    every = table.ravel()
    for k in range(4):
        every[k] = x[k] * x[3 - k]
    table[0] += table[1]
    for i in range(2):
        for j in range(2):
            table[i] -= table[j] * 0.3
            table[j] += table[i]
    return np.sum(table[0] * table[1])


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("function", [state, flat])
def test_other_shapes_are_views(function: Any, target: str) -> None:
    found = grad(function, target=target)(X.copy())
    np.testing.assert_allclose(found, slope(function, (X,), 0), rtol=1e-7, atol=1e-7)


@pytest.mark.parametrize("value", VALUES)
def test_cotangents_stay_as_they_are(value: str) -> None:
    """The adjoint of what a result is made of is changed, as its elements are read as well."""
    lines = ["x = np.sin(x)", "a = np.sin(a)", f"return x[1] * a[2, 1], {value}"]
    text = "\n    ".join(["def f(x, a):", *lines])
    name = f"<cotangent {value}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    namespace = {"np": np}
    exec(compile(text, name, "exec"), namespace)
    function = namespace["f"]
    given = 2.0, 1.0 + np.arange(np.size(function(X, A)[1])).reshape(function(X, A)[1].shape)
    before = given[1].copy()
    try:
        derivative = vjp(function, wrt=(0, 1), target="python")
        found = derivative(X.copy(), A.copy(), given)
    except SrcdiffError:
        return  # where the result may be memory of its operand

    def whole(x: np.ndarray, a: np.ndarray) -> float:
        number, array = function(x, a)
        return float(given[0] * number + np.sum(before * array))

    assert np.array_equal(given[1], before)
    for place in (0, 1):
        np.testing.assert_allclose(found[place], slope(whole, (X, A), place), atol=1e-7)
