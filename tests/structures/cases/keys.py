"""Indices, keys, flags, and early exits."""

from collections import OrderedDict
from dataclasses import dataclass
from enum import Enum
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


@case({"a": 1.2, "b": 0.4, "c": 2.0}, 2)
def known_int_loop(d, n):
    k = 0
    keys = ("a", "b", "c")
    s = 0.0
    for i in range(n):
        k = k + 1
        s += d[keys[k]]
    return s


@case({"a": 1.2, "b": 0.4, "c": 2.0})
def known_int_loop2(d):
    k = 0
    keys = ("a", "b", "c")
    s = 0.0
    for i in range(2):
        k = k + 1
        s += d[keys[k]]
    return s


@case([P(1.0, 2.0), P(0.4, 0.1), P(0.2, 0.9)])
def counter(ps):
    k = 0
    s = 0.0
    while k < len(ps):
        s += ps[k].x * (k + 1)
        k += 1
    return s


@case([P(1.0, 2.0), P(0.4, 0.1), P(0.2, 0.9)])
def counter2(ps):
    k = -1
    s = 0.0
    for i in range(6):
        k = (k + 1) % 3
        s += ps[k].x * (i + 1)
    return s


@case([P(1.0, 2.0), P(0.4, 0.1), P(0.2, 0.9)], -1)
def negidx(ps, i):
    return ps[i].x * ps[i - 1].y


@case([P(1.0, 2.0), P(0.4, 0.1), P(0.2, 0.9)], 5)
def outidx(ps, i):
    return ps[i].x


@case([P(1.0, 2.0), P(0.4, 0.1), P(0.2, 0.9)])
def outidx2(ps):
    return ps[3].x


@case([P(1.0, 2.0), P(0.4, 0.1), P(0.2, 0.9)], np.array([2, 0, 2]))
def fancy(ps, idx):
    s = 0.0
    for i in idx:
        s = s * 0.5 + ps[i].x
    return s


@case([P(1.0, 2.0), P(0.4, 0.1), P(0.2, 0.9)], 4)
def argmin(ps, n):
    best = 0
    for i in range(len(ps)):
        if ps[i].x < ps[best].x:
            best = i
    return ps[best].x * ps[best].y


@case([P(1.0, 2.0), P(0.4, 0.1), P(0.2, 0.9)], 4)
def index_held(ps, n):
    i = 0
    q = ps[i]
    for k in range(n):
        i = (i + 1) % 3
        if k == 1:
            q = ps[i]
    return q.x * q.y


@case([P(1.0, 2.0), P(0.4, 0.1), P(0.2, 0.9)], 1)
def index_held2(ps, i):
    q = ps[i]
    f = ps[i].x
    i = i + 1
    r = ps[i]
    return q.x * 10 + r.x + f * 100


@case([NT(X.copy(), 1.0), NT(X * 2, 0.5)], 1)
def chosen_array(ps, i):
    q = ps[i]
    q.a[0] = 5.0
    return np.sum(ps[1].a * q.b)


@case([NT(X.copy(), 1.0), NT(X * 2, 0.5)], 1)
def chosen_array2(ps, i):
    q = ps[i]
    ps[1].a[:] = ps[0].a * 3
    return np.sum(q.a * q.b)


@case([P(X.copy(), 1.0), P(X * 2, 0.5)], 1)
def chosen_array3(ps, i):
    q = ps[i]
    ps[1].x = ps[0].x * 3
    return np.sum(q.x * q.y)


@case([P(X.copy(), 1.0), P(X * 2, 0.5)], 1)
def chosen_aug(ps, i):
    ps[i].x += 1.0
    return np.sum(ps[1].x * ps[0].x)


@case({"a": [1.0, 2.0], "b": [3.0, 4.0]}, ["b", "a", "b"])
def keys_list(d, ks):
    s = 0.0
    for j, k in enumerate(ks):
        s += d[k][j % 2] * (j + 1)
    return s


@case({"a": 1.0, "b": 3.0}, "b")
def key_arg(d, k):
    return d[k] ** 2


