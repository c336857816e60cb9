"""Tests of srcdiff.analyse.checks.partners: constant arrays in lists of arrays that vary."""

from collections.abc import Callable

import numpy as np
import pytest

import srcdiff

X = np.array([0.3, 1.2, 0.7])


def appended(x: np.ndarray, q: list[np.ndarray]) -> float:
    kept = [x]
    for a in q:
        kept.append(a)
    return np.sum(kept[1] * kept[0])


def stored(x: np.ndarray, q: list[np.ndarray]) -> float:
    kept = [x, x]
    kept[0] = q[0]
    return np.sum(kept[1] * kept[0])


def written_out(x: np.ndarray, q: list[np.ndarray]) -> float:
    kept = [q[0], x]
    return np.sum(kept[1] * kept[0])


def copied(x: np.ndarray, q: list[np.ndarray]) -> float:
    kept = [a.copy() for a in q]  # what the refusals advise
    kept.append(x)
    return np.sum(kept[0] * kept[-1])


def joined(x: np.ndarray, q: list[np.ndarray]) -> float:
    kept = q + [x]  # noqa: RUF005 -- what people write
    return np.sum(kept[0] * kept[-1])


def of_a_list(x: np.ndarray, q: list[np.ndarray]) -> float:
    kept = list(q)
    kept.append(x)
    return np.sum(kept[0] * kept[-1])


def extended(x: np.ndarray, q: list[np.ndarray]) -> float:
    kept = [x]
    kept.extend(q)
    return np.sum(kept[1] * kept[0])


def chosen(x: np.ndarray, q: list[np.ndarray]) -> float:
    kept = [x]
    if x[0] > 0.0:
        kept = q
    return np.sum(kept[0] * x)


@pytest.mark.parametrize("function", [appended, stored, written_out, copied, extended])
def test_arrays_of_an_argument(function: Callable[..., float]) -> None:
    given = [2.0 * X, X + 1.0]
    assert np.allclose(srcdiff.grad(function, target="python")(X, given), given[0])
    _, rate = srcdiff.jvp(function, target="python")(X, given, np.ones(3))
    assert np.isclose(rate, np.sum(given[0]))
    assert np.array_equal(given, [2.0 * X, X + 1.0])


@pytest.mark.parametrize("kind", [srcdiff.grad, srcdiff.jvp])
@pytest.mark.parametrize("function", [joined, of_a_list, chosen])
def test_lists_without_derivatives_are_refused(
    function: Callable[..., float], kind: Callable[..., Callable[..., object]]
) -> None:
    given = [2.0 * X, X + 1.0]
    tangents = [np.ones(3)] if kind is srcdiff.jvp else []
    with pytest.raises(srcdiff.SrcdiffError, match="list of arrays without derivatives"):
        kind(function, target="python")(X, given, *tangents)
    assert np.array_equal(given, [2.0 * X, X + 1.0])
