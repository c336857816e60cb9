"""Lists of arrays as results: cotangents and tangents are lists of arrays, too."""

from collections.abc import Callable

import numpy as np
import pytest

import srcdiff

X = np.array([0.3, 1.2, 0.7])


def growing(x: np.ndarray, h: float) -> list[np.ndarray]:
    states = [x]
    for k in range(3):
        states.append(states[-1] + h * states[-1] * (k + 1.0))
    return states


def comprehended(x: np.ndarray, h: float) -> list[np.ndarray]:
    return [x[k:] * h for k in range(3)]


def on_some_paths(x: np.ndarray, h: float) -> list[np.ndarray]:
    if h > 0.5:
        return [x]
    return [x * h, np.sin(x)]


def views(x: np.ndarray, h: float) -> list[np.ndarray]:
    parts = [x[:2], x[1:]]
    parts[0][1] *= h
    return parts


def one_array_twice(x: np.ndarray, h: float) -> list[np.ndarray]:
    y = x * h
    return [y, x, y]


def changed(x: np.ndarray, h: float) -> list[np.ndarray]:
    kept = [x, x * x, h * x]
    kept.pop(0)
    kept.insert(0, x * 5.0)
    kept[1], kept[2] = kept[2], kept[1]
    return kept


def beside_others(x: np.ndarray, h: float) -> tuple[float, list[np.ndarray], np.ndarray]:
    kept = [x * h]
    kept.append(kept[0] * x)
    return np.sum(kept[1]), kept, x[:2]


def constant(x: np.ndarray, h: float) -> tuple[list[np.ndarray], float]:
    return [np.ones(2), np.zeros(3)], h * x[0]


FUNCTIONS = [
    growing,
    comprehended,
    on_some_paths,
    views,
    one_array_twice,
    changed,
    beside_others,
    constant,
]


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_derivatives(function: Callable[..., object], target: str) -> None:
    srcdiff.check_grads(function, (X, 0.4), wrt=(0, 1), target=target)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_forms(target: str) -> None:
    product = srcdiff.vjp(on_some_paths, wrt="x", target=target)
    np.testing.assert_allclose(product(X, 0.4, [X, X]), 0.4 * X + np.cos(X) * X)
    np.testing.assert_allclose(product(X, 0.6, [X]), X)
    value, rate = srcdiff.jvp(on_some_paths, wrt="x", target=target)(X, 0.4, X)
    assert isinstance(rate, list)
    np.testing.assert_allclose(value, [0.4 * X, np.sin(X)])
    np.testing.assert_allclose(rate, [0.4 * X, np.cos(X) * X])


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_cotangents_that_do_not_fit(target: str) -> None:
    product = srcdiff.vjp(on_some_paths, target=target)
    with pytest.raises(srcdiff.WrongShape, match="not the length of the result"):
        product(X, 0.4, [X])
    with pytest.raises(srcdiff.WrongShape, match="not the shape of the result"):
        product(X, 0.4, [X, X[:2]])
    with pytest.raises(srcdiff.WrongCall, match="cannot be"):
        product(X, 0.4, (X, X))


def test_complex_arrays_are_refused_in_reverse_mode() -> None:
    z = X + 1j
    with pytest.raises(srcdiff.WrongCall, match="a list of complex arrays"):
        srcdiff.vjp(growing, target="python")(z, 0.4, [z, z, z, z])
    _, rate = srcdiff.jvp(growing, target="python")(z, 0.4, z)
    np.testing.assert_allclose(rate[1], 1.4 * z)
