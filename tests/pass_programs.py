"""A small function for each pass that the other programs leave nothing to do for."""

from __future__ import annotations

import itertools
import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from srcdiff import insert_grad_of

V = np.array([0.5, 1.5, -0.25, 2.0])
M = np.array([[2.0, 0.3, 0.1], [0.3, 1.5, 0.2], [0.1, 0.2, 1.0]])
COUNTS = np.array([[3, 1], [2, 5]], dtype=np.int8)


def root(x):
    return None if x < 0.0 else x**0.5


def twice(x):
    return 2.0 * x


def attribute_in_try(x):
    y = x * x
    try:
        y.label = "area"
    except AttributeError:
        y = y + 1.0
    return y


def result_asked_twice(x):
    return x if x > 9.0 or root(x) is None else 2.0 * root(x)


def chain_with_calls(x, y):
    return x if 0.0 < twice(x) < twice(y) else y


def plane_cross(x, y):
    a = np.array([x, y])
    return np.cross(a, [y, 1.0]) * x


def evaluated_for_nothing(x, y):
    x  # noqa: B018
    twice(x) if y > 0.0 else None
    return x * y


def extended(x):
    y = [x]
    y.extend([x * x, 2.0 * x])
    return y[0] * y[1] + y[2]


def appended_in_comprehension(x):
    y = [x * k for k in range(3)]
    y.append(1.0)
    return y[1] * y[3]


def inserted_block(v):
    with insert_grad_of(v) as d_v:
        d_v[0] = 0.0
    return np.sum(v * v)


def power_of_integers(x, n):
    return x * 2**n + 10 ** (n + 1)


def root_of_matrix(a):
    w, v = np.linalg.eigh(a)
    return (v * np.sqrt(w)) @ v.T


def product_with_integers(n, x):
    return np.sum(n @ x)


def neighbours_of_list(v):
    return sum(b * a for a, b in itertools.pairwise(v))


def methods_of_number(x):
    y = np.sin(x)
    return y.sum() * y.mean()


def target_evaluated_once(x, y):
    x[int(twice(1.0))] *= y
    return np.sum(x)


def scaled(x, how):
    return x * 2.0 if how == "double" else x


def applied(function, x, rest):
    return function(x, *rest)


def string_in_tuple(x):
    return applied(scaled, x, ("double",))


def read_for_nothing(x):
    if x > 0.0:
        y = x * x
    y  # noqa: B018
    return x * x


def tuple_read_for_nothing(x):
    if x > 0.0:
        p = x, x * x
    p  # noqa: B018
    return x * x


def limits_of_computed(v):
    a = 2.0 * v
    return np.sum(a) + np.finfo(a.dtype).eps


def real_parts(x):
    z = np.zeros(2, dtype=complex)
    z[0] = complex(x, 2.0 * x)
    return z.real[0] * z.imag[0]


def operands_promoted(x, n):
    return np.sum(np.clip(n, x, 2.5))


def sign_by_comparisons(x):
    return x * ((x > 0.0) - (x < 0.0))


def nested_result(x, y):
    return (x, (y, x * y)), 2.0


def negated_unsigned(x, n):
    k = -n
    return x * k


def choice_of_numbers(x):
    return np.where(x > 0.0, 2.0 * np.sqrt(x), 1.0) * x


def mean_of_small(n, x):
    return np.mean(n, axis=0)[0] * x


def loop_over_words(x):
    s = 0.0
    for word, weight in (("a", 0.5), ("b", 2.0)):
        s += weight * x if word == "a" else x * x
    return s


def warned(x):
    if x < 0.0:
        warnings.warn("negative", stacklevel=2)
    return x * x


def arrays_in_tuples(v):
    p = (2.0 * v, 3.0 * v)
    for k in range(len(p)):
        a = p[1 - k]
        a[0] = v[k]
    return np.sum(p[0] * p[1])


def function_of_one_path(x):
    if x > 0.0:
        shape = math.sin
    return shape(x)


def variable_of_a_function_inside(x, y):
    def scaled(t):
        return k * t if y > 1.0 else t

    if y > 1.0:
        k = x
    return scaled(x * y)


def element_that_is_not_there(x, y):
    w = np.array([x, y])
    if y > 9.0:
        x = w[2]
    return x * w[1]


def taken_from_nothing(x):
    u = [x]
    try:
        y = 2.0 * u.pop() * u.pop()
    except IndexError:
        y = x * x
    return y


def rows_in_list(v):
    rows = [v * 1.0]
    for _ in range(2):
        rows.append(rows[-1] * v)
    rows[0] *= 2.0
    rows.pop(0)
    return np.sum(np.stack(rows)[1])


def list_that_only_grows(v):
    rows = [v * 1.0]
    for _ in range(2):
        rows.append(rows[-1] * v)
    return np.sum(rows[-1])


def list_with_two_names(v):
    found = [v[0]]
    others = found
    others.append(v[1])
    return found[-1] * len(others)


def dictionary_and_number_at_once(x):
    p, k = {}, 2
    p["a"] = k * x
    return p["a"] * x


def lists_and_numbers_at_once(x):
    found, s = [x, 2.0], 1.0
    found += [x * x]
    return found[-1] * s


def stack_of_numbers(x):
    stack = [x]
    while len(stack) < 4:
        stack.append(stack[-1] * x)
    return len(stack) * stack.pop() * stack.pop(1)


def length_in_a_loop(x):
    s = 1.0
    for k in range(3):
        n = len(x)
        for i in range(k, n):
            s = math.sin(s) * x[i]
    return s