@case({"a": 1.0, "b": 3.0}, ["a", "b"], 1)
def key_dyn(d, ks, i):
    return d[ks[i]] ** 2


@case({"a": 1.0, "b": 3.0}, ["a", "b"], 1)
def key_dyn_write(d, ks, i):
    d[ks[i]] = 5.0 * d["a"]
    return d["b"] * d["a"]


@case({0: 1.0, 1: 3.0, (1, 2): 0.5, 2.5: 2.0, None: 1.5, True: 9.0})
def odd_keys(d):
    return d[0] * d[1] + d[1, 2] * d[2.5] * d[None]


@case({(0, 1): 1.0, (1, 0): 3.0})
def tuple_keys(d):
    s = 0.0
    for i in range(2):
        for j in range(2):
            if (i, j) in d:
                s += d[i, j] * (i + 1)
    return s


@case({(0, 1): 1.0, (1, 0): 3.0})
def tuple_keys2(d):
    s = 0.0
    for (i, j), v in d.items():
        s += v * (i + 2 * j + 1)
    return s


@case({0: 1.0, 1: 3.0, 2: 4.0})
def int_keys(d):
    s = 0.0
    for i in range(3):
        s += d[i] * (i + 1)
    return s


@case({"w0": 1.0, "w1": 3.0, "w2": 4.0})
def fstring_keys(d):
    s = 0.0
    for i in range(3):
        s += d[f"w{i}"] * (i + 1)
    return s


@case({"w0": 1.0, "w1": 3.0, "w2": 4.0}, 3)
def fstring_keys_n(d, n):
    s = 0.0
    for i in range(n):
        s += d[f"w{i}"] * (i + 1)
    return s


@case({"w0": 1.0, "w1": 3.0, "w2": 4.0})
def concat_keys(d):
    s = 0.0
    for i in range(len(d)):
        s += d["w" + str(i)] * (i + 1)
    return s


@case({"w0": 1.0, "w1": 3.0, "w2": 4.0})
def percent_keys(d):
    s = 0.0
    for i in range(3):
        s += d["w%d" % i] + d[f"w{i}"]
    return s


@case({"w0": 1.0, "w1": 3.0, "b": 4.0})
def startswith(d):
    s = 0.0
    for k, v in d.items():
        if k.startswith("w"):
            s += v * int(k[1:])
    return s


@case({"w0": 1.0, "w1": 3.0, "b": 4.0})
def split_keys(d):
    s = 0.0
    for k in "w0 w1 b".split():
        s = s * 2 + d[k]
    for k in "w0,b".split(","):
        s += d[k.strip()]
    return s


@case([P(1.0, 2.0), P(0.4, 0.1), P(0.2, 0.9)])
def breaking(ps):
    s = 0.0
    last = None
    for p in ps:
        if p.x < 0.3:
            break
        s += p.x
        p.y = s
        if p.y > 1.1:
            continue
        s *= 2.0
    else:
        s = 99.0
    return s * p.x + ps[1].y


@case([P(1.0, 2.0), P(0.4, 0.1), P(0.2, 0.9)])
def nobreak(ps):
    s = 0.0
    for p in ps:
        if p.x > 30:
            break
        s += p.x
    else:
        s = s * 9.0
        p.x = 4.0
    return s * p.x + ps[2].x


@case([P(1.0, 2.0), P(0.4, 0.1), P(0.2, 0.9)], 0.5)
def find(ps, t):
    for i, p in enumerate(ps):
        if p.x < t:
            return p.x * i * p.y
    return 0.0


@case([P(1.0, 2.0), P(0.4, 0.1), P(0.2, 0.9)], 0.5)
def find2(ps, t):
    hit = None
    for p in ps:
        if p.x < t:
            hit = p.x
            break
    if hit is None:
        return t
    return hit * t


@case([P(1.0, 2.0), P(0.4, 0.1), P(0.2, 0.9)], 0.5)
def nested_break(ps, t):
    s = 0.0
    for p in ps:
        for q in ps:
            if q is p:
                continue
            if q.x > p.x:
                break
            s += q.x * p.y
            p.y += 0.1
        else:
            s += 1.0 * p.x
    return s


