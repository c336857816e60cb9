"""The order of evaluation."""

import copy
import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tests.structures.judge import case

X = np.array([0.7, 1.3, 2.1])


@dataclass
class P:
    x: float
    y: float


class NT(NamedTuple):
    a: Any
    b: Any


class C:
    def __init__(self, x):
        self.x = x
        self.n = 0
        self.h = []

    def tick(self):
        self.n += 1
        self.x = self.x * 2.0
        return self.x

    def peek(self):
        return self.x

    @property
    def prop(self):
        self.x = self.x + 1.0
        return self.x


@case(C(1.2))
def order1(c):
    return c.x * c.tick() + c.x * c.n


@case(C(1.2))
def order2(c):
    return (c.peek() + c.tick()) * c.peek()


@case(C(1.2))
def order3(c):
    a, b = (c.x, c.tick())
    return a * b


@case(C(1.2))
def order4(c):
    c.x, c.n = (c.tick() * 3.0, c.n + 5)
    return c.x * c.n


@case(C(1.2))
def order5(c):
    d = {}
    d["k"] = c.x
    d["m"], c.x = (c.tick(), d["k"])
    return d["m"] * c.x


@case(C(1.2))
def order6(c):
    v = [c.x, c.tick(), c.x]
    return v[0] + 10 * v[1] + 100 * v[2]


@case(C(1.2))
def order7(c):
    v = (c.x, (c.x, c.tick()), c.x)
    return v[0] + 10 * v[1][0] + 100 * v[2]


@case(C(1.2))
def order8(c):
    v = np.array([c.x, c.tick(), c.x])
    return v[0] + 10 * v[1] + 100 * v[2]


@case(C(1.2))
def order9(c):
    return max(c.x, c.tick()) + min(c.x * 3, c.tick())


@case(C(1.2))
def order10(c):
    return math.sqrt(c.x) + math.exp(-c.tick()) * c.prop


@case(C(1.2))
def order11(c):
    if c.x > 1.0 and c.tick() > 2.0 and (c.x > 2.3):
        return c.x * 3
    return c.x


@case(C(1.2))
def order12(c):
    z = c.x if c.tick() > 1.0 else 5.0
    w = c.tick() if c.x > 100 else c.x
    return z * w


@case(C(1.2))
def order13(c):
    s = 0.0
    while c.tick() < 20.0:
        s += c.x
    return s * c.n


@case(C(1.2))
def order14(c):
    s = 0.0
    while c.tick() < 20.0:
        s += c.x
        if s > 8.0:
            break
    else:
        s = 100.0 * c.x
    return s * c.n


@case(C(1.2))
def order15(c):
    s = 0.0
    while c.tick() < 20.0:
        s += c.x
    else:
        s += 100.0 * c.x
    return s * c.n


@case(C(1.2))
def order16(c):
    s = 0.0
    while c.x < 20.0 and c.tick() < 10.0:
        if c.n == 2:
            continue
        s += c.x
    return s * c.n


@case(C(1.2), X.copy())
def order17(c, v):
    v[0] = c.tick() + v[0]
    v[1] += c.tick() * c.x
    return np.sum(v) * c.x


@case(C(1.2), X.copy())
def order18(c, v):
    i = c.n
    v[c.n] = c.tick()
    v[c.n] += c.tick()
    return v[0] + 10 * v[1] + 100 * v[2]


@case(C(1.2))
def order19(c):
    s = [c.tick() for _ in range(3)]
    return s[0] + 10 * s[1] + 100 * s[2]


@case(C(1.2))
def order20(c):
    s = [(c.tick(), c.x) for _ in ("a", "b")]
    return s[0][1] + 10 * s[1][1] + c.x * 100


@case(C(1.2))
def order21(c):
    s = [c.tick() > 0 and c.x for k in ("a", "b", "c")]
    return s[0] + 10 * s[1]


@case(C(1.2))
def order22(c):
    d = {k: (c.x, c.tick())[0] for k in ("a", "b")}
    return d["a"] + 10 * d["b"]


@case(C(1.2))
def order23(c):
    s = sum(c.x * c.tick() for k in ("a", "b"))
    return s


@case(C(1.2), C(0.7))
def order24(c, e):
    s = [o.x for o in (c, e) if o.tick() > 0]
    return s[0] + 10 * s[1]


@case(C(1.2), C(0.7))
def order25(c, e):
    vals = []
    for o in (c, e, c):
        vals.append(o.x)
        o.tick()
    return vals[0] + 10 * vals[1] + 100 * vals[2]


@case(C(1.2), C(0.7))
def order26(c, e):
    vals = {}
    for n, o in (("c", c), ("e", e), ("c2", c)):
        vals[n] = o.x
        o.x = o.x * 3
    return vals["c"] + 10 * vals["e"] + 100 * vals["c2"]


@case(C(1.2))
def order27(c):
    snap = {"x": c.x}
    snap2 = dict(snap)
    lst = [snap, snap2]
    c.x = 5.0
    snap["x"] += 1.0
    return lst[0]["x"] * lst[1]["x"] * c.x


