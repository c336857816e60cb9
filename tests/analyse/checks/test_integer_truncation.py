"""Writes to arrays of numbers that are integers at times."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad

from ...language.compare import check_both

V = np.array([0.7, -1.3, 2.1])


def chosen(x):
    a = np.array([max(3, x[0]), 1])
    b = a[:1]
    b[0] = x[2]
    return a[0] * x[1]


def on_one_way(x):
    s = 1 if x[0] < 5 else x[0]
    a = np.array([s])
    a *= x[2]
    return a[0]


def swapped(x):
    p, q = 1, x[0]
    for _ in range(3):
        p, q = q, p
    a = np.asarray([[q]])
    a[0, 0] = x[1]
    return a[0, 0]


def set_first(a, y):
    a[0] = y


def by_a_helper(x):
    a = np.array([min(-1, x[0]), 2])
    set_first(a, x[1])
    return a[0]


def pick(x):
    if x[0] > 5:
        return x[0], 1.0
    return 2, 1.0


def picked(x):
    level, _ = pick(x)
    a = np.full(3, level * 2)
    a[0] = x[2]
    return a[0] * x[1]


def filled(number):
    return np.full(3, number)


def filled_by_a_helper(x):
    level = 2 if x[0] < 5 else x[0]
    a = filled(level)
    a[0] = x[2]
    return a[0] * x[1]


def first_set(number, y):
    a = np.full(3, number)
    a[0] = y
    return a


def inside_a_helper(x):
    level = 2 if x[0] < 5 else x[0]
    return np.sum(first_set(-level, x[1]))


def counted(x):
    level = 2 if x[0] < 5 else x[0]
    a = np.arange(level)
    a[0] = x[2]
    return a[0] * x[1]


def by_arithmetic(x):
    level = 2 if x[0] < 5 else x[0]
    a = level * np.arange(3)
    a[0] = x[2]
    return a[0] * x[1]


def of_a_tuple(x):
    pair = (2, 1) if x[0] < 5 else (x[0], x[1])
    a = np.array(pair) * 3
    b = a[1:]
    b[0] += x[2]
    return a[1]


def of_a_comprehension(x):
    level = 2 if x[0] < 5 else x[0]
    a = np.array([level for _ in range(3)])
    a[0] = x[2]
    return a[0] * x[1]


def level_of(x):
    return 2 if x[0] < 5 else x[0]


def pair_of_numbers(x):
    return np.array([level_of(x), 1])


def comprehension_of_numbers(x):
    return np.array([level_of(x) for _ in range(3)])


def appended_numbers(x):
    found = []
    for k in range(3):
        found.append(k if x[0] < 5 else x[k])
    return np.array(found)[::-1]


def in_a_tuple(x):
    return x[1], comprehension_of_numbers(x)


def a_pair_made_by_a_helper(x):
    a = pair_of_numbers(x)
    a[0] = x[2]
    return a[0] * x[1]


def a_comprehension_of_a_helper(x):
    a = 2 * comprehension_of_numbers(x)
    a[1:] += x[2]
    return a[1] * x[1]


def a_list_of_a_helper(x):
    a = appended_numbers(x)
    b = a[1:]
    b[0] = x[2]
    return a[1] * x[1]


def an_array_in_a_tuple_of_a_helper(x):
    k, a = in_a_tuple(x)
    a *= k
    return a[1] * x[1]


def level_pair(x):
    level = 2 if x[0] < 5 else x[0]
    return np.array([level, 1])


def filled_like_it(x):
    return np.sum(np.full_like(level_pair(x), x[0]))


def filled_with_its_type(x):
    a = level_pair(x)
    return np.sum(np.full(3, 0.7 * x[1], dtype=a.dtype))


def converted_to_its_type(x):
    a = level_pair(x)
    return np.sum((x * 3.0).astype(a.dtype))


def made_of_its_type(x):
    a = level_pair(x)
    return np.sum(np.array([x[0], 0.5], dtype=a.dtype)) + np.sum(np.asarray(x, dtype=a.dtype))


def a_number_of_its_type(x):
    a = level_pair(x)
    return a.dtype.type(0.7) * x[0]


@pytest.mark.parametrize(
    "function",
    [
        filled_like_it,
        filled_with_its_type,
        converted_to_its_type,
        made_of_its_type,
        a_number_of_its_type,
    ],
)
def test_numbers_of_the_type_of_such_an_array_are_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(UnsupportedSyntax, match="what gets their type would be cut off"):
        grad(function, target="python")(V)


def zeros_of_its_type(x):
    a = level_pair(x)
    return np.sum(np.zeros(3, dtype=a.dtype) + x) + np.sum(np.full_like(a, 3) * x[0])


def test_zeros_and_integers_of_the_type_of_such_an_array_are_as_they_are() -> None:
    check_both(zeros_of_its_type, V)


def of_a_repeated_list(x):
    values = [2] * 3
    if x[0] > 5:
        values[0] = x[1]
    a = np.array(values)
    a[1] = x[2]
    return a[1] * x[1]


def of_a_list_of_zeros(x):
    values = [0 for _ in range(3)]
    for k in range(3):
        if x[k] > 5:
            values[k] = x[1]
    a = 2 * np.array(values)
    a[1] = x[2]
    return a[1] * x[1]


@pytest.mark.parametrize(
    "function",
    [
        of_a_repeated_list,
        of_a_list_of_zeros,
        a_pair_made_by_a_helper,
        a_comprehension_of_a_helper,
        a_list_of_a_helper,
        an_array_in_a_tuple_of_a_helper,
        chosen,
        on_one_way,
        swapped,
        by_a_helper,
        picked,
        filled_by_a_helper,
        inside_a_helper,
        counted,
        by_arithmetic,
        of_a_tuple,
        of_a_comprehension,
    ],
)
def test_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(UnsupportedSyntax, match="would be cut off"):
        grad(function, target="python")(V)


def with_a_type(x):
    s = 1 if x[0] < 5 else x[0]
    a = np.full(3, s, np.float64)
    a[0] = x[2]
    b = np.array([s, 2], dtype=np.float64)
    b[1] = x[1]
    return a[0] * b[1] * np.array([s, 2])[0]


def beside_a_fraction(x):
    best = 0
    for v in x:
        best = max(best, v)
    a = np.array([best, x[1]])
    a[0] *= 2
    return a[0] * a[1]


def made_of_floats(x):
    level = 2 if x[0] < 5 else x[0]
    a = np.zeros(3) + level
    a[0] = x[2]
    b = np.full(2, level / 2)
    b[0] = x[1]
    c = np.array([float(level), 1.0])
    c[1] = x[1]
    d = np.repeat(level * x[1], 2)
    d[0] = x[2]
    return a[0] * b[0] * c[1] * d[0] + a[1]


def total(a):
    return np.sum(a) * a[0]


def only_read_by_a_helper(x):
    level = 2 if x[0] < 5 else x[0]
    a = np.array([level, 1]) * 2
    return total(a) * x[1]


def set_to_an_integer(x):
    level = 2 if x[0] < 5 else x[0]
    a = np.full(3, level)
    a[0] = 7
    return np.sum(a) * x[1]


def fractions(x):
    return np.array([level_of(x) * 1.0 for _ in range(3)])


def written_where_a_helper_made_floats(x):
    a = fractions(x)
    a[0] = x[2]
    b = pair_of_numbers(x) * x[1]
    b[1] = x[0]
    return a[0] * b[1] + np.sum(comprehension_of_numbers(x)) * a[1]


@pytest.mark.parametrize(
    "function",
    [
        written_where_a_helper_made_floats,
        with_a_type,
        beside_a_fraction,
        made_of_floats,
        only_read_by_a_helper,
        set_to_an_integer,
    ],
)
def test_right(function: Callable[..., Any]) -> None:
    check_both(function, V)
