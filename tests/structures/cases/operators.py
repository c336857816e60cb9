"""Sums, operators, dictionaries and copies."""

import copy
from collections import deque
from dataclasses import asdict, astuple, dataclass, fields
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


@case({"w": X.copy()})
def sum_one(p):
    s = sum([p["w"]])
    s *= 2.0
    return np.sum(s * p["w"])


@case([NT(X.copy(), 1.0)])
def sum_one_nt(ps):
    s = sum(q.a for q in ps)
    s[0] = 5.0
    return np.sum(s * ps[0].a)


@case({"a": True, "b": False, "x": 1.5})
def sum_bools(p):
    return sum([p["a"], p["b"]]) * p["x"]


@case([NT(X.copy(), 1.0)])
def max_one(ps):
    return max(q.b for q in ps) * 2


class V:
    def __init__(self, x):
        self.x = x

    def __add__(self, o):
        return V(self.x + o.x)

    def __radd__(self, o):
        return V(self.x * 10.0) if o == 0 else NotImplemented

    def __neg__(self):
        return V(-self.x)

    def __sub__(self, o):
        return self + -o

    def __rmul__(self, k):
        return V(k * self.x)

    def __mul__(self, k):
        return V(self.x * k.x) if isinstance(k, V) else V(self.x * k)

    def __truediv__(self, k):
        return V(self.x / k)

    def __pow__(self, n):
        return V(self.x**n)

    def __abs__(self):
        return abs(self.x)

    def __float__(self):
        return self.x * 2.0

    def __bool__(self):
        return self.x > 1.0

    def __matmul__(self, o):
        return self.x * o.x

    def __call__(self, *a, **k):
        return self.x * len(a) * k.get("s", 1.0)


@case([V(1.2), V(0.4)])
def sum_objects(vs):
    return sum(vs).x


@case(V(1.2), V(0.4))
def operators(a, b):
    c = 2.0 * a - b * 3.0 + a * b / 2.0
    c += a
    c -= b
    c *= 2.0
    return (c**2).x + a @ b


@case(V(1.2), V(0.4))
def np_times(a, b):
    return (np.float64(2.0) * a + b).x


@case(V(1.2), V(0.4))
def absf(a, b):
    return abs(a - b) * float(a)


@case(V(1.2), V(0.4))
def boolobj(a, b):
    if a:
        return a.x * 3
    return a.x


@case(V(1.2), V(0.4))
def boolnot(a, b):
    c = a if not b else b
    return c.x * 5 + (a and b).x


@case(V(1.2), V(0.4))
def callstar(a, b):
    args = (1.0, 2.0)
    kw = {"s": b.x}
    return a(*args, **kw) + a(*[1.0], s=2.0)


class W2:
    def __init__(self, x):
        self.x = x

    def __add__(self, o):
        if not isinstance(o, W2):
            return NotImplemented
        return W2(self.x + o.x)

    def __radd__(self, o):
        return W2(self.x * 7.0 + o)

    def __mul__(self, o):
        return W2(self.x * o.x) if isinstance(o, W2) else NotImplemented

    __rmul__ = __mul__


class W3(W2):
    def __radd__(self, o):
        return W2(o.x * 100.0 + self.x)

    def __rmul__(self, o):
        return W2(self.x * 9.0)


@case(1.2)
def notimpl(x):
    return (2.0 + W2(x)).x


@case(W2(1.2))
def notimpl2(w):
    return (w + V4(w.x)).x


class V4:
    def __init__(self, x):
        self.x = x

    def __radd__(self, o):
        return V4(self.x * 11.0)


@case(W2(1.2), W3(0.7))
def reflected_first(a, b):
    return (a + b).x


@case(W2(1.2), W3(0.7))
def reflected_mul(a, b):
    return (a * b).x * 2


@case({"a": 1.2, "b": 0.3}, {"b": 5.0, "c": 2.0})
def merge(p, q):
    r = {**p, **q}
    s = p | q
    p |= {"a": q["c"] * 2}
    p.update(q, c=7.0 * q["b"])
    t = dict(p, z=1.0)
    return r["b"] * s["c"] + p["a"] * p["c"] + t["b"] * len(t)