def rows_by_length(m):
    s = 1.0
    for i in range(m.shape[0]):
        row = m[i]
        for j in range(len(row)):
            s = math.sin(s) * row[j]
    return s


def read_by_a_handler(x, m):
    try:
        if x < 0.15:
            raise ZeroDivisionError("no")
        for row in m:
            x += row[0]
    except ZeroDivisionError:
        x = row[0]
    return x


def computed_with_none(x):
    factor = None
    if x > 2.0:
        factor = x
    try:
        return x * factor
    except TypeError:
        return 3.0 * x


def memory_of_none(x, n):
    known = [None] * n
    known[0] = x
    return known[0] if known[1] is None else x


def asked_for_its_type(x: float, v: Any) -> Any:
    """Ask what is computed for its type."""
    scaled = v * x
    return np.sum(scaled) if hasattr(scaled, "shape") else scaled


def written_to_some_places(x):
    a = x * 1.0
    written_at(a, [0, 1], x[0])
    return np.sum(a * a)


def written_at(a, places, x):
    for k in places:
        a[k] = x


def added_to_a_grid(x):
    a = x * x
    places = [0, 1]
    a[np.ix_(places, places)] += x[0, 0]
    return np.sum(a) + np.sum(x[places])


def default_of_the_iteration(x: float, v: Any) -> Any:
    """Take the counter of a loop as the default of a function inside."""
    total = 0.0
    for k in range(3):
        scaled = lambda u, c=k: u * c  # noqa: E731
        total += scaled(x) * v[k]
    return total


def read_in_later_iterations(x: float, v: Any) -> Any:
    """Ask in the condition of a loop for what its body has bound."""
    k = 0
    while k < len(v) and (k == 0 or last < 9.0):  # noqa: F821
        last = x * v[k]
        k += 1
    return x * last


def list_that_stays_empty(x: float) -> float:
    """Bind a list that nothing is put into."""
    y, log = 2.0 * x, []  # noqa: F841
    return x * y


def stretched_by(y, c):
    if y.ndim == 1:
        return stretched(y, c)
    elif y.ndim == 2:
        return stretched(y[0], c)


def stretched(y, c):
    y *= c


def nothing():
    pass


def shifted(y, k, *, a=0.5, b=0.6):
    y += a + b


def read_behind_what_gives_nothing(x, v):
    """Call what returns nothing, for its effect, with keywords and in a tuple."""
    y = v * x
    stretched_by(y, x)
    shifted(y, nothing(), b=y[0], a=0.1 * x)
    return y[0] * (nothing(), y[1], x)[1]


def asked_of_products_with_integers(x, v):
    """Multiply integers and numbers in a condition."""
    return v[0] * x if np.dot(np.arange(4), v) < v[1] else x


def number_and_array(x, v):
    """Bind a name to a number that is computed, and to an array."""
    y = x * x
    for k in range(2):
        y = y * v if k else y
    return y[0]


PASS_PROGRAMS: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (attribute_in_try, (0.7,)),
    (result_asked_twice, (0.7,)),
    (chain_with_calls, (0.7, 1.3)),
    (plane_cross, (0.7, 1.3)),
    (evaluated_for_nothing, (0.7, 1.3)),
    (extended, (0.7,)),
    (appended_in_comprehension, (0.7,)),
    (inserted_block, (V,)),
    (power_of_integers, (0.7, 3)),
    (root_of_matrix, (M,)),
    (product_with_integers, (np.array([1, 2, 3, 4]), V)),
    (neighbours_of_list, (V,)),
    (methods_of_number, (0.7,)),
    (target_evaluated_once, (V, 1.3)),
    (string_in_tuple, (0.7,)),
    (read_for_nothing, (0.7,)),
    (tuple_read_for_nothing, (0.7,)),
    (limits_of_computed, (V,)),
    (real_parts, (0.7,)),
    (operands_promoted, (0.7, np.array([1, 2, 3]))),
    (sign_by_comparisons, (0.7,)),
    (nested_result, (0.7, 1.3)),
    (negated_unsigned, (0.7, np.uint8(3))),
    (choice_of_numbers, (0.7,)),
    (mean_of_small, (COUNTS, 0.7)),
    (loop_over_words, (0.7,)),
    (warned, (0.7,)),
    (arrays_in_tuples, (V,)),
    (function_of_one_path, (0.7,)),
    (variable_of_a_function_inside, (0.7, 1.3)),
    (element_that_is_not_there, (0.7, 1.3)),
    (taken_from_nothing, (0.7,)),
    (rows_in_list, (V,)),
    (list_that_only_grows, (V,)),
    (list_with_two_names, (V,)),
    (lists_and_numbers_at_once, (0.7,)),
    (length_in_a_loop, (V,)),
    (rows_by_length, (M,)),
    (stack_of_numbers, (0.7,)),
    (memory_of_none, (0.7, 3)),
    (read_by_a_handler, (0.7, M)),
    (computed_with_none, (1.5,)),
    (asked_for_its_type, (0.7, V)),
    (default_of_the_iteration, (0.7, V)),
    (number_and_array, (0.7, V)),
    (written_to_some_places, (V,)),
    (added_to_a_grid, (M,)),
    (read_in_later_iterations, (0.7, V)),
    (list_that_stays_empty, (0.7,)),
    (dictionary_and_number_at_once, (0.7,)),
    (read_behind_what_gives_nothing, (0.7, V)),
    (asked_of_products_with_integers, (0.7, V)),
]