@case([P(1.0, 2.0), P(0.4, 0.1), P(0.2, 0.9)], 0.5)
def loop_var_after(ps, t):
    for p in ps:
        if p.x < t:
            break
    for k, q in enumerate(ps):
        q.x *= 2.0
        if k == 1:
            break
    return q.x * q.y + k


@case({"a": 1.0, "b": 3.0}, 0.5)
def dict_break(d, t):
    for k, v in d.items():
        if v > 2:
            break
        d[k] = v * 5.0
    return d[k] * v + d["a"]


@case([P(1.0, 2.0), P(0.4, 0.1), P(0.2, 0.9)], 4)
def in_loop_unrolled(ps, n):
    s = 0.0
    for t in range(n):
        for p in ps:
            if p.x > 50.0:
                break
            p.x = p.x * 1.2 + 0.1 * p.y
            if p.x > 1.3:
                p.y -= 0.1
                continue
            s += p.x
        if s > 20:
            break
    return s + ps[0].y


@case([P(1.0, 2.0), P(0.4, 0.1)], 4)
def ret_in_loop(ps, n):
    for t in range(n):
        for p in ps:
            p.x *= 1.3
            if p.x > 1.5:
                return p.x * t + ps[1].x
    return 0.0


class Cnt:
    def __init__(self):
        self.n = 0
        self.flag = False
        self.label = "start"
        self.opt = None
        self.v = 1.0


@case(Cnt(), 0.7)
def flags(c, x):
    for i in range(4):
        if c.flag:
            c.v *= x
        c.flag = not c.flag
        c.n += 2
    return c.v * c.n * x


@case(Cnt(), 0.7)
def labels(c, x):
    if x > 0.5:
        c.label = "big"
    else:
        c.label = "small"
    if c.label == "big":
        return x * x * 3
    return x


@case(Cnt(), 0.7)
def labels_loop(c, x):
    s = 0.0
    for i in range(3):
        if c.label == "start":
            s += x
            c.label = "mid"
        elif c.label == "mid":
            s += x * x
            c.label = "end"
        else:
            s += 10 * x
    return s


@case(Cnt(), 0.7)
def opt_none(c, x):
    for i in range(3):
        if c.opt is None:
            c.opt = x
        else:
            c.opt = c.opt * x + i
    return c.opt * x


@case(Cnt(), 0.7)
def opt_branch(c, x):
    if x > 0.2:
        c.opt = x * 2
    return x if c.opt is None else c.opt * x


@case(Cnt(), 0.7)
def opt_or(c, x):
    y = c.opt or x * 2
    z = c.n or 3.0
    c.opt = y
    return (c.opt or 5.0) * z * x


@case(Cnt(), 0.7)
def bool_arith(c, x):
    return c.flag * x + (not c.flag) * x * x + True * x


@case(Cnt(), 0.7)
def int_div(c, x):
    c.n = 7
    return c.n // 2 * x + c.n % 4 * x * x + c.n / 2 * x + c.n**2 * x


@case({"n": 3, "x": 1.2}, 0.7)
def intleaf(d, y):
    d["n"] = d["n"] * 2
    s = 0.0
    for i in range(d["n"]):
        s += d["x"] * i
    d["x"] = d["n"]
    return s * d["x"] * y


@case({"n": 3, "x": 1.2}, 0.7)
def int_becomes_float(d, y):
    d["n"] = d["n"] * y
    return d["n"] * d["x"]


@case({"n": 3, "x": 1.2}, 0.7)
def float_becomes_array(d, y):
    d["x"] = d["x"] * np.ones(3)
    d["x"][1] = y
    return np.sum(d["x"]) * d["n"]


@case({"v": np.float32(1.5), "w": X.astype(np.float32)}, 0.7, gtol=2e-2)
def f32(d, y):
    d["v"] *= y
    d["w"] *= y
    d["w"][0] = d["v"]
    return np.sum(d["w"]) * d["v"]


@case({"e": [], "x": 1.0})
def empty_list(d):
    for i in range(4):
        d["e"].append(d["x"] * i)
    return sum(d["e"]) * len(d["e"])


