"""Programs of whole arrays: broadcasting, views, slices, masks, loops, branches, calls."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .rules.array_cases import Case

numbers = np.random.default_rng(2)
PROGRAMS: list[Case] = []


def program(*arguments: Any) -> Callable[[Any], Any]:
    """Enter a function with arguments to try it with."""

    def enter(function: Any) -> Any:
        PROGRAMS.append(Case(function.__name__, function, arguments))
        return function

    return enter


def v(n: int) -> Any:
    """Return a vector."""
    return numbers.uniform(0.5, 2.0, n)


def m(*shape: int) -> Any:
    """Return an array."""
    return numbers.uniform(0.5, 2.0, shape)


@program(m(3, 3), v(3))
def recur(x, y):
    u = y * 1.0
    s = 0.0
    for _ in range(3):
        u = x @ u + y
        s += np.sum(u * u)
    return s


@program(v(4), 1.0)
def branch(x, a):
    if a > 0.5:
        y = x * a
        x = y + x
    else:
        y = np.exp(x)
    return np.sum(y * x)


def callee(u, v):
    return u * v + np.sum(u)


def callee_inplace(u, v):
    u[:] = u * v
    u[1:] += v[:-1]


@program(v(4), v(4))
def calls(x, y):
    z = callee(x, y)
    return callee(z, x)


@program(v(4), v(4))
def calls_inplace(x, y):
    z = x * 1.0
    callee_inplace(z, y)
    callee_inplace(z[1:], y[1:])
    return z * z


def part(u):
    return u[1:3]


@program(v(5))
def overlapping(x):
    x[1:] = x[:-1]
    return x * x[0]


@program(v(5))
def overlapping_back(x):
    x[:-1] = x[1:]
    x[1:] = x[:-1] * x[1:]
    return x * x[0]


@program(v(5))
def overlapping_value(x):
    y = x * 2.0
    y[1:] = y[:-1]
    y[:3] = y[2:]
    return y * y


@program(v(5), v(5))
def masks(x, y):
    z = x * y
    z[z > 1.5] = 0.0
    z[x > 1.0] *= 3.0
    w = z[z > 0.2]
    return np.sum(w * w) + z[0]


@program(v(5), v(5))
def mask_store(x, y):
    m = x > 1.0
    y[m] = x[m] * x[m]
    return y * y


@program(v(5), v(5))
def where_store(x, y):
    z = np.where(x > y, x * y, x)
    z[1:3] = 2.0
    return z * z


@program(v(4), np.array([0, 2, 0, 0]))
def gathered(x, i):
    y = x[i]
    return np.sum(y * y * np.arange(4))


@program(np.zeros(0), v(2))
def empty(x, y):
    return np.sum(x * x) + np.sum(y)


@program(v(4), v(1))
def broadcast_one(x, y):
    return x * y + y


@program(m(3, 4), v(4), m(3, 1))
def broadcast_many(x, y, z):
    return (x * y + z) / (y + 1.0) - z


@program(m(3, 4), 2.0)
def broadcast_scalar(x, a):
    return a**x + x / a


@program(m(3, 3))
def element_after_whole(x):
    y = x * x
    s = np.sum(y)
    y[0, 0] = s
    t = np.sum(y * y)
    y[1] = y[0] * t
    return np.sum(y)


@program(v(4))
def whole_then_write(x):
    y = np.exp(x)
    z = np.sin(y)
    y[0] = 3.0
    return z + y


@program(v(4))
def view_of_view(x):
    y = x * 1.0
    v = y[1:]
    w = v[::2]
    w[0] = x[0] * 5.0
    v *= 2.0
    return y


@program(m(3, 4))
def transposed_alias(x):
    y = x * 1.0
    t = y.T
    t[0] = t[1] * 2.0
    return y * y


@program(m(3, 4))
def flip_alias(x):
    y = x * 1.0
    t = np.flip(y)
    t[0] = t[1] * 2.0
    return y * y


@program(m(3, 4))
def swap_alias(x):
    y = x * 1.0
    t = np.swapaxes(y, 0, 1)
    t[0] = t[1] * 2.0
    return y * y


@program(m(2, 3, 4))
def moved_alias(x):
    y = x * 1.0
    t = np.moveaxis(y, 0, 2)
    t[0] = t[1] * 2.0
    return y * y


@program(v(6))
def loop_rebind(x):
    y = x
    for _ in range(3):
        y = y * np.cumsum(y) / 10.0
    return y


@program(v(6), 3)
def break_in_loop(x, n):
    y = x * 1.0
    for i in range(10):
        if i >= n:
            break
        y = np.tanh(y + x)
    return y


@program(v(4), v(4))
def swap(x, y):
    for _ in range(3):
        x, y = y * 2.0, x * y
    return x + y


@program(v(5))
def zero_d(x):
    m = np.max(x)
    e = np.exp(x - m)
    return np.log(np.sum(e)) + m


@program(m(4, 3), v(3))
def rows(x, y):
    out = np.empty(4)
    for i in range(4):
        out[i] = x[i] @ y
    return out


@program(m(4, 3), v(3))
def rows_mutate(x, y):
    for i in range(1, 4):
        x[i] = x[i - 1] * y + x[i]
    return x


@program(v(5), v(5))
def kron_loop(x, y):
    r = x.copy()
    for i in range(2):
        p = np.outer(r, y)
        r = p[i] + p[:, i]
    return r


@program(m(3, 3))
def eigh_loop(x):
    a = x @ x.T
    for _ in range(2):
        w, v = np.linalg.eigh(a)
        a = v @ np.diag(np.sqrt(w)) @ v.T
    return a


@program(m(3, 3))
def eigh_branch(x):
    a = x @ x.T
    s = 0.0
    if x[0, 0] > 0.0:
        w, _ = np.linalg.eigh(a)
        s = w[0] * w[1]
    return s


@program(m(3, 3))
def eigh_mutated(x):
    a = x @ x.T
    w, _ = np.linalg.eigh(a)
    w[0] = w[1] * 2.0
    return np.sum(w * w)


@program(v(4))
def slices_neg(x):
    return x[::-1] * x + x[-3:-1][0]


@program(m(3, 4))
def newaxis(x):
    return x[:, None, :] * x[None, :, :2][:, :, :1]


@program(m(3, 4))
def ellipsis(x):
    y = x[..., 1]
    return y[..., None] * x[0, ...]


@program(v(4), 2)
def repeated_add(x, n):
    y = np.zeros(3)
    i = np.array([0, 1, 1, 2])
    for k in range(4):
        y[i[k]] += x[k] * x[k]
    return y * y


@program(v(4), v(4))
def inplace_all(x, y):
    z = x * y
    z += x
    z *= y
    z /= x + 1.0
    z -= 2.0 * z
    z **= 2
    return z


@program(m(3, 4), v(4))
def inplace_broadcast(x, y):
    x *= y
    x[1] -= y
    x[:, 1:] += y[1:]
    return x


@program(v(6))
def reshape_alias(x):
    y = x * 1.0
    z = y.reshape(2, 3)
    w = z * z
    return w.ravel() * x


@program(v(6))
def returned_view(x):
    y = x * x
    return y[1:4]


@program(v(6))
def returned_twice(x):
    y = x * x
    return y, y * 2.0


@program(v(6))
def returned_argument_part(x):
    x[0] = 2.0 * x[1]
    return x[:2], x[3]


@program(m(3, 3), v(3))
def newton(a, b):
    x = np.zeros(3)
    for _ in range(4):
        r = b - a @ x - 0.01 * x**3
        j = a + np.diag(0.03 * x**2)
        x = x + np.linalg.solve(j + 3.0 * np.eye(3), r)
    return x


@program(v(5))
def generator_sum(x):
    return sum([np.sum(x[:k]) for k in range(5)])


@program(v(5), v(5))
def minmax(x, y):
    return np.maximum(x, y) * np.minimum(x, 1.0) + np.abs(x - y) + np.clip(x, 0.8, y)


@program(v(5))
def power_int(x):
    return x**2 + x**-1.5 + 2.0**x


@program(v(5), 1.5)
def mixed(x, a):
    b = a * np.sum(x)
    return x / b + a * np.arange(5) + b


@program(m(4, 4))
def softmax(x):
    e = np.exp(x - np.max(x))
    return e / np.sum(e, axis=1)[:, None]


@program(np.asfortranarray(m(3, 4)), m(8, 6)[::2, ::2])
def other_layouts(x, y):
    z = x.copy() * 2.0
    return z[:, ::2] * y[:3, :2] + np.sum(x, axis=0)[:2]


@program(v(3), 1.5)
def added_before_an_element_changes(x, r):
    a = x * 1.0
    b = x[::-1] * 0.5
    a[1] = r
    a += b
    return np.sum(a * x)


@program(v(3))
def negated_condition_on_what_changes(x):
    a = x.copy()
    s = np.ones(3)
    for _ in range(3):
        if not np.sum(a) > 3.0:
            s = s * x[0] + x
        a[1] *= 3.0
    return s


@program(v(3))
def masks_of_what_changes(x):
    seen = np.zeros(3, np.bool_)
    s = np.zeros(3)
    for i in range(3):
        if not seen.any():
            s += x * x
        elif not (~seen).any():
            s += 10.0 * x
        seen[i] = True
        if not np.all(seen):
            s *= 1.5
    return s


@program(v(4))
def written_for_a_while(x):
    seen = np.zeros(4)
    s, i = 0.0, 0
    while np.sum(seen) < 2.0:
        seen[i] = 1.0
        s += x[i] * x[i + 1]
        i += 1
    return s


@program(v(4))
def written_for_an_assertion(x):
    used = np.zeros(4)
    s = 0.0
    for i in range(4):
        used[i] = 1.0
        assert used.sum() > 0.5
        s += x[i] * x[0]
    return s


@program(v(3))
def until_nothing_changes(x):
    old, new = np.zeros(3), x.copy()
    while not np.max(np.abs(new - old)) < 1e-3:
        old[:] = new
        for i in range(3):
            new[i] = 0.5 * np.cos(old[i]) + 0.1 * x[i]
    return new


@program(v(4))
def another_length_in_a_loop_without_iterations(x):
    y = x + x[3]
    for _ in range(1, 0):
        y = np.ones(3)
    return y * x


@program(v(3))
def condition_asked_again(x):
    a = x.copy()
    s = 0.0
    if np.any(a > 4.0):
        s += a[1]
    a[0] = 5.0
    if np.any(a > 4.0):
        s += a[2]
    return s


@program(v(3))
def condition_on_what_it_changes(x):
    a = x.copy()
    if np.any(a < 1.0):
        a += 1.5
    if np.any(a < 1.0):
        a *= 0.5
    return a * x


@program(v(3))
def truth_of_numbers_that_change(x):
    c = np.array([1, 0])
    s = 0.0
    for i in range(3):
        if c[0] % 2:
            s += x[i]
        if c[0] - 1:
            s += x[i] * x[0]
        c[0] += i
        if c[0] % 2:
            s += x[1] * x[i]
        if c[0] - 1:
            s *= x[2]
    return s


@program(v(3))
def nan_of_what_changes(x):
    a = x.copy()
    s = x[0]
    if np.isnan(a[0]) or math.isnan(a[1]):
        s += a[1]
    if math.isnan(a[0]):
        s += a[2]
    a[0] = np.nan
    if math.isnan(a[0]):
        s += a[2] * x[0]
    return s


@program(v(3))
def place_that_changes(x):
    flags = np.array([True, False, False])
    places = np.array([0, 1])
    a = np.zeros(3)
    s = 0.0
    if flags[places[0]]:
        s += x[0]
    places[0] = 1
    if flags[places[0]]:
        s += x[1]
    if flags[np.argmax(a)]:
        s += x[2] * x[2]
    a[1] = 4.0
    if flags[np.argmax(a)]:
        s += x[0] * x[2]
    return s


@program(v(3))
def element_of_a_mask(x):
    a = x.copy()
    s = 0.0
    for i in range(3):
        a[i] = x[i] * 2.0
        if (a > 0.4)[i]:
            s += x[0] * x[i]
        if np.where(a > 1.0, 1, 0)[2]:
            s += x[1] * a[i]
        a[i] *= 0.5
    return x[0] * s if (a > 0.3)[1] else x[1] * s


@program(v(3))
def element_of_a_table_at_a_place_from_another(x):
    table = np.array([[True, False], [False, True]])
    places = np.array([1, 0])
    s = 0.0
    for i in range(2):
        if table[places[i], i]:
            s += x[0] * x[1]
        places[0], places[1] = 0, 1
        s += x[1] * x[1] if table[places[i], i] else x[2]
    return s


@program(m(3, 4))
def places_that_the_body_changes(x):
    s = 0.0
    for i, j in np.ndindex(x.shape):
        s += x[i, j] * x[i, j]
        i = i // 2
        s += x[i, j] * (j + 1)
        for j in range(2):
            s = 0.5 * s + x[i, j] * x[i, j]
    return s


@program(m(3, 4))
def places_that_inner_loops_change(x):
    for i, j in np.ndindex(x.shape):
        b = x[i, 0] * x[0, j]
        for i in range(2):
            b += x[i, j]
    return b * x[i, j]


@program(m(3, 4))
def elements_whose_places_change(x):
    s = 0.0
    for (i, j), value in np.ndenumerate(x):
        s += value * x[i, j]
        i, j = 0, i
        s += value * x[i, j]
    return s
