"""Lists of lists: what is shared stays shared, or is refused."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from srcdiff import SrcdiffError, WrongCall, grad, jvp, vjp

from .compare import check

X = np.array([1.25, 2.5])


def filled(x):
    a = [[0.0] * 3 for _ in range(len(x))]
    for i in range(len(x)):
        r = a[i]
        r[0] = x[i] ** 2
        a[i][1] = r[0] * x[0]
        a[i][2] += a[i][1]
    return sum([sum(r) for r in a]) + a[-1][1] * a[0][2]


def of_integers(x):
    a = [[0 for j in range(3)] for i in range(2)]
    b = [[0] * 3 for _ in range(2)]
    a[0][1] = x[0] * 1.5
    b[1][2] = x[1] * 2.5
    return a[0][1] * b[1][2] * x[1]


def array_of_integers(x):
    a = np.array([[0 for j in range(3)] for i in range(2)])
    b = np.array([0 for i in range(3)])
    a[0, 1] = x[0] * 1.5
    b[1] = x[0] * 1.5
    return a[0, 1] * x[1] * b[1]


def other_names(x):
    a = [[0.0, 0.0], [0.0, 0.0]]
    b = a
    c = a[:]
    d = list(a)
    e = a.copy()
    b[0][0] = x[0]
    c[0][1] = x[1]
    d[1][0] = x[0] * x[1]
    e[1][1] = x[0] ** 2
    return a[0][0] * a[0][1] + a[1][0] * a[1][1]


def shallow_copies(x):
    a = [[0.0] * 3 for _ in range(2)]
    b = a.copy()
    c = list(a)
    b[0][1] = x[0]
    c[0][2] = x[1]
    return a[0][1] * a[0][2]


def joined(x):
    a = [[x[i] * x[j] for j in range(2)] for i in range(2)]
    b = [*a, [x[0], 1.0]]
    return (a[0] + a[1])[1] + a[1][0] + (a[0] + a[1])[3] * len(a[0] + a[1]) + b[2][0]


def pairs(x):
    a = [(x[0] * i, x[1] + i) for i in range(3)]
    first, second = a[1]
    return first * second + sum([p * q for p, q in a]) + (a[0] + a[1])[1]


def rows_in_loops(x):
    a = [[1.0] * 2 for _ in range(2)]
    for row in a:
        row[0] += x[0]
    for i, row in enumerate(a):
        row[1] += x[i] * row[0]
    return sum([row[1] for row in a]) + sum([v for row in a for v in row if v > 1.0])


def as_arrays(x):
    a = [[x[i] * x[j] for j in range(2)] for i in range(2)]
    b = np.array(a)
    b[0] = b[1]
    return np.sum(a) + np.sum(a[0]) + b[0, 1] * a[0][0] + np.dot(a, x)[0] + (a[0] * x)[1]


def in_three(x):
    a = [[[x[0] * i + j * k for i in range(2)] for j in range(3)] for k in range(2)]
    a[1][2][0] *= x[1]
    return a[1][2][0] + a[0][1][1]


def change(a, v):
    a[0][1] = v


def changed_elsewhere(x):
    a = [[1.0, 2.0], [3.0, 4.0]]
    change(a, x[0])
    change(a[1:], x[1])
    t = (a, a)
    t[0][0][0] = x[0]
    return a[0][1] * a[1][1] * t[1][0][0]


def without_rows(x):
    a = [[x[0] * i + j for i in range(2)] for j in range(0)]
    return x[0] + sum([v for r in a for v in r]) + len(a)


def read_only(x):
    r = [x[0], 1.0]
    a = [r, [2.0, 3.0]]
    return a[0][0] * r[0] * a[1][1]


TAKEN = [
    *(filled, of_integers, array_of_integers, other_names, shallow_copies, joined, pairs),
    *(rows_in_loops, as_arrays, in_three, changed_elsewhere, without_rows, read_only),
]


@pytest.mark.parametrize("function", TAKEN)
def test_lists_of_lists(function: Callable[..., float]) -> None:
    check(function, X)


@pytest.mark.parametrize("function", [filled, other_names, pairs, in_three])
def test_compiled(function: Callable[..., float]) -> None:
    check(function, X, target="cpu")


def table(x):
    a = [[0.0] * 3 for _ in range(len(x))]
    for i in range(len(x)):
        a[i][0] = x[i]
        a[i][2] = x[i] ** 2
    return a


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_as_result(target: str) -> None:
    found = vjp(table, target=target)(X, np.arange(6.0).reshape(2, 3))
    np.testing.assert_allclose(found, [0.0 + 2.0 * 2.0 * 1.25, 3.0 + 5.0 * 2.0 * 2.5])


def replaced(x):
    a = [[0.0] * 3 for _ in range(2)]
    a[0] = a[1]
    a[0][1] = x[0]
    return a[1][1] * x[1]


def replaced_by_new(x):
    a = [[0.0] * 3 for _ in range(2)]
    r = a[1]
    a[1] = [1.0, 2.0, 3.0]
    r[0] = x[0]
    return a[1][0] * x[1]


def exchanged(x):
    a = [[x[i] * x[j] for j in range(2)] for i in range(2)]
    a[0], a[1] = a[1], a[0]
    return a[1][0] * x[1] + a[0][1]


def one_row_twice(x):
    a = [[0.0] * 3] * 2
    a[0][1] = x[0]
    return a[1][1]


def row_kept(x):
    r = [0.0, 0.0]
    a = [r, [1.0, 2.0]]
    r[1] = x[0]
    return a[0][1] * x[1]


def row_kept_from_before(x):
    r = [0.0, 0.0]
    s = 0.0
    for i in range(2):
        a = [r, [1.0, 2.0]]
        a[0][0] += x[i]
        s += a[0][0] ** 2
    return s


def rows_of_two_lists(x):
    a = [[0.0, 0.0], [0.0, 0.0]]
    b = a + a
    b[0][1] = x[0]
    return a[0][1] * x[1] + b[2][1] * x[1]


def longer_row(x):
    a = [[0.0] * 3 for _ in range(2)]
    a[0].append(x[0])
    return a[0][-1] * x[1]


def repeated_row(x):
    a = [[x[i] * x[j] for j in range(2)] for i in range(2)]
    return (a[0] * 2)[3]


def compared(x):
    a = [[x[0], 1.0], [1.0, x[1]]]
    return x[0] if a[0] == a[1] else x[1]


def ordered(x):
    a = [(x[0] * i, x[1] + i) for i in range(3)]
    if a[0] < a[1]:
        return a[0][1]
    return max(a)[1]


REFUSED = [
    *(replaced, replaced_by_new, exchanged, row_kept, row_kept_from_before),
    *(rows_of_two_lists, repeated_row, compared, ordered),
]


@pytest.mark.parametrize("function", REFUSED)
def test_what_arrays_cannot_do_is_refused(function: Callable[..., float]) -> None:
    with pytest.raises(SrcdiffError):
        grad(function, target="python")(X)


@pytest.mark.parametrize("function", [one_row_twice, longer_row])
def test_what_a_list_of_all_elements_can_do(function: Callable[..., float]) -> None:
    check(function, X)


ROWS = [[1.0, 2.0, 0.5], [3.0, 4.0, -1.5]]


def mixed(weights, rows, scale):
    total = 0.0
    for i in range(len(rows)):
        row = rows[i]
        for j in range(len(row)):
            total += weights[j] * row[j] ** 2 * scale
        total *= rows[i][0]
    return total


def scaled(rows, x):
    return [[x * value for value in row] for row in rows]


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_as_argument(target: str) -> None:
    given = ([0.5, 0.25, 2.0], ROWS, 1.5)
    weights, rows = grad(mixed, wrt=("weights", "rows"), target=target)(*given)
    expected = grad(mixed, wrt=("weights", "rows"), target=target)(
        *(np.array(part) for part in given[:2]), 1.5
    )
    np.testing.assert_allclose(weights, expected[0])
    np.testing.assert_allclose(rows, expected[1])
    assert isinstance(rows, list) and isinstance(rows[0], list)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_products(target: str) -> None:
    cotangent = [[1.0, 0.0, 2.0], [0.0, -1.0, 0.0]]
    rows, x = vjp(scaled, wrt=("rows", "x"), target=target)(ROWS, 2.0, cotangent)
    np.testing.assert_allclose(rows, 2.0 * np.array(cotangent))
    assert x == np.sum(np.array(ROWS) * cotangent)
    value, slope = jvp(scaled, wrt="rows", target=target)(ROWS, 2.0, cotangent)
    np.testing.assert_allclose(value, 2.0 * np.array(ROWS))
    np.testing.assert_allclose(slope, 2.0 * np.array(cotangent))


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_arguments_of_other_shapes(target: str) -> None:
    derivative = grad(mixed, wrt="scale", target=target)
    with pytest.raises(ValueError, match=r"length|shape"):
        derivative([0.5, 0.25, 2.0], [[1.0, 2.0], [3.0]], 1.5)
    with pytest.raises(SrcdiffError):
        derivative([0.5, 0.25, 2.0], [ROWS, ROWS], 1.5)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_values_of_several_kinds(target: str) -> None:
    derivative = grad(mixed, wrt="scale", target=target)
    expected = derivative([0.5, 0.25], [[1.0, 2.5], [3.0, 4.0]], 1.5)
    assert derivative([0.5, 0.25], [[1, 2.5], [3, 4]], 1.5) == expected
    assert derivative([0.5, 0.25], [[1, 2], [3, 4.0]], 1.5) != expected


def written(rows, x):
    rows[0][1] *= x
    return rows[0][1] * rows[1][1]


def written_beside(rows, values, x):
    values[0] = x
    return rows[0][0] * x


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_lists_that_may_be_in_lists_are_not_written_to(target: str) -> None:
    with pytest.raises(WrongCall, match="several times in `rows`"):
        grad(written, wrt="x", target=target)(ROWS, 2.0)
    with pytest.raises(WrongCall, match="writes to the list `values`"):
        grad(written_beside, wrt="x", target=target)(ROWS, [1.0], 2.0)


def in_four(x):
    n = len(x)
    d = [[[[0.0] * n for _ in range(n)] for _ in range(n)] for _ in range(n)]
    for i in range(n):
        cube = d[i]
        for j in range(n):
            mat = cube[j]
            for k in range(n):
                row = mat[k]
                for m in range(n):
                    row[m] = x[i] * x[j] * x[k] * x[m] * (i + 2 * j + 1)
    return d[0][1][0][1] + d[1][1][0][0] * d[0][0][0][1]


def in_five(x):
    n = len(x)
    d = [[[[[0.0] * n for _ in range(n)] for _ in range(n)] for _ in range(n)] for _ in range(n)]
    row = d[0][1][0][1]
    row[1] = x[0]
    return d


def test_four_lists_in_each_other() -> None:
    check(in_four, X)
    check(in_four, X, target="cpu")


def test_five_lists_in_each_other_are_refused() -> None:
    with pytest.raises(SrcdiffError, match="not differentiated"):
        vjp(in_five, target="python")(X, np.ones((2, 2, 2, 2, 2)))
