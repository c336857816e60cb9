"""Lists of lists that get longer, and that differ in length; arrays of arrays that are computed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from srcdiff import SrcdiffError, grad

from ..differentiate.finite import slope
from .compare import check, check_both

V = np.array([0.4, 0.9, 1.2, 0.3])
M = np.array([[0.4, 0.9, 1.2], [0.3, 1.1, 0.7], [0.8, 0.2, 0.5]])


def two_groups(v):
    low, high = 0, 1
    groups = [[], []]
    for e in v:
        groups[low if e < 0.6 else high].append(e * e)
    return sum(groups[0]) * len(groups[1]) + groups[1][-1] ** 2


def by_remainder(v):
    groups = [[] for _ in range(3)]
    for k in range(len(v)):
        groups[k % 3].append(v * v[k])
    return np.sum(groups[0][1] * groups[1][0]) + sum([len(g) for g in groups])


def triangle(v):
    rows = [[v[i] * v[j] for j in range(i + 1)] for i in range(len(v))]
    s = 0.0
    for i in range(len(rows)):
        for j in range(len(rows[i])):
            s += rows[i][j] * (j + 1)
    return s


def extrapolated(v):
    table = [[np.sum(v)]]
    for i in range(1, 4):
        row = [0.5 * table[i - 1][0] + np.sum(v ** (i + 1))]
        for j in range(1, i + 1):
            row.append(row[j - 1] + (row[j - 1] - table[i - 1][j - 1]) / (4**j - 1))
        table.append(row)
    return table[-1][-1] + table[1][0]


def states_of_layers(v):
    states = [[np.zeros(4)] for _ in range(2)]
    for t in range(3):
        value = v * np.sin(t + 1.0)
        for layer in range(2):
            value = np.tanh(value + 0.5 * states[layer][-1])
            states[layer].append(value)
    return np.sum(states[-1][-1] * states[0][1]) + len(states[0])


def tableau(v):
    weights = [[], [0.5], [0.0, 0.5], [0.0, 0.0, 1.0]]
    slopes = []
    for i in range(4):
        u = v.copy()
        for j in range(i):
            u += 0.1 * weights[i][j] * slopes[j]
        slopes.append(np.sin(u) * u[::-1])
    return np.sum(slopes[0] + 2.0 * slopes[1] + 2.0 * slopes[2] + slopes[3])


def repeated_row(v):
    grid = [[0.0] * 3] * 2
    grid[0][2] = v[0]
    grid[1][1] = v[1] * v[2]
    return grid[1][2] * grid[0][1]


def segments(v):
    found = [[v[0]]]
    for k in range(1, len(v)):
        if v[k] > v[k - 1]:
            found[-1].append(v[k])
        else:
            found.append([v[k]])
    return sum([sum(part) ** 2 for part in found])


def runs(v):
    found, run = [], []
    for e in v:
        if e > 0.35:
            run.append(e)
        elif run:
            found.append(run)
            run = []
    if run:
        found.append(run)
    return sum([sum(part) / len(part) for part in found])


def arrays_in_a_table(v):
    table = [[v * (i + j) for j in range(2)] for i in range(3)]
    table[1][0] = table[0][1] * table[2][1]
    table[2][1][0] = v[1] ** 2
    return np.sum(table[1][0] * table[2][0]) + table[2][1][0]


def levels(v):
    tree = [[v]]
    for _ in range(2):
        following = []
        for u in tree[-1]:
            following.append(u * 0.5)
            following.append(np.sin(u))
        tree.append(following)
    return np.sum(np.array(tree[-1]) ** 2) + len(tree[1])


def pairs_that_are_lists(v):
    kept, a = [], v
    for k in range(3):
        z = 0.5 * a + k
        a = np.tanh(z)
        kept.append([z, a])
    s = 0.0
    for z, a in kept:
        s += z @ a
    return s + np.sum(kept[1][0])


def row_before(v):
    rows = [[v[0]]]
    for _ in range(2):
        before = rows[-1]
        rows.append([e * v[1] for e in before])
        rows.append([before[0], v[2] * before[-1]])
    return sum(rows[-1]) + rows[-2][0]


def parts_of_rows(v):
    rows = [[v[0]], []]
    for k in range(3):
        rows[1].append(v[k] * rows[0][-1])
    return sum(rows[1][1:]) * max(rows[1]) + len(rows[1][:1] + rows[0])


def two_lists_together(v):
    groups = [[], []]
    for e in v:
        groups[int(e > 0.6)].append(e)
    centres = [sum(group) / len(group) for group in groups]
    s = 0.0
    for centre, group in zip(centres, groups, strict=True):
        for e in group:
            s += (e - centre) ** 2
    return s


NESTED = (
    *(two_groups, by_remainder, triangle, extrapolated, states_of_layers, tableau, repeated_row),
    *(segments, runs, arrays_in_a_table, levels, pairs_that_are_lists, two_lists_together),
    *(row_before, parts_of_rows),
)


@pytest.mark.parametrize("function", NESTED)
def test_lists_of_lists(function: Callable[..., float]) -> None:
    check_both(function, V)
    found = grad(function, target="python")(V)
    np.testing.assert_allclose(found, slope(function, (V,), 0), rtol=2e-7, atol=2e-7)


@pytest.mark.parametrize("function", [by_remainder, triangle, states_of_layers, levels])
def test_compiled(function: Callable[..., float]) -> None:
    check(function, V, target="cpu")


def changed_after_it_is_put_in(v):
    rows, row = [[v[0]]], [v[1]]
    rows.append(row)
    row.append(v[2])
    return rows[1][1] + len(rows[0])


def of_two_names(v):
    rows, row = [[v[0]]], [v[1]]
    other = row
    rows.append(row)
    other.append(v[2])
    return rows[1][1] + len(rows[0])


def walked_while_they_grow(v):
    rows = [[v[0]], [v[1]]]
    for row in rows:
        rows[0].append(row[0] * v[2])
    return sum(rows[0])


def grown_by_another_name(v):
    groups = [[v[0]], [v[1]]]
    groups[1].append(v[2])
    first = groups[0]
    first.append(v[3])
    return sum(groups[0]) + len(groups[0])


def read_by_an_old_name(v):
    groups = [[v[0]], [v[1]]]
    first = groups[0]
    groups[0].append(v[3])
    return sum(first) + len(first)


def written_in_a_loop(v):
    rows = [[v[0]], [v[1], v[2]]]
    last = rows[1]
    for row in rows:
        row[0] = v[3]
    return sum(last)


def longest(v):
    rows = [[v[0]], [v[1], v[2]]]
    best = rows[0]
    for row in rows:
        if len(row) > 1:
            best = row
    best.append(v[3])
    return sum(rows[1])


def repeated_and_longer(v):
    rows = [[v[0]]] * 2
    rows[0].append(v[1])
    return sum(rows[1])


def one_list_twice(v):
    row = [v[0], v[1]]
    rows = [row, row]
    rows[0].append(v[2])
    return len(rows[1]) * v[0]


@pytest.mark.parametrize(
    "function",
    [
        *(changed_after_it_is_put_in, of_two_names, walked_while_they_grow),
        *(grown_by_another_name, read_by_an_old_name, written_in_a_loop, longest),
        *(repeated_and_longer, one_list_twice),
    ],
)
def test_lists_that_change_inside_others_are_refused(function: Callable[..., float]) -> None:
    with pytest.raises(SrcdiffError, match="-->"):
        grad(function, target="python")(V)


def rows_of_products(m):
    return np.sum(np.array([np.sort(row) * row[0] for row in m]) * m)


def unit_rows(m):
    units = np.array([row / np.linalg.norm(row) for row in m])
    return np.sum((units @ units.T)[0])


def columns_of_a_function(m):
    def sums(row):
        return np.cumsum(row) * row

    return np.sum(np.stack([sums(m[i]) for i in range(3)], axis=1)[0])


def slopes_by_differences(m):
    def f(u):
        return np.array([u[0] * u[1], u[2] ** 2])

    steps = 0.01 * np.eye(3)
    slopes = np.array([(f(m[0] + steps[i]) - f(m[0])) / 0.01 for i in range(3)]).T
    return np.sum(slopes**2)


def differences_of_points(m):
    points = np.array([[np.sin(e), np.cos(e)] for e in m[0]])
    steps = np.array([points[i] - points[i - 1] for i in range(1, 3)])
    return np.sum(steps**2)


def parts_joined(m):
    parts = np.concatenate([row[: i + 1] for i, row in enumerate(m)])
    wide = np.hstack([m[:, : i + 1] * i for i in range(3)])
    return np.sum(parts**2) + np.sum(wide[0] * wide[1])


def numbers_beside_arrays(m):
    rows = np.array([m[0] * k for k in range(3)])
    numbers = np.array([1.0 * k for k in range(3)])
    rows = np.array([row * 2.0 for row in rows])
    return np.sum(numbers @ rows) + sum([e * e for e in m[1]])


COMPUTED = (
    *(rows_of_products, unit_rows, columns_of_a_function, slopes_by_differences),
    *(differences_of_points, parts_joined, numbers_beside_arrays),
)


@pytest.mark.parametrize("function", COMPUTED)
def test_arrays_of_computed_arrays(function: Callable[..., float]) -> None:
    check_both(function, M)


@pytest.mark.parametrize("function", [unit_rows, parts_joined])
def test_arrays_of_computed_arrays_compiled(function: Callable[..., float]) -> None:
    check(function, M, target="cpu")
