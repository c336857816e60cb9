"""Functions that call themselves and return arrays, alone and in tuples."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from .compare import check, check_both

V = np.array([2.1, 0.3, 1.4, 0.5])


def transformed(re, im):
    n = len(re)
    if n == 1:
        return re.copy(), im.copy()
    even_re, even_im = transformed(re[::2], im[::2])
    odd_re, odd_im = transformed(re[1::2], im[1::2])
    new_re = np.empty(n)
    new_im = np.empty(n)
    for k in range(n // 2):
        c = np.cos(2.0 * np.pi * k / n)
        s = -np.sin(2.0 * np.pi * k / n)
        a = c * odd_re[k] - s * odd_im[k]
        b = c * odd_im[k] + s * odd_re[k]
        new_re[k] = even_re[k] + a
        new_im[k] = even_im[k] + b
        new_re[k + n // 2] = even_re[k] - a
        new_im[k + n // 2] = even_im[k] - b
    return new_re, new_im


def spectrum(x):
    re, im = transformed(x, np.zeros(4))
    return np.sum(re * re * np.arange(4.0)) + np.sum(im * x[2])


def merged(a):
    n = len(a)
    if n < 2:
        return a.copy()
    left = merged(a[: n // 2])
    right = merged(a[n // 2 :])
    new = np.empty(n)
    i = 0
    j = 0
    for k in range(n):
        if j >= len(right) or (i < len(left) and left[i] < right[j]):
            new[k] = left[i]
            i += 1
        else:
            new[k] = right[j]
            j += 1
    return new


def ranked(x):
    return np.sum(merged(x) * np.arange(4.0) ** 1.5)


def powers(a, n):
    if n == 0:
        return np.eye(2)
    if n % 2 == 0:
        half = powers(a, n // 2)
        return half @ half
    return a @ powers(a, n - 1)


def fifth(x):
    return np.sum(powers(x.reshape(2, 2), 5))


def even(a, n):
    if n == 0:
        return a.copy()
    return odd(a * a[0], n - 1) + 1.0


def odd(a, n):
    if n == 0:
        return 2.0 * a
    return even(np.sin(a), n - 1) * a


def in_turns(x):
    return np.sum(even(x, 5) * x)


def shares(values, factors, guess=None):
    n = len(factors)
    guess = 0.5 if guess is None else guess
    level = guess * values[0] * factors[0]
    if level > 0.9:
        inverse = [0.0] * n
        for i in range(n):
            inverse[i] = 1.0 / factors[i]
        rest, first, second = shares(values, inverse, guess=0.1)
        return level * rest, second, first
    first = [0.0] * n
    second = [0.0] * n
    for i in range(n):
        first[i] = values[i] / (1.0 + level * factors[i])
        second[i] = factors[i] * first[i]
    return level, first, second


def in_lists(x):
    values = [x[0], x[1]]
    level, first, second = shares(values, [x[2], 0.5])
    lower, third, _ = shares([x[1], x[0]], [0.7, 0.3])
    return level * first[0] * second[1] + lower * third[1]


@pytest.mark.parametrize("function", [spectrum, ranked, fifth, in_turns, in_lists])
def test_arrays(function: Callable[..., float]) -> None:
    check_both(function, V)


def test_compiled() -> None:
    check(spectrum, V, target="cpu")
    check(in_lists, V, target="cpu")
