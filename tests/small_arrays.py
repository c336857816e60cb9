"""Programs with small arrays in loops: written, viewed, joined, passed on, of other lengths."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .rules.array_cases import Case

SMALL: list[Case] = []
X = np.array([0.3, -1.2, 0.8])
Y = np.array([0.5, 0.9, -0.4])
K = 0.7


def program(function: Any) -> Any:
    """Enter a function of two vectors of length 3 and a number."""
    SMALL.append(Case(function.__name__, function, (X, Y, K)))
    return function


def cross(a, b):
    return np.array(
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    )


def norm(a):
    return math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])


def set_both(a, b):
    a[0] = b[1]
    a[1] += b[0] * a[0]


def same(a):
    return a


def turned(a, n):
    for _ in range(n):
        a = cross(a, a + 1.0)
    return a, norm(a)


def halved(a, n):
    if n == 0:
        return a[0] * 1.0
    return halved(a * 0.5, n - 1)


def doubled(a, result, i):
    result[i] = a * 2.0


@program
def state(x, y, k):
    v = np.zeros(3)
    for _ in range(4):
        v = v + k * x
        w = np.array([v[1], v[2], v[0]])
        v = w * y
    return v[0] + 2.0 * v[1] * v[2]


@program
def elements_and_parts(x, y, k):
    s = 0.0
    for i in range(4):
        v = np.zeros(3)
        v[0] = x[0] * i
        v[1] += k
        v[1:] += x[1:3]
        v[-1] = v[2] * v[-2]
        s += v[0] * v[1] + v[2]
    return s


@program
def parts_that_overlap(x, y, k):
    s = 0.0
    for _ in range(2):
        v = np.empty(3)
        v[0] = x[0]
        v[1] = x[1] * k
        v[2] = y[2]
        v[1:] = v[:-1]
        v[:2] += v[1:]
        s += v[0] * v[1] * v[2]
    return s


@program
def matrix(x, y, k):
    a = np.zeros((3, 3))
    a[0, 1] = k
    a[1, 2] = x[0]
    a[2, 0] = y[1]
    v = x.copy()
    for _ in range(3):
        v = a @ v
        v = v + a[1]
        a[0] = v
    return v[0] + v[1] * v[2] + np.sum(v)


@program
def matrices(x, y, k):
    s = 0.0
    for i in range(2):
        a = np.array([[k, x[0]], [x[1], y[0] + i]])
        b = a.T @ a
        c = a[:, 1]
        d = b[0] * c
        s += d[0] + b[1, 0] * d[1] + np.dot(d, d)
    return s


@program
def branches(x, y, k):
    v = np.array([k, 1.0, x[0]])
    s = 0.0
    for _ in range(3):
        if v[0] > 0.5:
            w = v * x
        else:
            w = v - y
            s += w[0]
        v = w + 0.1
    return s + np.dot(v, v)


@program
def argument_that_changes(x, y, k):
    u = x.copy()
    s = 0.0
    for _ in range(3):
        v = u[0:2]
        u[0] = u[0] * k
        w = v * 2.0
        s += w[0] + w[1]
    return s


@program
def helpers(x, y, k):
    s = 0.0
    v = x
    for _ in range(3):
        v = cross(v, y)
        v = v / norm(v)
        s += k * v[0]
    return s


@program
def helper_that_writes(x, y, k):
    s = 0.0
    for _ in range(3):
        v = np.zeros(3)
        set_both(v, x)
        w = v * y
        s += w[0] * k + w[1]
    return s


@program
def helper_that_returns_its_argument(x, y, k):
    s = 0.0
    for _ in range(3):
        v = np.array([k, x[1], s])
        w = same(v)
        v[1] = k * 2.0
        s += w[1] * w[0]
    return s


@program
def helpers_with_loops(x, y, k):
    s = 0.0
    v = x
    for _ in range(3):
        v, t = turned(v, 2)
        v = v / t
        s += t * v[1] * k
    return s


@program
def recursion(x, y, k):
    s = 0.0
    for _ in range(2):
        v = np.array([k, x[1], s])
        s += halved(v, 2)
    return s


@program
def rows(x, y, k):
    result = np.zeros((4, 3))
    for i in range(4):
        v = x * i
        v = v + np.array([1.0, 2.0, k])
        result[i] = v
        result[i, 0:2] += v[1:3]
        doubled(v, result, 2)
    return np.sum(result * result)


@program
def no_iteration(x, y, k):
    v = x
    for _ in range(0):
        v = v + np.array([1.0, 2.0, k])
    return np.sum(v * v)


@program
def other_subscripts(x, y, k):
    s = 0.0
    for _ in range(2):
        v = np.array([k, x[1], s])
        for j in range(len(v)):
            v[j] = v[j] * x[j]
        s += np.sum(v)
    return s


@program
def unknown_number_of_iterations(x, y, k):
    v = np.array([k, 1.0, 2.0])
    n = 0
    while v[0] < 3.0 and n < 5:
        v = v * 1.3 + np.abs(x)
        n += 1
    return v[0] * v[1] + np.sum(np.exp(-v))


@program
def carried_and_written(x, y, k):
    v = np.array([k, 1.0])
    for _ in range(3):
        w = v * 2.0
        v[0] += w[1] * x[0]
        v[1] -= w[0] * y[1]
    return v[0] * v[1]


@program
def returned(x, y, k):
    v = np.array([k, 1.0, 2.0])
    for _ in range(3):
        v = v * x
    return turned(v, 1)[0]


@program
def length_one(x, y, k):
    s = 0.0
    b = np.zeros(1)
    b[0] = k
    z = y[:1]
    for _ in range(2):
        v = np.array([k, x[0], x[1]])
        w = v * b + z
        s += w[0] + w[2]
    return s


@program
def integers_among_them(x, y, k):
    s = 0.0
    for i in range(2):
        v = np.zeros(2)
        v[0] = i
        v[1] = 2
        w = v / 3 + x[:2]
        s += w[0] * w[1] / v[1]
    return s


@program
def sums_of_sums(x, y, k):
    total = 0.0
    for i in range(2):
        v = np.array([k, x[1], y[2]])
        part = np.sum(v + x)
        other = np.dot(v * y, v)
        total += part * part + other * i
    return total


@program
def kalman(x, y, k):
    motion = np.array([[1.0, k], [0.0, 1.0]])
    state, spread = np.zeros(2), np.eye(2) * 10.0
    total = 0.0
    for i in range(len(y)):
        state = motion @ state
        spread = motion @ spread @ motion.T + np.full((2, 2), x[0] * x[0])
        error = y[i] - state[0]
        variance = spread[0, 0] + x[1] * x[1]
        gain = spread[:, 0] / variance
        state = state + gain * error
        spread = spread - np.outer(gain, spread[0])
        total += math.log(variance) + error * error / variance
    return total


@program
def spinning(x, y, k):
    spin = np.full(3, k) + np.identity(3)[1]
    total = 0.0
    for i in range(3):
        turned = np.cross(spin, x * (i + 1.0))
        spin = spin + 0.1 * np.cross(np.array([x[0], y[1], k]), turned)
        total += spin[0] * spin[1] - turned[2]
    return total


@program
def reductions(x, y, k):
    s = 0.0
    v = np.array([k, 1.0, x[0]])
    for i in range(4):
        v = v * 0.5 + np.array([x[1], y[2] + 1.13 * i, 1.1 * k])
        a = np.outer(v, v)
        s += np.max(v) * np.min(v) + v.max() * np.mean(v * x) + np.prod(v + 2.0)
        s += np.linalg.norm(v) * np.amax(np.abs(a)) + np.linalg.norm(a) * np.mean(a) + a.min()
    return s


@program
def equal_elements(x, y, k):
    s = 0.0
    for i in range(3):
        v = np.array([k, k * (i + 1.0), k])
        s += np.max(v) * x[i] + np.min(v) * y[i]
    return s


@program
def norms_of_nothing(x, y, k):
    s = 0.0
    for _ in range(3):
        v = np.array([k, x[0], x[1]]) * 0.0
        s += np.linalg.norm(v) * y[0] + np.linalg.norm(v + k)
    return s


@program
def limits(x, y, k):
    v = np.array([k, 1.0, x[0]])
    for i in range(4):
        v = np.clip(1.4 * v + x, -1.03, k + 0.4)
        v = np.clip(v * y, -0.32 * i - 0.01, np.array([0.2, k, 2.0])) + 0.1 * y
    return np.sum(v * v) + v[1]


@program
def choices(x, y, k):
    v = np.array([k, -1.0, x[0]])
    s = 0.0
    for i in range(4):
        w = np.where(v > 0.0, v * x, 0.3)
        w = np.where((w < k) & (np.abs(v) > 0.1), w, v - y)
        v = np.where(i > 1, w, np.where(v < w * 0.5, 2, v)) * 0.9
        s += v[0] * w[1] + np.sum(w)
    return s + v[2]


@program
def masks(x, y, k):
    v = np.array([k, -1.0, x[0]])
    s = 0.0
    for _ in range(4):
        m = v > s * 0.1
        v = v - 0.3 * m * x + y * 0.2
        if m[0] and not m[1]:
            s += v[0]
        s += np.sum(m * v) + np.sum(m) * k
    return s


@program
def conditions(x, y, k):
    v = np.array([k, -1.0, x[0]])
    s = 0.0
    n = 0
    while np.linalg.norm(v - 0.5) > 0.2 and n < 6:
        n += 1
        v = v * 0.8 + y * 0.1
        if np.any(np.abs(v) > 0.6) or not np.all(np.isfinite(v)):
            s += v[0] * k
        elif np.max(v * v) < np.sum(v) + 0.3 and np.mean(v) < 1.0:
            s += v[1]
        if np.all((v < 0.5) & (v > y[0] - 9.0)):
            continue
        if (v < -3.0).any() or np.prod(v) > 5.0 or np.min(v) < -4.0:
            break
        s += v[2] * np.sum(v > 0.1)
    return s


def longest_and_sign(a):
    return np.max(np.abs(a)), a > 0.0


@program
def masks_from_helpers(x, y, k):
    v = np.array([k, -1.0, x[0]])
    s = 0.0
    for _ in range(3):
        size, positive = longest_and_sign(v)
        v = np.where(positive, v / size, v * y)
        s += size * v[1]
    return s + np.sum(v * v)


@program
def known_elements(x, y, k):
    s = k
    for i in range(3):
        work = np.zeros(2)
        work[0] = x[i] * s
        if work[-1] > 0.65:
            work[1] = work[0] * k
            s += work[1]
        s += work[0] * y[i]
    return s
