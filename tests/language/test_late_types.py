"""Lists whose elements show to be arrays late, that begin empty again, and that are stacks."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad

from ..differentiate.finite import slope
from .compare import check, check_both

V = np.array([0.4, 0.9, 1.2])
M = np.array([[0.4, 0.9, 1.2], [0.3, 1.1, 0.7]])


def pull(u):
    return np.array([u[1], -u[0], u[2] * u[0]])


def empty_sums(v):
    table = np.array([[0.0, 0.0, 0.0], [0.5, 0.0, 0.0], [-1.0, 2.0, 0.0]])
    slopes = []
    for i in range(3):
        slopes.append(pull(v + 0.1 * sum([table[i, j] * slopes[j] for j in range(i)])))
    return np.sum(v + 0.1 * (slopes[0] + 4.0 * slopes[1] + slopes[2]))


def weighted_generator(v):
    slopes = [pull(v)]
    for shift in (0.5, 0.5, 1.0):
        slopes.append(pull(v + 0.1 * shift * slopes[-1]))
    return np.sum(v + 0.1 * sum(c * s for c, s in zip([1.0, 2.0, 2.0, 1.0], slopes, strict=True)))


def means_inside(v):
    rows = []
    for k in range(3):
        rows.append(v * (k + 1))
        v = v + 0.1 * np.vstack(rows).mean(axis=0)
    return np.sum(v)


def secant_steps(v):
    xs, fs = [], []
    for _ in range(4):
        f = 0.8 * np.cos(v)
        xs.append(v)
        fs.append(f)
        if len(xs) > 1:
            new, old = fs[-1] - xs[-1], fs[-2] - xs[-2]
            t = new @ (new - old) / ((new - old) @ (new - old))
            v = (1.0 - t) * fs[-1] + t * fs[-2]
        else:
            v = f
    return np.sum(v)


def corners_cut(v):
    points = [v, v[::-1] * 2.0, np.sin(v)]
    while len(points) > 1:
        points = [0.7 * points[k] + 0.3 * b for k, b in enumerate(points[1:])]
    return points[0][0] * points[0][2]


def batches_from_nothing(v):
    batch, s = [], 0.0
    for k in range(6):
        batch.append(v * k)
        if len(batch) == 3:
            s += np.sum(np.array(batch) ** 2)
            batch = []
    return s


def numbers_from_nothing(v):
    batch, s = [], 0.0
    for k in range(5):
        batch.append(v[k % 3])
        if len(batch) == 2:
            s += batch[0] * batch[1]
            batch = []
    return s + len(batch)


def bisected(v):
    pending, s = [(0.0, 1.0, 0)], 0.0
    while pending:
        a, b, depth = pending.pop()
        middle = 0.5 * (a + b)
        if depth == 3:
            s += (b - a) * np.exp(-v[0] * middle)
        else:
            pending.append((a, middle, depth + 1))
            pending.append((middle, b, depth + 1))
    return s


def tree_of_arrays(v):
    pending, s = [(0, v)], 0.0
    while len(pending) > 0:
        depth, u = pending.pop()
        if depth == 2:
            s += np.sum(u**2)
        else:
            pending.append((depth + 1, u * 0.5))
            pending.append((depth + 1, np.sin(u)))
    return s


def cleared_pairs(v):
    pairs, s = [], 0.0
    for k in range(6):
        pairs.append((k, v[k % 3]))
        if len(pairs) > 2:
            pairs.pop(0)
        if k == 4:
            pairs.clear()
        if not pairs:
            s += 1.0
        s += sum([n * e for n, e in pairs])
    return s


def layers(v, weights, shifts):
    outs = [v]
    for w, b in zip(weights, shifts, strict=True):
        outs.append(np.tanh(w @ outs[-1] + b))
    return np.sum(outs[-1]) + np.sum(outs[1])


def record(log, u, k):
    log.append(u * k)


def record_both(log, u):
    log.append(u)
    log.append(u * 2.0)
    return np.sum(u)


def log_of_a_function(v):
    log = []
    for k in range(3):
        record(log, v, k)
    return np.sum(log[1] * log[-1])


def log_beside_a_result(v):
    log = []
    s = record_both(log, v) + record_both(log, v * v)
    return s * np.sum(np.array(log)[3]) + len(log)


def log_of_a_function_inside(v):
    log = []

    def add(u):
        log.append(u * v)

    add(v)
    add(v * 2.0)
    return np.sum(log[0] * log[1])


def columns_from_nothing(v):
    m, columns = np.outer(v, v), []
    for k in range(3):
        columns.append(m[:, k])
        if len(columns) > 1:
            columns = []
    return np.sum(columns[0] ** 2)


FUNCTIONS = (
    *(log_of_a_function, log_beside_a_result, log_of_a_function_inside, columns_from_nothing),
    *(empty_sums, weighted_generator, means_inside, secant_steps, corners_cut),
    *(batches_from_nothing, numbers_from_nothing, bisected, tree_of_arrays, cleared_pairs),
)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_all_modes(function: Callable[..., float]) -> None:
    check_both(function, V)
    found = grad(function, target="python")(V)
    np.testing.assert_allclose(found, slope(function, (V,), 0), rtol=2e-7, atol=2e-7)


@pytest.mark.parametrize(
    "function", [empty_sums, secant_steps, corners_cut, batches_from_nothing, tree_of_arrays]
)
def test_compiled(function: Callable[..., float]) -> None:
    check(function, V, target="cpu")


def test_lists_beside_one_that_grows_are_walked_over() -> None:
    weights, shifts = [np.outer(V, V), np.outer(V, V) * 0.5], [V * 0.1, V * 0.2]
    given = (V, weights, shifts)
    found = grad(layers, target="python")(*given)
    np.testing.assert_allclose(found, slope(layers, given, 0), rtol=2e-7, atol=2e-7)


def test_one_list_given_twice_is_not_walked_over_while_it_grows() -> None:
    def longer(rows, others, s):
        for row in rows:
            if len(others) < 5:
                others.append(row * 2.0)
            s += row[0]
        return s

    def twice(v):
        rows = [v]
        return longer(rows, rows, 0.0) + np.sum(rows[-1])

    check_both(twice, V)


def beside(m):
    parts = [m]
    for k in range(2):
        parts.append(m[:, : k + 1] * 2.0)
    whole = np.hstack(parts)
    return np.sum(whole[0] * whole[1]) + whole[0, -1]


def along_the_second(m):
    parts = [m]
    for _ in range(2):
        parts.append(np.sin(parts[-1]))
    a, b = np.concatenate(parts, axis=1), np.stack(parts, axis=1)
    return np.sum(a[0] * a[1]) + np.sum(b[0] * b[1])


def along_the_last(m):
    parts = [m]
    for _ in range(2):
        parts.append(np.sin(parts[-1]))
    a, b = np.concatenate(parts, -1), np.stack(parts, -1)
    return np.sum(a[0] * a[1]) + np.sum(b[0] * b[1])


def columns(m):
    parts = [m[0]]
    for _ in range(2):
        parts.append(np.sin(parts[-1]))
    a = np.column_stack(parts)
    wide = [m]
    wide.append(m * m)
    return np.sum(a[0] * a[1]) + np.column_stack(wide)[1, 4] * a[2, 1]


def parts_of_a_list(m):
    parts = [m[0]]
    for _ in range(3):
        parts.append(np.sin(parts[-1]))
    return np.sum(np.stack(parts[1:])[0] * np.array(parts[::-1])[1])


JOINS = (beside, along_the_second, along_the_last, columns, parts_of_a_list)


@pytest.mark.parametrize("function", JOINS)
def test_joins(function: Callable[..., float]) -> None:
    check_both(function, M)


@pytest.mark.parametrize("function", [beside, along_the_last])
def test_joins_compiled(function: Callable[..., float]) -> None:
    check(function, M, target="cpu")


def test_an_axis_that_there_is_not_is_refused() -> None:
    def stacked(v):
        rows = [v]
        rows.append(v * v)
        return np.sum(np.stack(rows, axis=2))

    with pytest.raises(UnsupportedSyntax, match="the array has no such axis"):
        grad(stacked, target="python")(V)
