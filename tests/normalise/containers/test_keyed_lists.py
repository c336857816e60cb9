"""Dictionaries whose keys are numbers that vary, `defaultdict` and `Counter`."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable

import numpy as np
import pytest

from srcdiff import SrcdiffError, grad

from ...language.compare import check, check_both

V = np.array([0.6, 1.2, 0.8, 1.7])
LABELS = np.array([0, 1, 0, 2])


def means(v, labels):
    found = defaultdict(int)
    total = defaultdict(float)
    for e, label in zip(v, labels, strict=True):
        total[label] += e * e
        found[label] += 1
    return sum(total[label] / found[label] for label in total) + found[7] * v[0]


def counted(v, labels):
    counts = Counter()
    for label in labels:
        counts[label] += 1
    return sum(v[k] * counts[labels[k]] for k in range(4)) + counts[9] * v[0]


def groups(v, labels):
    found = defaultdict(list)
    for k in range(len(v)):
        found[labels[k]].append(v[k])
    total = 0.0
    for label, values in found.items():
        mean = sum(values) / len(values)
        total += label * mean + sum((e - mean) ** 2 for e in values)
    return total


def cells(v, labels):
    one = {}
    for k in range(4):
        one.setdefault(k % 3, []).append(v[k])
    two = {}
    for k, label in enumerate(labels):
        if label not in two:
            two[label] = [v[k]]
        else:
            two[label].append(v[k] * v[k])
    three = {k: [] for k in range(3)}
    for k in range(4):
        three[k % 3].append(v[k])
    squares = sum(sum(e) ** 2 for e in two.values())
    return squares + sum(one[0]) * sum(one[1]) * sum(three[0]) + len(three[2]) * v[3]


def remembered(v, labels):
    memo = {0: 1.0, 1: v[0]}
    for k in range(2, 8):
        if k not in memo:
            memo[k] = memo[k - 1] * v[1] + memo[k - 2] + len(memo)
    rates = {}
    total = 0.0
    for k in labels:
        if k not in rates:
            rates[k] = np.exp(-v[0] * k)
        total += rates[k] * v[k]
    return memo[7] * total


def asked(v, labels):
    d = {}
    for k, label in enumerate(labels):
        d[label] = d.get(label, 1.0) * v[k]
    best = 0.0
    for key, e in d.items():
        if e > best:
            best = e * (key + 1)
    for key in sorted(d):
        best = 0.5 * best + d[key]
    return best + len(d) * v[0] + max(d.values()) * (5 in d) + sum(d.keys()) * v[1]


def nearest(v, labels):
    distance = {0: v[0]}
    queue = [0]
    while queue:
        k = queue.pop()
        for j in (2 * k + 1, 2 * k + 2):
            if j < 7 and j not in distance:
                distance[j] = distance[k] * v[j % 4] + 0.5
                queue.append(j)
    return sum(distance.values())


def comprehended(v, labels):
    d = {k: v[k] * v[k - 1] for k in range(3)}
    d[3] = 1.5
    k = 2.0
    e = {4 * i + j: v[i] * v[j] for i in range(4) for j in range(i) if j < 2}
    for key, value in e.items():
        k = 0.9 * k + key * value
    return sum(d[i] * d[i + 1] for i in range(3)) * k


def made_again(v, labels):
    total = 0.0
    for k in range(3):
        d = {}
        d.setdefault(k, 0.5)
        for j in range(4):
            d[j % 2] = v[j] * v[k] + d.get(k, 0.0)
        total += d[0] * d[1]
    return total


def of_constants(v, labels):
    total = 0.0
    for k in range(3):
        sums = defaultdict(lambda: 1.0)
        for x in v:
            if x > 1.0:
                sums["large"] *= x * k
            else:
                sums["small"] += x
        total += sums["large"] * sums["small"] + sums["none"]
    kept = defaultdict(list)
    for x in v:
        kept["all"].append(x * x)
    return total * sum(kept["all"])


def in_order(v, labels):
    d, count = defaultdict(float), len(v)
    for k in range(count):
        d[labels[k]] += v[k] * v[0]
    total = sum(d[k] * (k + 1) for k in sorted(d))
    for k in list(d):
        total = 0.5 * total + d[k]
    for k in sorted(d.keys()):
        total = 0.5 * total + d[k] * len(d)
    return total


def asked_before(v, labels):
    d = defaultdict(list)
    for k, label in enumerate(labels):
        d[label].append(v[k])
        if len(d) > 1 and len(d[label]) > 1:
            d[label].append(1.0)
    first, total = labels[0], v[1] * len(d)
    if first in d and d[first][0] > 0.0:
        total *= d[first][0]
    return total + (sum(d[first + 1]) if first + 1 in d else 2.0)


FUNCTIONS = [means, counted, groups, cells, remembered, asked, nearest, comprehended]
FUNCTIONS += [in_order, asked_before]


@pytest.mark.parametrize("function", [*FUNCTIONS, made_again, of_constants])
def test_both_modes(function: Callable[..., float]) -> None:
    check_both(function, V, LABELS)


@pytest.mark.parametrize("function", [groups, asked])
def test_compiled(function: Callable[..., float]) -> None:
    check(function, V, LABELS, target="cpu")


def many_keys(v, labels):
    d = {}
    for k in range(len(v)):
        d[2**60 + k] = v[k] * v[k]
    return sum(e * (k % 7) for k, e in d.items())


def keys_as_places(v, labels):
    d = {}
    for k, label in enumerate(labels):
        d[label + 1] = v[k] * v[0]
    counts = [0.0] * 4
    for k in d:
        counts[k] += d[k] * v[k % 4]
    return counts[1] * counts[2] + counts[3]


def keys_of_a_loop_that_goes_on(v, labels):
    d = {}
    k = len(v)
    while k > 0:
        d[k + 2**60] = v[k - 1] * v[0]
        k //= 2
    return sum(e * (k % 5) * v[k % 4] for k, e in d.items())


class Log:
    def __init__(self):
        self.places = []
        self.values = []

    def add(self, place, value):
        self.places.append(place)
        self.values.append(value)


def lists_of_an_object(v, labels):
    log, k = Log(), len(v)
    while k > 0:
        log.add(k - 1, v[k - 1] * v[0])
        k //= 2
    return sum(v[place] * value for place, value in zip(log.places, log.values, strict=True))


WHOLE_KEYS = [many_keys, keys_as_places, keys_of_a_loop_that_goes_on, lists_of_an_object]


@pytest.mark.parametrize("function", WHOLE_KEYS)
def test_keys_stay_whole_numbers_beside_values_of_another_kind(
    function: Callable[..., float],
) -> None:
    check_both(function, V, LABELS)


@pytest.mark.parametrize("function", [many_keys, lists_of_an_object])
def test_whole_numbers_compiled(function: Callable[..., float]) -> None:
    check(function, V, LABELS, target="cpu")


def test_a_key_that_is_not_there_raises() -> None:
    def absent(v):
        d = {}
        for k in range(2):
            d[k] = v[k]
        return d[len(v)]

    with pytest.raises(KeyError):
        grad(absent, target="python")(V)


def changes_size(v):
    d = {0: v[0]}
    d[len(v)] = v[1]
    for k in d:
        d[k + 10] = v[2]
    return sum(d.values())


def reads_what_it_counts(v):
    d = defaultdict(float)
    d[len(v)] += v[0]
    return d[len(v) - 1] + len(d) * v[1]


def reads_beside_a_loop(v):
    d = defaultdict(float)
    for k in range(len(v)):
        d[k % 2] += v[k]
    total = v[0]
    for k in range(len(v) + 1):
        total += d[k]
    for k in d:
        total *= 1.1 + k
    return total


def reads_behind_a_loop(v):
    d = defaultdict(float)
    for k in range(len(v)):
        d[k % 2] += v[k]
    total = v[0]
    for k in d:
        total *= 1.1 + k
    k = len(v) + 7
    return (total + d[k]) * len(d)


def reads_another_key_in_a_loop(v):
    d = defaultdict(float)
    for k in range(len(v)):
        d[k % 2] += v[k]
    total = v[0]
    for k in d:
        total += sum(d[k] for k in range(len(v)))
    return total


def uses_the_whole(v):
    d = {}
    for k in range(len(v)):
        d[k] = v[k]
    return sum_of(d)


def sum_of(d):
    return sum(d.values())


BY_KEYS = [reads_what_it_counts, reads_beside_a_loop, reads_behind_a_loop]


@pytest.mark.parametrize(
    "function", [changes_size, *BY_KEYS, reads_another_key_in_a_loop, uses_the_whole]
)
def test_what_two_lists_cannot_do_is_refused(function: Callable[..., float]) -> None:
    with pytest.raises(SrcdiffError):
        grad(function, target="python")(V)