@case({"a": 1.2, "b": 0.3})
def deletions(p):
    v = p.pop("a")
    d = p.pop("zz", v * 2)
    p.setdefault("b", 99.0)
    e = p.setdefault("c", v * v)
    del p["b"]
    s = 0.0
    for k, x in p.items():
        s += x * len(k)
    return s * d + e + ("b" in p)


@case({"a": 1.2, "b": 0.3, "c": 2.0})
def popitem(p):
    k, v = p.popitem()
    return v * p["a"] + len(p)


@case({"a": 1.2, "b": 0.3, "c": 2.0})
def reinsertion(p):
    v = p.pop("a")
    p["a"] = v * 2
    s = 0.0
    for i, k in enumerate(p):
        s += (i + 1) * p[k]
    return s


@case({"a": 1.2, "b": 0.3, "c": 2.0})
def reversed_sorted(p):
    s = 0.0
    for i, k in enumerate(sorted(p, reverse=True)):
        s += (i + 1) * p[k]
    for i, k in enumerate(reversed(p)):
        s += (i + 1) * p[k] ** 2
    for i, (k, v) in enumerate(sorted(p.items())):
        s += (i + 1) * v
    return s


@case({"a": 1.2, "b": 0.3, "c": 2.0})
def sorted_by_value(p):
    s = 0.0
    for i, (k, v) in enumerate(sorted(p.items(), key=lambda kv: kv[1])):
        s += (i + 1) * v
    return s + max(p.values()) * min(p.values())


@case({"a": 1.2, "b": 0.3, "c": 2.0})
def max_by(p):
    k = max(p, key=p.get)
    return p[k] ** 2


@case({"a": 1.2, "b": 0.3, "c": 2.0})
def comp_filter(p):
    q = {k: v**2 for k, v in p.items() if k != "b"}
    r = {k: v for k, v in p.items() if v > 0.5}
    return sum(q.values()) * sum(r.values()) + len(r)


@case({"a": 1.2, "b": 0.3})
def get_branch(p):
    q = {}
    if p["a"] > 5.0:
        q["t"] = p["b"]
    return q.get("t", 7.0 * p["a"])


@case({"a": 1.2, "b": 0.3})
def in_branch(p):
    q = {}
    if p["a"] > 5.0:
        q["t"] = p["b"]
    if "t" in q:
        return p["b"]
    return p["a"] * len(q) + 3 * p["a"]


@case(P(1.2, 0.3))
def getattr_branch(p):
    if p.x > 5.0:
        p.z = p.y
    return getattr(p, "z", 7.0 * p.x)


@case(P(1.2, 0.3))
def hasattr_branch(p):
    if p.x > 5.0:
        p.z = p.y
    if hasattr(p, "z"):
        return p.y
    return p.x * 3


class Cl:
    k = 2.0

    def __init__(self, x):
        self.x = x


@case(Cl(1.2))
def class_default_branch(c):
    if c.x > 5.0:
        c.k = c.x
    return c.k * c.x


@case(Cl(1.2))
def class_default_loop(c):
    for i in range(3):
        c.k = c.k + c.x
    return c.k * c.x


@case(Cl(1.2), 0)
def class_default_loop0(c, n):
    for i in range(n):
        c.k = c.x
    return c.k * c.x


@case(1.2, 0)
def loop0_dict(x, n):
    d = {"a": x}
    for i in range(n):
        d["b"] = 2 * x
    return d["a"] * (3.0 if "b" in d else 5.0)


@case({"a": 1.2}, 0)
def loop0_dict_arg(d, n):
    for i in range(n):
        d["b"] = 2 * d["a"]
    return d["a"] * (3.0 if "b" in d else 5.0)


@case({"a": 1.2}, 0)
def loop0_get(d, n):
    for i in range(n):
        d["b"] = 2 * d["a"]
    return d["a"] * d.get("b", 5.0)


