"""Lists of numbers that grow, as arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import SrcdiffError, grad, jvp

from .compare import check, check_both

X = np.array([0.4, 1.3, 0.2, 2.0])


def recurrence(x, n):
    values = [x[0], x[1]]
    for i in range(n):
        values.append(values[-1] * x[i] + values[-2])
    total = 0.0
    for v in values:
        total += v * v
    return total * len(values) + values[-1]


def empty_first(x):
    squares = []
    for v in x:
        squares.append(v * v)
        squares.append(v)
    squares.append(squares[0] * squares[-1])
    array = np.array(squares)
    total = sum(squares)
    for i in range(len(squares)):
        total += array[i] * squares[i] * len(squares)
    return total


def chosen(x):
    large = []
    for i, v in enumerate(x):
        if v > 0.3:
            large.append(v * i)
            large[-1] += v * v
    total = 0.0
    for i in range(len(large)):
        total += large[i] * large[-1]
    return total


def in_a_loop(x, n):
    total = 0.0
    for i in range(n):
        row = []
        for j in range(4):
            row.append(x[j] * i)
        total += row[0] * row[-1] + len(row)
    return total


def nested_loops(x, n):
    products = []
    for i in range(n):
        for j in range(3):
            products.append(x[i] * x[j])
    total = 0.0
    for k in range(len(products)):
        total += products[k] * k
    return total


def written_out(x):
    weights = [0.5, 1, x[0]]
    weights[1] = x[1] * 2.0
    total = 0.0
    for w, v in zip(weights, x, strict=False):
        total += w * v
    return total * max(weights)


def of_subscripts(x, n):
    order = []
    for i in range(n):
        order.append(n - 1 - i)
    total = 0.0
    for k in range(n):
        total += x[order[k]] * k
    return total


def of_equal_values(x, n):
    totals = [0] * n
    for i in range(n):
        for v in x:
            totals[i] += v * i
    return totals[n - 1] * totals[1]


def extended(x, n):
    values = [x[0]]
    values.extend([x[1], x[0] * x[2]])
    values[1] *= 2.0
    for i in range(n):
        values.extend((x[i] * i, values[0]))
    return values[1] * values[2] + values[-2] * sum(values)


def extended_by_others(x, n):
    values, others = [x[0]], [x[1], x[2] * x[0]]
    values += others
    values += list(x[1:])
    values += values[1:3]
    for i in range(n):
        more = [v * i for v in x]
        values.extend(more)
        others += [x[i]]
    values += others
    total = 0.0
    for k, v in enumerate(values):
        total += v * v * k
    return total * len(values)


def extended_under_two_names(x):
    values = [x[0], x[1]]
    others = values
    others += values[1:]
    others += sorted(x)
    return values[2] * values[-1] + sum(others) * len(values)


def extended_by_itself(x):
    values = [x[0], x[1] * x[2]]
    for i in range(2):
        values.extend(values)
        values[i] *= x[2]
    values += values
    return sum(values) * values[3] + len(values)


def extended_by_what_may_be_itself(x):
    values = [x[0]]
    more = [x[1], x[0] * x[2]]
    if x[1] > 0.0:
        values = more
    values += more
    return sum(values) * len(values)


def added_to_by_others(x, n):
    a, b = [1.0, x[0]], [x[0], 2.0, x[1]]
    a += b[1:]
    for k in range(n):
        a += b[k:]
        a += a[:1]
    a += x.tolist()
    a += sorted([x[1], x[0]])
    a += (x[0], n * x[1])
    return sum(a[k] * (k + x[0]) for k in range(len(a)))


def extended_in_turn(x):
    found, block = [], []
    for v in x:
        if v > 0.6:
            block += [v]
        else:
            found += block
            block = []
    found += block
    return sum([k * v for k, v in enumerate(found)]) + len(block)


def begun_by_parts(x):
    values = [x[0], x[1], x[2] * x[0]]
    copied = values.copy()
    last = values[-2:]
    both = values + values
    copied.append(x[3])
    copied[0] *= 2.0
    last += [x[0], x[3]]
    both += last
    values[1] = 3.0
    return sum(values) * copied[0] * last[-1] + sum(both) * len(both)


def begun_by_copies(x, n):
    items = x.tolist()
    backwards = items[::-1]
    counts = list(range(n))
    pairs = x.tolist()[::2]
    for k in range(n):
        items.append(x[0] * k)
        counts.append(k + 1)
    backwards.extend([items[0] * x[1], x[2]])
    pairs += [items[-1] * x[1]]
    return sum(items) * backwards[0] * backwards[-2] * sum(counts) + pairs[-1] * pairs[0]


def windows(x):
    kept = [x[0], x[1]]
    for k in range(3):
        more = kept[-2:]
        more.append(more[0] * more[1] + x[k])
        kept = more[1:]
    return kept[0] * kept[1]


def of_unknown_length(x):
    values = []
    v = x[0]
    while v > 0.1:
        values.append(v)
        v = v * 0.5
    return values[-1] if len(values) > 0 else v


def read_while_it_grows(x):
    values = [x[0], x[1]]
    kept = []
    while values[-1] > 0.01:
        for v in values:
            kept.append(v * x[2])
        values.append(values[-1] * values[-2] + 0.01 * values[len(values) - 1])
    total = 0.0
    for k, v in enumerate(reversed(kept)):
        total += v * kept[k]
    return total + sum(values) * max(kept[1:])


def named_twice_in_a_loop(x):
    values = [x[0]]
    while values[-1] > 0.1:
        others = values
        values.append(0.5 * values[-1])
        others[0] = x[1]
    return values[0] * others[-1]


PROGRAMS: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (recurrence, (X, 3)),
    (recurrence, (X, 0)),
    (empty_first, (X,)),
    (chosen, (X,)),
    (in_a_loop, (X, 3)),
    (nested_loops, (X, 3)),
    (written_out, (X,)),
    (of_subscripts, (X, 4)),
    (of_equal_values, (X, 3)),
    (of_unknown_length, (0.9 * X,)),
    (of_unknown_length, (0.1 * X,)),
    (read_while_it_grows, (X,)),
    (extended, (X, 3)),
    (extended, (X, 0)),
    (extended_by_others, (X, 3)),
    (extended_by_others, (X, 0)),
    (added_to_by_others, (X, 2)),
    (added_to_by_others, (X, 0)),
    (extended_under_two_names, (X,)),
    (extended_in_turn, (X,)),
    (extended_by_itself, (X,)),
    (extended_by_what_may_be_itself, (X,)),
    (extended_by_what_may_be_itself, (-X,)),
    (begun_by_parts, (X,)),
    (begun_by_copies, (X, 3)),
    (begun_by_copies, (X, 0)),
    (windows, (X,)),
    (named_twice_in_a_loop, (X + 0.01,)),
]
COMPILED = (
    recurrence,
    chosen,
    written_out,
    read_while_it_grows,
    extended_by_others,
    begun_by_parts,
)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program[0].__name__)
def test_the_gradient(program: Any) -> None:
    check(program[0], *program[1])


@pytest.mark.parametrize(
    "program", [p for p in PROGRAMS if p[0] in COMPILED], ids=lambda program: program[0].__name__
)
def test_the_compiled_gradient(program: Any) -> None:
    check(program[0], *program[1], target="cpu")


def gone_through_while_it_grows(x):
    values = [x[0]]
    for v in values:
        if v > 0.1:
            values.append(0.5 * v)
    return values[-1]


def handed_on_in_a_loop(x):
    def same(given):
        return given

    values = [x[0]]
    while values[-1] > 0.1:
        others = same(values)
        values.append(0.5 * values[-1])
    return others[-1]


def shortened(x):
    values = [x[0], x[1]]
    values.append(x[2])
    return values.pop()


def shared(x):
    values = [x[0], x[1]]
    others = values
    others.append(x[2])
    return values[-1]


REFUSED = (handed_on_in_a_loop,)


@pytest.mark.parametrize("function", REFUSED)
def test_what_is_refused(function: Callable[..., float]) -> None:
    with pytest.raises(SrcdiffError):
        grad(function, target="python")(X)


def test_a_list_that_grows_while_it_is_gone_through() -> None:
    check_both(gone_through_while_it_grows, X + 0.01)


@pytest.mark.parametrize("function", [shared, shortened])
def test_lists_that_another_name_or_a_method_changes(function: Callable[..., float]) -> None:
    check_both(function, X + 0.01)


def first_above(x, v, limit):
    found = []
    for e in v:
        if e > limit:
            found.append(e * x)
    return found[0] * x


def last_above(x, v, limit):
    found = []
    for e in v:
        if e > limit:
            found.append(e * x)
    return found[-1] + x


def at_a_found_place(x, v, limit):
    places = []
    for k in range(len(v)):
        if v[k] > limit:
            places.append(k)
    return v[places[0]] * x


def fourth_above(x, v, limit):
    found = []
    for e in v:
        if e > limit:
            found.append((e * x, e))
    a, b = found[3]
    return a * b


@pytest.mark.parametrize("kind", [grad, jvp])
@pytest.mark.parametrize("function", [first_above, last_above, at_a_found_place, fourth_above])
def test_elements_that_a_list_has_not_got_raise(function, kind):
    """There is room for them where the list was written as an array, but they are not in it."""
    v = np.array([0.5, 1.5, 2.0, 3.0])
    tangents = (1.0,) if kind is jvp else ()
    derivative = kind(function, target="python")
    if function is not fourth_above:
        assert np.all(np.isfinite(derivative(0.7, v, 0.9, *tangents)))
    with pytest.raises(IndexError):
        function(0.7, v, 9.0)
    for limit in (0.9, 9.0) if function is fourth_above else (9.0,):
        with pytest.raises(IndexError):
            derivative(0.7, v, limit, *tangents)
    checked = kind(function, boundscheck=True)
    with pytest.raises(IndexError):
        checked(0.7, v, 9.0, *tangents)
