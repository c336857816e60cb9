"""Deques and heaps: values as Python's, and derivatives in both modes."""

from __future__ import annotations

import heapq
import math
from collections import deque
from collections.abc import Callable
from heapq import heapify, heappop, heappush, heappushpop, heapreplace

import numpy as np
import pytest

from srcdiff import SrcdiffError, grad

from .compare import check, check_both

V = np.array([0.5, 1.2, 0.9, 1.4, 0.3, 0.7])


def breadth_first(v):
    queue, s = deque([0]), 0.0
    while queue:
        i = queue.popleft()
        s = 0.5 * s + v[i] * v[i]
        for j in (2 * i + 1, 2 * i + 2):
            if j < len(v):
                queue.append(j)
    return s


def window(v):
    last, s = deque(maxlen=3), 0.0
    for e in v:
        last.append(e)
        if len(last) == last.maxlen:
            s += sum(last) / len(last) * e + max(last) - np.std(np.array(last))
    return s


def delay(v, n=2):
    line = deque([0.0] * n, maxlen=n)
    s = 0.0
    for e in v:
        y = e + v[1] * line[0]
        line.append(y)
        s += y * y
    return s


def dropped_and_read_later(v):
    rows = deque(maxlen=2)
    rows.append(v * v)
    kept = rows[0]
    for e in v:
        rows.appendleft(v * e)
    kept[0] = kept[0] * kept[1]
    return np.sum(kept) * rows[-1][0] * rows[0][1]


def both_ends(v):
    q = deque((e, k) for k, e in enumerate(v))
    q.rotate(2)
    q.rotate(-1)
    s = 0.0
    while len(q) > 1:
        a, k = q.pop()
        b, n = q.popleft()
        s = 0.5 * s + a * b * (k - n)
        if k % 2:
            q.appendleft((a * b, k - 1))
    return s


def filled(v):
    q = deque((e * e for e in v if e > 0.4), maxlen=3)
    q.extend(e * 2.0 for e in v)
    q.extendleft(v[:2])
    r = deque(maxlen=2)
    r += [q[0], q[1], q[2]]
    return q[0] * q[-1] * r[0] + r[1]


def taken_until_it_is_empty(v):
    q, s = deque(v), 1.0
    while True:
        try:
            e = q.popleft()
        except IndexError:
            break
        s = s * e + 1.0
    return s


def turned(q):
    q.append(q.popleft())
    return q[-1]


def given_away(v):
    q = deque(v)

    def add(e):
        q.append(e * v[0])

    add(v[1])
    return turned(q) * q[0] * q.pop() * q[-1]


def merged(v):
    heap = list(v)
    s = 0.0
    heapify(heap)
    while len(heap) > 1:
        s += (heappop(heap) + heappop(heap)) ** 2
        heappush(heap, s)
    return s


def places(v):
    heap = [(a, k, a * a) for k, a in enumerate(v)]
    heapify(heap)
    heappush(heap, (v[0] * v[1], 7, v[2]))
    a, i, p = heappop(heap)
    b, j, q = heappushpop(heap, (a * 2.1, 8, p))
    c, k, r = heapreplace(heap, (b + 0.3, 9, q * p))
    s = 0.0
    for n, (e, m, f) in enumerate(heap):
        s += (n + 1) * e * m * f
    return s * a * b * c * (i + 1) * (j + 2) * (k + 3) + p * q * r


def equal_keys(v):
    heap, s = [], 0.0
    for k in range(len(v)):
        heappush(heap, (k // 2, v[k] * v[k]))
    while heap and heap[0][0] < 2:
        k, e = heappop(heap)
        s = 0.3 * s + (k + 1) * e
    return s * heap[0][1]


def in_order(v):
    heap = []
    for e in v:
        heappush(heap, -e)
    found = [-heappop(heap) for _ in range(len(heap))]
    return sum(k * e for k, e in enumerate(found))


def not_numbers(v):
    heap = [math.nan, v[0], v[1], v[2]]
    heapify(heap)
    taken = [heappop(heap), heappop(heap), heappop(heap)]
    return sum((k + 1) * (1.0 if math.isnan(e) else e) for k, e in enumerate(taken))


def shortest(v):
    n = len(v)
    best = [math.inf] * n
    done = [False] * n
    best[0] = 0.0
    heap = [(0.0, 0)]
    while heap:
        d, i = heappop(heap)
        if done[i]:
            continue
        done[i] = True
        for k in (i + 1, i + 2):
            if k < n and d + v[k] * v[i] < best[k]:
                best[k] = d + v[k] * v[i]
                heappush(heap, (best[k], k))
    return best[n - 1]


def chosen(v):
    a, b = heapq.nlargest(2, v), heapq.nsmallest(n=2, iterable=v, key=lambda e: -(e * e))
    return a[0] * a[1] * b[1] + sum(heapq.nsmallest(99, v)) + len(heapq.nlargest(-1, v))


DEQUES = (
    *(breadth_first, window, delay, dropped_and_read_later, both_ends, filled),
    *(taken_until_it_is_empty, given_away),
)
HEAPS = (merged, places, equal_keys, in_order, not_numbers, shortest, chosen)


@pytest.mark.parametrize("function", [*DEQUES, *HEAPS])
def test_both_modes(function: Callable[..., float]) -> None:
    check_both(function, V)


@pytest.mark.parametrize("function", [window, both_ends, equal_keys])
def test_compiled(function: Callable[..., float]) -> None:
    check(function, V, target="cpu")


def emptied(x):
    q = deque([x], maxlen=1)
    q.clear()
    return q.popleft()


def emptied_heap(x):
    heap = [(x, 1)]
    heappop(heap)
    a, _ = heappop(heap)
    return a


def bounded(x, n):
    q = deque([x], maxlen=n)
    return q[0]


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("function", [emptied, emptied_heap])
def test_what_is_empty_has_nothing_to_take(function: Callable[..., float], target: str) -> None:
    with pytest.raises(IndexError):
        grad(function, target=target)(1.5)


def test_a_negative_length_is_refused_as_python_does() -> None:
    with pytest.raises(ValueError, match="non-negative"):
        grad(bounded, wrt="x", target="python")(1.5, -1)


def changed_on_the_way(v):
    q, s = deque(v), 0.0
    for e in q:
        s += e
        q.append(e)
    return s


def returned(v):
    q = deque(v)
    return q


def with_an_end_as_a_whole(v):
    q = deque(v, maxlen=2)
    r = q
    return r[0]


def at_times(v):
    q = deque(maxlen=2)
    if v[0] > 9.0:
        q = deque(v)
    return q[0]


def of_no_name(v):
    return sum(deque(v))


def in_an_object(v):
    heaps = [[v[0]], [v[1]]]
    heappush(heaps[0], v[2])
    return heaps[0][0]


def taken_at_a_place(v):
    u = list(v)
    try:
        s = u.pop(len(v) + 3)
    except IndexError:
        s = v[1]
    return s


REFUSED = {
    changed_on_the_way: "changes while it is walked over",
    returned: "`q`, a deque, is returned",
    with_an_end_as_a_whole: "`q`, a deque with `maxlen`, is used as a whole",
    at_times: "`q` is a deque with `maxlen` at times",
    of_no_name: "this use of a deque is not supported yet",
    in_an_object: "a heap that is no variable of its own",
    taken_at_a_place: "this may find nothing to take out",
}


@pytest.mark.parametrize("function", REFUSED)
def test_what_lists_cannot_stand_for_is_refused(function: Callable[..., float]) -> None:
    with pytest.raises(SrcdiffError, match=REFUSED[function]):
        grad(function, target="python")(V)