@case(C(1.2))
def order28(c):
    t = (c.x, "label")
    u = [t, t]
    c.x = 9.0
    return t[0] * u[1][0]


@case(C(1.2))
def order29(c):
    old = vars_of(c)
    c.tick()
    return old["x"] * c.x


def vars_of(c):
    return {"x": c.x, "n": c.n}


@case(C(1.2))
def order30(c):

    def get():
        return c.x

    a = get()
    c.tick()
    b = get()
    return a + 10 * b


def f2(a, b, c=3.0, *rest, k=1.0, **kw):
    return a + 10 * b + 100 * c + sum(rest) * k + sum(kw.values())


@case(C(1.2))
def order31(c):
    return f2(c.x, c.tick(), k=c.tick(), c=c.x, z=c.x)


@case(C(1.2))
def order32(c):
    return f2(c.x, c.tick(), c.x, c.tick(), *(c.x, c.tick()), k=2.0)


@case(1.3)
def walrus(x):
    if (y := (x * 2)) > 1 and (p := P(y, x)).x > 0:
        return p.x * y * p.y
    return x


@case([P(1.0, 2.0), P(0.4, 0.1)])
def walrus2(ps):
    s = 0.0
    for q in ps:
        if (z := (q.x * q.y)) > 0.5:
            s += z
        else:
            s -= z * 3
    return s


@case(C(1.2))
def starred(c):
    a, *b = [c, c.x, c.tick()]
    first, *mid, last = ("q", c.x, 2.0, c.tick())
    return a.x + b[0] * 10 + b[1] * 100 + mid[0] * last


@case({"k": {"a": 1.2, "b": [0.3, P(1.0, 2.0)]}})
def nested_rebind(d):
    inner = d["k"]
    d["k"] = {"a": inner["a"] * 2, "b": inner["b"]}
    inner["b"][1].x = 7.0 * inner["a"]
    d["k"]["b"][0] = 5.0 * d["k"]["a"]
    return d["k"]["b"][1].x * inner["b"][0]


@case({"k": {"a": 1.2, "b": [0.3, P(1.0, 2.0)]}})
def nested_swap(d):
    q = d["k"]["b"]
    q[0], q[1].x = (q[1].x * q[0], q[0])
    q[1].x, q[1].y = (q[1].y, q[1].x)
    return q[0] * q[1].x + q[1].y


@case([P(1.0, 2.0), P(0.4, 0.1), P(0.2, 0.9)])
def rotate(ps):
    ps[0], ps[1], ps[2] = (ps[2], ps[0], ps[1])
    ps[0].x = 5.0 * ps[1].y
    ps.append(ps.pop(0))
    ps.insert(0, P(ps[0].x * 2, ps[-1].x))
    ps.reverse()
    s = 0.0
    for i, p in enumerate(ps):
        s += (i + 1) * p.x + p.y * i
    return s


@case([P(1.0, 2.0), P(0.4, 0.1), P(0.2, 0.9)], 3)
def rotate_loop(ps, n):
    for k in range(n):
        ps[0], ps[1] = (ps[1], ps[0])
        ps[0].x += ps[1].y
    return ps[0].x * ps[1].x


@case([P(1.0, 2.0), P(0.4, 0.1), P(0.2, 0.9)], 1)
def branch_swap(ps, n):
    if n == 1:
        ps[0], ps[1] = (ps[1], ps[0])
    ps[0].x = 7.0 * ps[1].y
    return ps[0].x * ps[1].x + ps[0].y


@case([P(1.0, 2.0), P(0.4, 0.1), P(0.2, 0.9)], 1)
def slices(ps, n):
    a = ps[1:]
    b = ps[::-1]
    c = ps[:]
    a[0].x = 5.0 * b[0].y
    c[0] = P(9.0, 1.0)
    a += [P(1.0, b[1].x)]
    return ps[1].x * c[1].x + ps[0].x + a[2].y * len(a)


@case([1.0, 2.0, P(0.4, 0.1)], 1)
def mixed_list(ps, n):
    ps[n] = ps[0] * 3
    return ps[1] * ps[2].x


@case([[1.0, 2.0], [0.5]], 1)
def ragged(ps, n):
    s = 0.0
    for r in ps:
        for v in r:
            s += v * v
    ps[0][1] = s
    return s * ps[0][1]


@case([("a", 1.0), ("b", 2.0)], 1)
def pairs_text(ps, n):
    d = dict(ps)
    s = 0.0
    for n_, v in ps:
        if n_ == "b":
            s += v * d["a"]
    return s


@case([(X.copy(), 0.5), (X[:2].copy(), 1.5)], 1)
def wb(ps, n):
    s = 1.0
    for w, b in ps:
        s = s * np.sum(w) * 0.3 + b
    return s


@case([(X.copy(), 0.5), (X[:2].copy(), 1.5)], 1)
def wb_dyn(ps, n):
    w, b = ps[n]
    return np.sum(w) * b


