"""Copies around calls of functions: where arrays change in between, and nowhere else."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import grad

from ..finite import check

X = np.array([0.3, 0.7, 0.2])


def exponential(a):
    for i in range(len(a)):
        a[i] = math.exp(a[i])


def written_once(x):
    w = 2.0 * x
    exponential(w)
    return np.sum(w)


def written_again_and_again(x):
    w = 0.5 * x
    for _ in range(2):
        exponential(w)
    return np.sum(w)


def product_and_sum(a, b):
    c = a * b
    return np.sum(np.sin(c)), c


def result_that_stays(x):
    total, c = product_and_sum(x, 2.0 * x)
    return total * np.sum(c * c)


def result_that_changes(x):
    total, c = product_and_sum(x, 2.0 * x)
    c[0] = 3.0
    return total * np.sum(c * c)


def by_elements(a):
    total = 0.0
    for i in range(len(a)):
        total += math.exp(a[i])
    return total * total


def saved_elements(x):
    w = x * x
    total = by_elements(w)
    w[0] = total
    return np.sum(w * w)


def sine_of_sum(a):
    return math.sin(np.sum(a) + a[1])


def saved_sums(x):
    w = x * x
    total = sine_of_sum(w)
    w[0] = total
    return np.sum(w * w)


def narrowed(a):
    part = a
    for k in range(3):
        part = part[1:] if k == 1 else part
    return np.sum(np.sin(part) * part)


def saved_parts(x):
    w = x * x
    total = narrowed(w)
    w[1] = total
    return np.sum(w * w)


def narrowing_sum(a):
    part, total = a, 0.0
    for k in range(3):
        total += np.sum(np.sin(part))
        part = part[1:] if k == 1 else part
    return total


def saved_lists(x):
    w = x * x
    total = narrowing_sum(w)
    w[1] = total
    return np.sum(w * w)


def saved_parts_that_stay(x):
    w = x * x
    return narrowed(w) * np.sum(w)


def descend(a, n):
    if n == 0:
        return a[0] * a[0]
    return descend(a, n - 1) * a[n]


def recursive(x):
    w = x * x
    return descend(w, 2) * np.sum(w)


def of_each_iteration(x):
    total = 0.0
    for k in range(2):
        w = x * (k + 1.0)
        total += narrowed(w) * by_elements(w)
    return total


COPIES = {  # how many copies a gradient makes
    written_once: 0,
    written_again_and_again: 0,  # they go to an array for all iterations
    result_that_stays: 0,
    result_that_changes: 1,
    saved_elements: 1,  # what it computes from them is computed again
    saved_sums: 0,
    saved_parts: 1,
    saved_lists: 1,
    saved_parts_that_stay: 0,
    recursive: 0,
    of_each_iteration: 0,
}


@pytest.mark.parametrize("function", COPIES, ids=lambda function: function.__name__)
def test_copies_around_calls(function: Callable[[Any], float]) -> None:
    gradient = grad(function, target="python")
    check(gradient(X), function, X)
    text = gradient.source(X)
    copies = text.count(".copy()") + text.count("np.copy(")
    assert copies == COPIES[function], text