@case({"e": [], "x": 1.0})
def empty_list2(d):
    d["e"].append(P(d["x"], 2.0))
    d["e"].append(3.0)
    return d["e"][0].x * d["e"][1]


@case({"e": [], "x": 1.0}, 0)
def empty_list3(d, n):
    for i in range(n):
        d["e"].append(d["x"] * i)
    if not d["e"]:
        return d["x"] * 5
    return d["e"][-1]


class Mode(Enum):
    FAST = "fast"
    SLOW = "slow"


TABLE = [(0.0, 1.0), (1.0, 2.0), (2.5, 0.5)]


@case({"x": 1.3, "y": 0.7})
def enum_members(p):
    t = {Mode.FAST: lambda z: z * 2, Mode.SLOW: lambda z: z**2}
    return sum(t[m](p["x"]) for m in Mode) * p["y"]


@case({"x": 1.3, "y": 0.7})
def keys_of_texts(p):
    d = {f"k{i}": p["x"] * (i + 1) for i in range(3)}
    return d["k2"] * p["y"]


@case({"x": 1.3, "y": 0.7})
def keys_of_ranges(p):
    d = {0: p["x"], 1: p["y"]}
    return sum(d[i] * (i + 1) for i in range(2)) + d[len(d) - 1] * d[0]


@case({"x": 0.6, "y": 0.7})
def pairs_of_a_table(p):
    t = p["x"] * 2
    for (x0, y0), (x1, y1) in zip(TABLE, TABLE[1:]):
        if t <= x1:
            return y0 * p["y"] + (y1 - y0) * (t - x0) / (x1 - x0)
    return TABLE[-1][1]


class Point:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def scaled(self, h):
        return Point(*(h * v for v in (self.a, self.b)))


@case({"x": 1.3, "y": 0.7})
def starred_generator(p):
    s = Point(p["x"], p["y"]).scaled(p["y"])
    return s.a * s.b


@case(1.5)
def comprehension_over_a_range(x):
    squares = {k: k * x for k in range(3)}
    return squares[2] * squares[1]


@case({"x": 0.7, "y": 1.3})
def made_of_pairs(p):
    d = dict([("u", p["x"]), ("v", p["y"] * 2.0)])
    d["u"] = d["u"] + 1.0
    return d["u"] * d["v"]


def nested(p):
    found = {"a": {"b": p["x"] * 2.0}, "c": [p["y"], p["y"] * 3.0]}
    found["c"].append(p["x"])
    return found


@case({"x": 0.7, "y": 1.3})
def made_of_a_result(p):
    d = dict(nested(p))
    d["a"]["b"] += 1.0
    return d["a"]["b"] * d["c"][1] * d["c"][2]


@case({"x": 0.7, "y": 1.3})
def in_order(p):
    d = OrderedDict([("u", p["x"]), ("v", p["y"])])
    d["w"] = p["x"] ** 2
    d.update(z=3.0 * d.pop("u"))
    return sum(value * (k + 1) for k, value in enumerate(d.values()))


@case({"b": 0.7, "c": 2.1, "a": 1.3})
def in_order_of_keys(p):
    found = 0.0
    for _, value in sorted(p.items()):
        found = 0.5 * found + value * value
    q = dict(sorted(p.items()))
    for key in q:
        found = 0.5 * found + q[key] * (key == "a")
    return found


@case({"b": 0.7, "a": 1.3})
def last_pairs(p):
    d = {**p, "c": p["a"] * p["b"]}
    key, value = d.popitem()
    _, other = d.popitem()
    return value * other**2 + d["b"] * len(d) if key == "c" else 0.0


@case({"b": 0.7, "a": 1.3, "c": 2.1})
def moved_keys(p):
    d = OrderedDict(p)
    key, value = d.popitem(last=False)
    d[key] = value * d["a"]
    d.move_to_end("c", last=False)
    d.move_to_end("a")
    return sum(e * (k + 1) ** 2 for k, e in enumerate(d.values())) * (list(d) == ["c", "b", "a"])
