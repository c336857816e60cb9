"""Two names for one object, temporaries, and objects of callees."""

import functools
from dataclasses import dataclass

import numpy as np

from tests.structures.judge import case

X = np.array([0.7, 1.3, 2.1])


@dataclass
class P:
    x: float
    y: float

    def norm(self):
        return self.x * self.x + 3.0 * self.y


class Body:
    def __init__(self, x, v, m=2.0):
        self.x = x
        self.v = v
        self.m = m
        self.log = []

    def step(self, dt):
        self.v += -self.x * dt / self.m
        self.x += self.v * dt
        return self.x

    def energy(self):
        return 0.5 * self.m * self.v**2 + 0.5 * self.x**2

    def bump(self):
        self.x = self.x * 2.0
        return self.v


@case(Body(1.2, 0.4))
def aug_old_value(b):
    b.x += b.bump()
    return b.x * b.v


@case(Body(1.2, 0.4))
def aug_mul_old(b):
    b.x *= b.step(0.1)
    return b.x + b.v


@case(1.3)
def aug_nonlocal(x):
    t = x

    def up():
        nonlocal t
        t = t * 3.0
        return x

    t += up()
    return t


@case(Body(1.2, 0.4))
def binop_order(b):
    z = b.x + b.bump() * b.x
    return z


@case(1.3)
def method_kept(x):
    p = P(x, 2.0)
    f = p.norm
    p = P(5.0 * x, 1.0)
    return f() + p.x


@case(1.3)
def method_kept_loop(x):
    p = P(x, 2.0)
    s = 0.0
    f = p.norm
    for i in range(3):
        s += f()
        p = P(p.x * 1.5, x)
    return s + p.x


def weigh(p, w, x):
    return p.x * w + x * p.y


@case(1.3, 0.5)
def partial_kept(x, w):
    p = P(x, 2.0)
    g = functools.partial(weigh, p, w)
    w = w * 10.0
    p = P(0.1, 0.2)
    return g(x) + w


@case(1.3, 0.5)
def partial_kept2(x, w):
    p = P(x, 2.0)
    g = functools.partial(weigh, p, w)
    w = w * 10.0
    return g(x) + w


@case(1.3, 0.5)
def lambda_late(x, w):
    p = P(x, 2.0)
    g = lambda z: p.x * w * z
    w = w * 10.0
    p = P(x * x, 1.0)
    return g(x) + w


class Bag:
    def __init__(self):
        self.items = []

    def add(self, x):
        p = P(x, 1.0)
        self.items.append(p)
        return p

    def total(self):
        s = 0.0
        for p in self.items:
            s += p.x * p.y
        return s


@case(1.3)
def stored_and_returned(x):
    bag = Bag()
    p = bag.add(x)
    q = bag.add(2.0 * x)
    p.y = x * x
    q.x = q.x * 3.0
    return bag.total()


def twice_same(x):
    p = P(x, 1.0)
    return (p, p)


@case(1.3)
def returned_twice(x):
    a, b = twice_same(x)
    a.x = x * 7.0
    return b.x * b.x


def both_dict(x):
    p = P(x, 1.0)
    return {"a": p, "b": p}


@case(1.3)
def returned_twice_dict(x):
    d = both_dict(x)
    d["a"].x = x * 7.0
    return d["b"].x ** 2


class Pair:
    def __init__(self, x):
        p = P(x, 1.0)
        self.first = p
        self.second = p


@case(1.3)
def two_attributes(x):
    q = Pair(x)
    q.first.x = 5.0 * x
    return q.second.x * x


class Cells:
    def __init__(self, x):
        self.cells = [P(x, 1.0), P(2 * x, x), P(x * x, 3.0)]

    def at(self, i):
        return self.cells[i]


@case(1.3, 1)
def dynamic_written(x, i):
    c = Cells(x)
    q = c.at(i)
    q.x = q.x * 5.0
    s = 0.0
    for p in c.cells:
        s += p.x * p.y
    return s


@case(1.3, 1)
def dynamic_stale(x, i):
    c = Cells(x)
    q = c.at(i)
    c.cells[1].x = x * 11.0
    return q.x * x


@case(1.3, 1)
def dynamic_stale2(x, i):
    c = Cells(x)
    q = c.cells[i]
    c.cells[1].x = x * 11.0
    return q.x * x


class Holder:
    def __init__(self, x):
        self.a = P(x, 1.0)
        self.b = P(x, 2.0)

    def set_both(self, p):
        self.a = p
        self.b = p


@case(1.3)
def set_both_temp(x):
    h = Holder(x)
    h.set_both(P(3 * x, x))
    h.a.x = h.a.x * 5.0
    return h.b.x * h.b.y


