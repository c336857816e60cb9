"""Comprehensions over objects with conditions that are only known when the function runs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.structures.judge import case


@dataclass
class Part:
    a: float
    h: float
    x: float = 0.5

    def __add__(self, other):
        return Part(self.a + other.a, self.h + other.h)

    def __radd__(self, other):
        return self if other == 0 else Part(self.a + other, self.h)


PARTS = [Part(1.0, 0.2, 0.3), Part(2.0, 0.7, -0.2), Part(3.0, 0.5, 0.9)]


@case(PARTS)
def sums(ps):
    total = sum((q.a * q.h for q in ps if q.x > 0), 10.0)
    total += sum([q.a for q in ps if q.h > 0.3], start=1.0)
    for p in ps:
        total += p.a * sum(q.h**2 for q in ps if q is not p and q.x > p.x)
    return total


@case(PARTS)
def pairs(ps):
    return sum(q.a * r.a for q in ps for r in ps if q.x > r.x)


@case(PARTS)
def sum_of_objects(ps):
    whole = sum(Part(q.a, q.h) for q in ps)
    return whole.a * whole.h


@case(PARTS)
def as_lists(ps):
    w = np.array([q.a for q in ps if q.x > 0])
    return np.sum(w * w) + np.mean([q.h for q in ps if q.x > 0]) + len([q for q in ps if q.x < 0])


@case(PARTS)
def largest(ps):
    best = max((q for q in ps if q.x > 0), key=lambda q: q.a)
    last = sorted((q for q in ps if q.x < 5), key=lambda q: q.h, reverse=True)[1]
    least = max((q.a for q in ps if q.x > 10), default=0.5)
    return best.a * best.h * last.a + max(q.a for q in ps if q.x < 0.5) * least


@case(PARTS)
def asked(ps):
    total = 0.0
    for p in ps:
        if any(q.x > 0 for q in ps if q.h > p.h):
            total += p.a**2
        if all(q.x > 0 for q in ps if q.h > p.h):
            total += p.a**3
    return total


@case(PARTS)
def first(ps):
    found = next(q for q in ps if q.x < 0)
    other = next((q.h for q in ps if q.x > 5), 2.0)
    none = next((q for q in ps if q.x > 5), None)
    return found.a * found.h * other if none is None else none.a


@case(PARTS)
def first_of_none(ps):
    return next(q for q in ps if q.x > 5).a


@case(PARTS)
def own_variables(ps):
    q = ps[0]
    total = sum(q.a * q.h for q in ps if q.x > 0)
    values = [q.h for q in ps if q.x < 0.5]
    return total * q.a + sum(values) * q.x


@case(PARTS, 3)
def in_a_loop(ps, n):
    total = 0.0
    for _ in range(n):
        for p in ps:
            p.x += 0.13 * p.a * sum(q.a for q in ps if q.x > p.x)
        total += sum(q.x for q in ps if q.x > 0)
    return total


class Ticking:
    def __init__(self, x):
        self.x = x

    def tick(self):
        self.x = self.x * 2 + 1
        return self.x


@case(Ticking(1.2), Ticking(0.7))
def asked_one_by_one(c, e):
    first = any(o.tick() > 0 for o in (c, e))
    other = all(o.tick() < 0 for o in (e, c))
    last = any(o.x > 1 for o in (c, e) if o.tick() > 0)
    return c.x + 10 * e.x + first + 2 * other + 4 * last


@case(Ticking(1.2), Ticking(0.7))
def tests_that_change(c, e):
    found = next(o.x for o in (c, e) if o.tick() > 0)
    total = sum(o.x for o in (c, e) if o.tick() > 0)
    return found + 10 * total + max(o.x for o in (c, e) if o.tick() > 0) + e.x