@case((P(1.0, 2.0), {"k": 0.4}, [0.3, 0.2], None, "s", True, 3), 1)
def tuple_of_all(t, n):
    p, d, l, z, s, b, i = t
    p.x = d["k"] * l[0]
    return p.x * p.y * i + (l[1] if z is None and b and (s == "s") else 0.0)


@case(P(1.3, 0.7), 0.4, 0.9)
def continue_always(p, x, y):
    ps = [P(x, y)]
    for _ in [x, 0.1, y]:
        p = ps[0]
        continue
    return p.x


@case(P(1.3, 0.7), 0.4, 0.9)
def continue_at_times(p, x, y):
    ps = [P(x, y)]
    t = 0.0
    for v in [x, 0.1, y]:
        t += v * p.y
        p = ps[0]
        if y > x:
            continue
        t += p.x
    return p.x * t


@case(1.3, 3)
def behind_loop_with_else(x, n):
    q = None
    for k in range(n):
        if k == 1:
            q = {"a": x}
        elif k == 2:
            q = {"b": x}
        else:
            q = {"c": x, "d": x}
    else:
        x = x * 2
    x = x * 3
    if q is not None:
        x = x + 1
    return x


@dataclass
class Pair:
    x: float
    y: float


@case(1.3)
def two_objects_at_once(x):
    p = Pair(x, 0.5)
    q = Pair(0.7, x * x)
    p, q = Pair(p.x + q.x, q.y), Pair(q.x, p.y)
    return p.x + 2.0 * p.y + 3.0 * q.x + 5.0 * q.y


@case(1.3, 3)
def objects_and_numbers_at_once(x, n):
    p = Pair(x, 0.5)
    d = {"a": x, "b": p}
    total = 0.0
    for _ in range(n):
        p, s = Pair(x * 2.0, p.x), p.x * 3.0
        d, t, (u, w) = {"a": p.y * x, "b": Pair(d["a"], x)}, d["a"] * 3.0, (d["b"].x, d["b"].y)
        total += s + 2.0 * t + 3.0 * u + 5.0 * w
    return total + p.x * p.y + d["a"] * d["b"].x


@case(1.3)
def a_copy_beside_what_is_bound_anew(x):
    p = Pair(x, 0.5)
    d = {"k": p, "l": p}
    p, d["k"] = Pair(x * x, p.y), copy.copy(d["l"])
    return p.x * 2.0 + d["k"].x + d["l"].x * 3.0


@case(1.3, 3)
def a_parameter_of_the_name_of_a_variable(x, n):
    def step(p):
        p = Pair(p.x * x, p.y + p.x)
        return p

    p = Pair(x, 0.5)
    for _ in range(n):
        p = step(p)
    return p.x + 2.0 * p.y


class Places:
    """Counts; binds its array and its numbers anew on the way."""

    def __init__(self, x):
        self.x, self.k, self.a = x, 0, X * x

    def next(self):
        self.k += 1
        self.x = self.x * 1.5
        return self.k

    def renew(self):
        self.k += 1
        self.a = self.a * self.x
        return self.k

    def own(self):
        self.k += 1
        return self.a


@case(1.3, X)
def a_subscript_is_evaluated_once(x, v):
    p, v = Places(x), v.copy()
    v[p.next()] += p.x * v[p.next()]
    v[p.next() - 3] **= p.next()
    return np.sum(v * v) * p.x * p.k


@case(1.3, X)
def a_value_comes_before_the_subscript(x, v):
    p, v = Places(x), v.copy()
    v[p.next()] = p.x * v[p.k]
    v[0], v[p.next()] = p.x, v[p.k]
    return np.sum(v * v) * p.x


@case(1.3)
def an_array_comes_before_its_subscript(x):
    p = Places(x)
    t = p.a[p.renew()] * p.a[0]
    p.a[p.renew()] = t
    p.a[p.k - 2] += p.renew() * x
    p.a[p.renew() - 4] *= p.x
    return np.sum(p.a) * t


@case(1.3)
def an_array_comes_before_the_arguments_of_its_method(x):
    p = Places(x)
    t = p.a.dot(p.a * p.renew())
    return t * np.sum(p.a.T * x)


@case(1.3)
def a_call_that_gives_an_array_that_is_changed(x):
    p = Places(x)
    p.own()[p.k] += x * p.k
    p.own()[p.next() - 1] *= p.next() * p.x
    return np.sum(p.a * p.a) * p.k


@case(1.3, X)
def slices_before_a_value_that_moves_them(x, v):
    p = Places(x)
    v, m = v.copy(), np.outer(v, v)
    v[p.k : p.k + 2] *= p.x + p.next()
    v[p.next() :] -= p.next() * x
    m[p.k - 3, :2] += p.next() * p.x
    m[0, ..., p.k - 4] = p.next() * x
    return np.sum(v * v) + np.sum(m * m)


@case(C(1.2), 2)
def starred_parts_are_evaluated_once(c, n):
    a = [c.x, *[c.tick() for _ in range(n)], c.x]
    b = [c.tick(), *[c.peek() * k for k in range(n)], c.tick()]
    return a[0] * a[-1] + b[0] * b[-1] * c.x * c.n
