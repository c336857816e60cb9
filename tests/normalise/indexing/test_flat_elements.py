"""`.flat`: elements in one row, read, looped over and written."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad

from ...language.compare import check, check_both

M = np.array([[0.3, 1.1, 0.7], [0.9, 0.4, 1.3], [0.5, 0.8, 0.15]])
C = (np.arange(24.0) + np.sin(np.arange(24.0))).reshape(2, 3, 4) / 10.0


def with_diagonal(a, s):
    a.flat[:: a.shape[1] + 1] = s
    a.flat[:: a.shape[1] + 1] += 0.5 * s
    return a


def diagonal(m, s):
    a = with_diagonal(m * s, s)
    return np.sum(a * a * m)


def loops(m, s):
    total = 0.0
    for e in m[:, 1:].flat:
        total = total * s + e
    for k, (e, f) in enumerate(zip(m.flat, m.T.flat, strict=True)):
        total += k * e * e * f
    return total + sum(e * e for e in m.flat) * max(m.flat) + len(m.flat) * s


def elements(m, s):
    a = m.T * s  # not in the order of rows
    a.flat[2] = s
    kept = a.flat[1:3]
    for k in range(a.size):
        if a.flat[k] > 1.0:
            a.flat[k] *= s
    a[1:, 1:].flat[-1] += m.flat[-2]
    return np.sum(a * m) * kept[0] * kept[1] + np.array(m.flat)[3]


def places(c, s):
    a = c * s
    a.flat[[1, 5, -1]] = c.flat[:3] ** 2
    a[1].flat[np.ravel(a[1]) > 1.3] = s
    a[0].flat = a[1, 0]  # again from the first one
    a.flat[np.argmax(c)] -= c.flat[np.array([3, 3])][1]
    return np.sum(a * a * c)


GIVEN = [(diagonal, M), (loops, M), (elements, M), (places, C)]


@pytest.mark.parametrize(("function", "array"), GIVEN)
def test_both_modes(function: Callable[..., float], array: np.ndarray) -> None:
    check_both(function, array, 1.2)


def test_compiled() -> None:
    check(elements, M, 1.2, target="cpu")


def test_places_out_of_range_raise() -> None:
    def last(m):
        return m.flat[9]

    with pytest.raises(IndexError):
        grad(last, target="python")(M)


def test_what_is_refused_has_a_way_out() -> None:
    def named(m):
        f = m.flat
        return f[0] * f[1]

    def changed(m):
        a = m * 2.0
        for e in a.flat:
            a[0, 1] += e
        return a[0, 1]

    for function, words in ((named, "use `np.ravel"), (changed, r"range\(x.size\)")):
        with pytest.raises(UnsupportedSyntax, match=words):
            grad(function, target="python")(M)
