"""Objects in loops, kept from earlier iterations, chosen by indices."""

import math
from dataclasses import dataclass

import numpy as np

from tests.structures.judge import case

X = np.array([0.7, 1.3, 2.1])


@dataclass
class P:
    x: float
    y: float


class Field:
    def __init__(self, h, u):
        self.h = h
        self.u = u
        self.old = h

    def relax(self, dt):
        self.h[:] = self.h - dt * self.u
        self.u += self.h * dt

    def swap(self):
        self.h, self.u = (self.u, self.h)


@case(Field(X.copy(), X * 0.5))
def alias_attrs_inside(f):
    f.old = f.h
    f.h += f.u
    return np.sum(f.old * f.u)


@case(Field(X.copy(), X * 0.5))
def alias_attrs_rebind(f):
    f.old = f.h
    f.h = f.h + f.u
    return np.sum(f.old * f.h)


@case(Field(X.copy(), X * 0.5))
def slice_assign(f):
    a = f.h
    for _ in range(3):
        f.relax(0.1)
    return np.sum(a * f.u)


@case(Field(X.copy(), X * 0.5))
def swapping(f):
    a = f.h
    for k in range(3):
        f.relax(0.1)
        f.swap()
    a[0] = 5.0 * a[1]
    return np.sum(f.h * f.u) + np.sum(a)


@case(Field(X.copy(), X * 0.5))
def two_fields_same_array(f):
    g = Field(f.h, f.u * 2.0)
    g.relax(0.2)
    return np.sum(f.h * f.u) + np.sum(g.u)


@case(X.copy())
def array_in_two(x):
    z = np.zeros(3)
    a = Field(z, x)
    b = Field(z, 2 * x)
    a.h += x
    b.h *= 2.0
    return np.sum(a.h * b.u)


@case(X.copy())
def shared_default_row(x):
    rows = [np.zeros(3)] * 2
    d = {"a": rows[0], "b": rows[1]}
    d["a"] += x
    d["b"][0] = x[1] * 2
    return np.sum(d["a"] * x)


@case(X.copy())
def dict_iadd(x):
    d = {"w": x * 1.0, "n": 1.5}
    w = d["w"]
    d["w"] += x
    d["n"] += x[0]
    return np.sum(w * x) * d["n"]


@case({"w": X.copy(), "b": 0.5})
def arg_iadd(p):
    w = p["w"]
    p["w"] *= 2.0
    p["b"] *= 2.0
    return np.sum(w * w) * p["b"]


@case({"w": X.copy(), "b": 0.5})
def sgd(p):
    for _ in range(3):
        for k in p:
            p[k] -= 0.1 * p[k] ** 2
    return np.sum(p["w"]) * p["b"]


@case({"w": X.copy(), "b": 0.5})
def sgd_new(p):
    m = {k: 0.0 * v for k, v in p.items()}
    for t in range(1, 4):
        g = {k: 2 * v for k, v in p.items()}
        m = {k: 0.9 * m[k] + 0.1 * g[k] for k in g}
        p = {k: p[k] - 0.1 * m[k] / (1 - 0.9**t) for k in p}
    return np.sum(p["w"]) * p["b"]


@dataclass
class State:
    t: float
    x: float
    v: float


def step(s, dt, k):
    return State(s.t + dt, s.x + dt * s.v, s.v - dt * k * s.x)


@case(1.3, 0.7)
def simulate(x, k):
    s = State(0.0, x, 0.0)
    best = s
    for i in range(6):
        s = step(s, 0.3, k)
        if s.x < best.x:
            best = s
    return best.x * best.t + s.v


@case(State(0.0, 1.3, 0.0), 0.7)
def simulate_arg(s, k):
    prev = s
    e = 0.0
    for i in range(6):
        new = step(s, 0.3, k)
        e += (new.x - prev.x) ** 2
        prev = s
        s = new
    return e


@case(State(0.0, 1.3, 0.0), 0.7)
def first_kept(s, k):
    first = None
    for i in range(4):
        s = step(s, 0.3, k)
        if i == 1:
            first = s
    return first.x * s.v


@case(State(0.0, 1.3, 0.0), 0.7, 4)
def last_two(s, k, n):
    a = s
    b = step(s, 0.1, k)
    for i in range(n):
        a, b = (b, step(b, 0.3, k))
        if b.x < 0.5:
            break
    return a.x * b.v


@case(State(0.0, 1.3, 0.0), 0.7, 4)
def mutable_in_loop(s, k, n):
    q = s
    for i in range(n):
        s.x += 0.1 * s.v
        s.v -= 0.1 * k * q.x
        if i == 2:
            q = State(1.0, s.x, s.v)
    return q.x * s.v


@case(State(0.0, 1.3, 0.0), 0.7, 4)
def alias_in_branch(s, k, n):
    r = State(1.0, 2.0 * k, 3.0)
    q = s if n > 3 else r
    q.x = q.x * 3.0
    return s.x + r.x


@case(State(0.0, 1.3, 0.0), 0.7, 4)
def alias_in_branch2(s, k, n):
    r = State(1.0, 2.0 * k, 3.0)
    if n > 3:
        q = s
    else:
        q = r
    s.x = s.x * 7.0
    return q.x * k


