"""What the methods of classes are for: `with`, loops over objects, order, copies, `reduce`."""

import copy
import functools
import math
import operator
from dataclasses import dataclass

import numpy as np

from tests.structures.judge import case

V = np.array([0.3, 0.7, 0.4, 1.1])


class Timer:
    def __init__(self, s):
        self.s = s
        self.log = 0.0

    def __enter__(self):
        self.s *= 2
        return self

    def __exit__(self, *raised):
        self.log += self.s
        return False


class Hiding(Timer):
    def __exit__(self, *raised):
        return True


@case(0.9, V)
def entered(x, v):
    t = Timer(x)
    with t as u:
        y = u.s * x
        for w in v:
            u.s += w
    with t:
        y += t.s
    return y + t.log


@case(0.9, V)
def entered_in_a_loop(x, v):
    t = Timer(x)
    for w in v:
        with t as u:
            u.s *= w
    return t.s * t.log


@case(0.9)
def result_inside(x):
    with Timer(x) as s, Timer(2.0 * x) as r:
        y = s.s * x
        return y * r.s


@case(0.9, V)
def left_before_its_end(x, v):
    t = Timer(x)
    for w in v:
        with t:
            if w > 0.5:
                break
    return t.s


@case(0.9)
def hides_errors(x):
    with Hiding(x) as t:
        y = t.s
    return y


@case(0.9)
def entered_in_try(x):
    try:
        with Timer(x) as t:
            y = t.s
    except ValueError:
        y = 1.0
    return y


def enters(t, x):
    with t:
        if x > 0.5:
            raise ValueError("large")
        x = x * 2.0
    return x


@case(0.9)
def entered_by_what_try_calls(x):
    t = Timer(x)
    try:
        y = enters(t, x)
    except ValueError:
        y = 3.0 * x
    return y * t.log


class Pair:
    def __init__(self, a, b):
        self.a = a
        self.b = b

    def __iter__(self):
        return iter((self.a, self.b))


class Yielding(Pair):
    def __iter__(self):
        yield self.a
        yield self.b


class Path:
    def __init__(self, parts):
        self.parts = parts

    def __iter__(self):
        return iter(self.parts)


@case(0.9, V)
def unpacked(x, v):
    p = Pair(x, v[0])
    a, b = p
    c, d = Yielding(b, x), 1.0
    e, f = c
    t = 0.0
    for w in p:
        t = t * x + w
    return a * b + sum(p) * d + e * f * t


@case(0.9, V)
def over_yielded(x, v):
    t = 0.0
    for w in Yielding(x, v[1]):
        t = t * x + w
    return t


@case(0.9, V)
def over_list(x, v):
    p = Path([x, v[0], x * v[1]])
    a, b, c = p
    t = 0.0
    for q in p:
        t = t * x + q
    return a * b * c + t


@dataclass
class Point:
    a: float
    b: float

    def __lt__(self, other):
        return self.a < other.a

    def __gt__(self, other):
        return self.a > other.a

    def __abs__(self):
        return math.hypot(self.a, self.b)

    def __add__(self, other):
        return Point(self.a + other.a, self.b + other.b)


@case(0.9, V)
def extremes(x, v):
    ps = [Point(x, v[0]), Point(v[1], x), Point(0.1, 0.2)]
    ps[0].b += 1.0
    t = min(ps[0], ps[1]).b
    return min(ps).b * max(ps).a + max(ps, key=abs).b + sorted(ps, key=abs)[0].a + t


@case(0.9, V)
def sorted_by_method(x, v):
    return sorted([Point(x, v[0]), Point(v[1], x)])[0].a


@case(0.9, V)
def sorted_in_place(x, v):
    ps = [Point(x, v[0]), Point(v[1], x)]
    ps.sort(key=abs)
    return ps[0].a


@case(0.9, V)
def reduced(x, v):
    ps = [Point(x, v[0]), Point(v[1], x), Point(0.1, 0.2)]
    q = functools.reduce(lambda s, p: s + p, ps)
    r = functools.reduce(operator.add, ps, Point(x, x))
    return q.a * q.b + r.a


@dataclass
class Net:
    w: list
    h: list


@case(0.9, V)
def deep_copies_of_lists(x, v):
    p = Net([x, v[0]], [[x, 1.0], [2.0, x]])
    q = copy.deepcopy(p)
    q.w[0] += 1.0
    q.h[1][0] += x
    return sum(p.w) * sum(q.w) + q.h[1][0] * p.h[1][0] + p.h[0][0] * q.h[0][0]


@case(0.9, V)
def deep_copies_of_lists_that_grow(x, v):
    p = Net([x], [])
    for w in v:
        p.w.append(w)
    q = copy.deepcopy(p)
    return q.w[0]


@case(0.9, 1)
def keys_by_condition(x, n):
    functions = {"s": math.sin, "c": math.cos}
    d = {"a": x, "b": 2.0 * x}
    return functions["s" if n > 0 else "c"](x) * d["a" if x > 0.5 else "b"]