@case({"a": 1.2}, 0)
def while0(d, n):
    while n > 0:
        d["b"] = 2 * d["a"]
        n -= 1
    return d["a"] * len(d)


@case({"a": 1.2}, 2)
def pop_in_loop(d, n):
    d["b"] = 3.0
    for i in range(n):
        if "b" in d:
            d["a"] = d["a"] + d.pop("b")
    return d["a"] * len(d)


@case([1.2, 0.4], 2)
def objs_lists(v, n):
    ps = []
    for a in v:
        ps.append(P(a, 1.0))
    return sum(p.x * p.y for p in ps)


@case(X.copy())
def objs_from_array(v):
    ps = [P(a, 1.0) for a in v]
    return sum(p.x**2 for p in ps)


@case(X.copy())
def dict_from_array(v):
    p = dict(zip(("a", "b", "c"), v))
    a, b, c = p.values()
    p["a"] = p["a"] * b
    return p["a"] + a * c


@case(X.copy())
def dict_from_array2(v):
    p = dict(zip(("a", "b", "c"), v))
    v[0] = 100.0
    return p["a"] * p["b"]


@case(X.copy())
def nt_from_array(v):
    p = NT(v[0], v[1])
    q = NT(*v[1:])
    v[1] = 50.0
    return p.b * q.a


@case(X.copy())
def obj_from_elem(v):
    p = P(v[0], v[1])
    v[0] = 9.0
    p.y = v[2]
    v[2] = 8.0
    return p.x * p.y


@case(X.copy())
def display_elem(v):
    d = {"q": P(v[0], v[1]), "l": [("n", v[2])]}
    v[0] = 9.0
    v[2] = 7.0
    return d["q"].x * d["l"][0][1]


def pair(v):
    return NT(v[0], v)


@case(X.copy())
def elem_and_array(v):
    r = pair(v)
    v[0] = 9.0
    r.b[1] = 4.0
    return r.a * r.b[0] * v[1]


@case(np.array([[0.7, 1.3], [2.1, 0.2]]))
def row_views(m):
    p = NT(m[0], m[1])
    p.a[:] = p.b * 2.0
    m[1, 0] = 5.0
    return np.sum(p.a * p.b) + m[0, 1]


@case(P(1.3, 0.3))
def asdict_(p):
    d = asdict(p)
    d["x"] = d["x"] * d["y"]
    q = P(**d)
    return q.x * p.x + astuple(p)[1]


@case(P(1.3, 0.3))
def fields_(p):
    s = 0.0
    for f in fields(p):
        s += getattr(p, f.name) ** 2
    return s


@case(P(1.3, 0.3))
def vars_(p):
    s = 0.0
    for k, v in vars(p).items():
        s += v**2
    return s + p.__dict__["x"]


@case(P(1.3, 0.3))
def setattrs(p):
    for n in ("x", "y", "z"):
        setattr(p, n, getattr(p, n, 2.0) * p.x)
    return p.z * p.y


@case(P(1.3, 0.3))
def deepcopies(p):
    q = copy.deepcopy(p)
    r = copy.copy(p)
    s = p
    p.x = p.x * 10.0
    q.y = q.x * 3.0
    r.x = 5.0 * r.y
    s.y = s.y + 1
    return p.x * q.y + r.x * q.x + p.y


@case({"w": X.copy(), "l": [X.copy(), P(1.0, 2.0)]})
def deepcopy_nested(d):
    e = copy.deepcopy(d)
    f = copy.copy(d)
    g = d.copy()
    d["w"][0] = 5.0
    d["l"][1].x = 7.0 * d["w"][1]
    f["w"][1] *= 2.0
    g["l"][0] = f["w"] + 1.0
    return np.sum(e["w"]) * e["l"][1].x + np.sum(f["w"]) * f["l"][1].x + np.sum(d["l"][0])


@case(X.copy())
def deque_(v):
    q = deque([P(v[0], 1.0), P(v[1], 2.0)], maxlen=2)
    q.append(P(v[2], 3.0))
    return q[0].x * q[-1].y