@case(1.3, 4)
def while_continue(x, n):
    s = State(0.0, x, 1.0)
    keep = s
    i = 0
    while True:
        i += 1
        if i > n:
            break
        if i % 2 == 0:
            s = State(s.t + 1, s.x * 1.1, s.v)
            continue
        keep = s
        s = State(s.t, s.x + s.v, s.v * 0.9)
    return keep.x * s.x + keep.t


@case(1.3, 4)
def swap_attr(x, n):
    s = State(0.0, x, 1.0)
    for i in range(n):
        s.x, s.v = (s.v, s.x + s.v)
        s.t, s.x = (s.x, s.t + 0.1 * s.x)
    return s.x * s.v + s.t


@case(1.3)
def swap_objects(x):
    a = P(x, 1.0)
    b = P(2.0, x)
    a, b = (b, a)
    a.x = a.x * x
    a.x, b.y = (b.y, a.x)
    return a.x * 3 + b.y * 5 + b.x


@case(1.3, 5)
def swap_objects_loop(x, n):
    a = P(x, 1.0)
    b = P(2.0, x)
    for i in range(n):
        a, b = (b, a)
        a.x = a.x * x
    return a.x * 3 + b.y * 5 + b.x


@case(1.3, 5)
def swap_dict(x, n):
    d = {"old": P(x, 1.0), "new": P(2.0, x)}
    for i in range(n):
        d["old"], d["new"] = (d["new"], P(d["old"].x * 1.1, d["new"].y + x))
    return d["old"].x * d["new"].y


@case(1.3, 3)
def early(x, n):
    s = State(0.0, x, 1.0)
    for i in range(10):
        s.t += 1.0
        s.x *= 1.1
        if s.x > 2.0:
            return s.t * s.x
        for j in range(n):
            s.v += s.x * 0.1
            if s.v > 1.6:
                break
        else:
            s.v *= 0.9
    return s.v * s.x


@case([P(1.0, 0.3), P(2.0, 0.4), P(0.5, 0.9)], 0.7)
def best_of(ps, w):
    best = ps[0]
    for p in ps:
        if p.x * w + p.y > best.x * w + best.y:
            best = p
    return best.x * best.y


@case([P(1.0, 0.3), P(2.0, 0.4), P(0.5, 0.9)], 0.7)
def best_score(ps, w):
    best = None
    sc = -1000000000.0
    for p in ps:
        s = p.x * w + p.y
        if s > sc:
            sc = s
            best = p
    return sc * best.y


@case([P(1.0, 0.3), P(2.0, 0.4), P(0.5, 0.9)], 0.7)
def key_max(ps, w):
    b = max(ps, key=lambda p: p.x * w)
    return b.y * b.x


@case([P(1.0, 0.3), P(2.0, 0.4), P(0.5, 0.9)], 0.7)
def sort_objects(ps, w):
    q = sorted(ps, key=lambda p: p.x)
    s = 0.0
    for i, p in enumerate(q):
        s += p.y * i * w
    return s


@case([P(1.0, 0.3), P(2.0, 0.4), P(0.5, 0.9)], 1)
def dyn_write(ps, i):
    ps[i].x = ps[i].x * 3.0
    return ps[0].x + 2 * ps[1].x + 3 * ps[2].x


@case([P(1.0, 0.3), P(2.0, 0.4), P(0.5, 0.9)], 3)
def pairs(ps, n):
    e = 0.0
    for i in range(n):
        for j in range(i):
            e += 1.0 / ((ps[i].x - ps[j].x) ** 2 + (ps[i].y - ps[j].y) ** 2 + 0.1)
    return e


@case([P(1.0, 0.3), P(2.0, 0.4), P(0.5, 0.9)])
def pairs_len(ps):
    e = 0.0
    for i in range(len(ps)):
        for j in range(i + 1, len(ps)):
            ps[i].x += 0.1 * ps[j].y
            e += ps[i].x * ps[j].x
    return e


@case([P(1.0, 0.3), P(2.0, 0.4), P(0.5, 0.9)], np.array([0.3, 0.2, 0.1]))
def zipped(ps, w):
    s = 0.0
    for k, (p, c) in enumerate(zip(ps, w)):
        s += p.x * c * (k + 1)
    return s


@case([P(1.0, 0.3), P(2.0, 0.4), P(0.5, 0.9)], np.array([0.3, 0.2]))
def zip_short(ps, w):
    s = 0.0
    for p, c in zip(ps, w):
        s += p.x * c
    return s


@case([P(1.0, 0.3), P(2.0, 0.4)], np.array([0.3, 0.2, 0.5]))
def zip_long(ps, w):
    s = 0.0
    for c, p in zip(w, ps):
        w[1] = 7.0
        s += p.x * c
    return s


@case([P(1.0, 0.3), P(2.0, 0.4)], [1.0, 2.0, 3.0])
def zip_list(ps, w):
    s = 0.0
    for c, p in zip(w, ps):
        s += p.x * c
    return s * w[2]


@case([(0.3, 1.0), (1.4, 2.0), (2.2, -1.0)], 4)
def columns_by_zip(points, m):
    xs, ys = zip(*points)
    total = 0.0
    for k in range(1, m):
        weights = [math.comb(2, i) * (k / m) ** i for i in range(3)]
        total += sum(w * x for w, x in zip(weights, xs)) * sum(w * y for w, y in zip(weights, ys))
    return total