@case(1.3)
def chain_slot(x):
    a = P(x, 1.0)
    a = b = P(2 * x, x)
    a.x = 9.0 * x
    return b.x + a.y


@case(1.3)
def chain_loop(x):
    s = 0.0
    for i in range(3):
        a = b = P(x * i, x)
        a.x = a.x + 1.0
        s += b.x * b.y
    return s


@case(1.3)
def times_list(x):
    cells = [P(x, 1.0)]
    cells = [P(x, x)] * 3
    cells[0].x = 5.0 * x
    return cells[1].x + cells[2].x * cells[0].y


def diff2(p, q):
    return p.x * 3.0 - q


@case(Body(1.2, 0.4))
def temp_before_call(b):
    return diff2(P(b.x, b.v), b.bump()) + b.x


@case(Body(1.2, 0.4))
def tuple_temp(b):
    pair = (P(b.x, b.v), b.bump())
    return pair[0].x * pair[1] + b.x


@case(Body(1.2, 0.4))
def dict_temp(b):
    d = {"before": P(b.x, b.v), "after": b.bump(), "x": b.x}
    return d["before"].x * 2 + d["after"] * d["x"]


@case(Body(1.2, 0.4))
def snapshot_list(b):
    s = 0.0
    for n, v in [("x", b.x), ("v", b.v)]:
        b.v = b.v * 10.0
        b.x = b.x + 1.0
        s += v * b.x
    return s


@case({"a": 1.2, "b": 0.4})
def snapshot_items(d):
    s = 0.0
    for k, v in list(d.items()):
        d["b"] = d["b"] * 3.0
        s += v * v
    return s


@case({"a": 1.2, "b": 0.4})
def live_items(d):
    s = 0.0
    for k, v in d.items():
        d["b"] = d["b"] * 3.0
        s += v * v
    return s


@case({"a": 1.2, "b": 0.4})
def snapshot_values(d):
    vals = list(d.values())
    d["a"] = 7.0 * d["b"]
    return vals[0] * vals[1]


@case({"a": 1.2, "b": 0.4})
def zipped_snapshot(d):
    s = 0.0
    for k, v in zip(["a", "b"], list(d.values())):
        d["b"] = d["a"] * v
        s += v * d[k]
    return s


@case(1.3)
def grows_while_iterated(x):
    nodes = [P(x, 1.0)]
    s = 0.0
    for n in nodes:
        s += n.x * n.y
        if len(nodes) < 4:
            nodes.append(P(n.x * 2.0, x))
    return s


@case(1.3)
def remove_while_iterated(x):
    nodes = [P(x, 1.0), P(2 * x, 1.0), P(3 * x, x)]
    s = 0.0
    for n in nodes:
        s += n.x * n.y
        if len(nodes) > 2:
            nodes.pop(1)
    return s


@case(1.3)
def dict_grows(x):
    d = {"a": x}
    s = 0.0
    for k in d:
        d[k + "b"] = 2 * x
        s += d[k]
    return s


@case(0.4)
def another_name_in_a_branch(x):
    q = P(2.0 * x, x)
    if x > 1.0:
        q.x *= 2.0
        o = q
        o.x += 0.5
    return q.x * q.y


@case(1.3)
def another_name_in_a_loop(x):
    p = P(x, 0.5)
    q = P(0.7, x)
    for _ in range(3):
        for o in (p, q):
            o.x *= 0.9
            p = P(p.x + q.x, q.y)
    return p.x * p.y + q.x


@case(1.3)
def another_name_in_some_iterations(x):
    s = 0.0
    for k in range(4):
        q = P(k + x, x)
        if k > 1:
            q.x += x
            last = q
        s += q.x * q.y
    return s + last.x


@case(1.3, 3)
def part_left_behind_in_a_loop(x, n):
    p = P(x, 0.5)
    d = {"k": p}
    r = P(0.7, x)
    if n > 1:
        for _ in range(n):
            r, p = p, P(p.x * 1.1, p.y)
        r.x *= 0.9
    return p.x + r.x * r.y + d["k"].x * d["k"].y


@case(0.9, 0.3, 3)
def moved_on_by_a_pair(x, y, n):
    p, q = P(x, y), P(y, x)
    for _ in range(n):
        c, d = q, p
        c, d = P(d.x * x, c.y), P(c.x, d.y * 0.5)
        pair = (d, c)
        p = pair[0]
    return p.x + 2.0 * p.y + 3.0 * q.x + 5.0 * q.y


@case(0.9, 0.3, 3)
def the_one_before(x, y, n):
    s = 0.0
    for i in range(n):
        c = P(x * y, s)
        if i > 0:
            s += before.x * before.y  # noqa: F821
        before = c
    if n > 0:
        s += before.y
    return s + x
