"""Inheritance, closures, and defaults."""

import math
import operator
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property, partial
from types import SimpleNamespace

import numpy as np

from tests.structures.judge import add, case

X = np.array([0.7, 1.3, 2.1])


@dataclass
class P:
    x: float
    y: float


class A(ABC):
    scale = 2.0
    table = {"k": 3.0}

    def __init__(self, x):
        self.x = x
        self.setup()

    def setup(self):
        self.z = self.x * self.scale

    @abstractmethod
    def f(self, t): ...

    def run(self, t):
        return self.f(t) * self.z + self.extra

    @property
    def extra(self):
        return self.x + 1.0

    @classmethod
    def make(cls, x):
        return cls(x * cls.scale)

    @staticmethod
    def sq(x):
        return x * x


class B(A):
    scale = 5.0

    def f(self, t):
        return self.sq(t) + self.x

    @property
    def extra(self):
        return super().extra * 10.0


class C(B):
    def __init__(self, x, y):
        super().__init__(x)
        self.y = y

    def setup(self):
        super().setup()
        self.z = self.z + 1.0

    def f(self, t):
        return super().f(t) * self.y


class M1:
    def g(self):
        return self.x


class M2:
    def g(self):
        return 3.0 * self.x


class Multi(M1, M2):
    def __init__(self, x):
        self.x = x

    def g(self):
        return super().g() + M2.g(self) + super(M1, self).g()


add(B(1.3).run, 0.7)
add(C(1.3, 2.0).run, 0.7)


@case(B(1.3), 0.7)
def absarg(b, t):
    return b.run(t)


@case(C(1.3, 2.0), 0.7)
def absarg2(b, t):
    return b.run(t) + B.sq(b.y) + b.table["k"] * b.x


@case(1.3, 0.7)
def constructed(x, t):
    return C(x, t).run(t) + B.make(x).run(t)


@case(Multi(1.3))
def mro(m):
    return m.g()


class Tank:
    def __init__(self, level):
        self._level = level
        self.hist = []
        self.n = 0

    @property
    def level(self):
        return self._level * 2.0

    @level.setter
    def level(self, v):
        self._level = v * 0.5 if v < 3.0 else 1.5
        self.n += 1
        self.hist.append(v)

    def drain(self, q):
        self.level -= q
        return self

    def __call__(self, t):
        return self._level * t

    def __iadd__(self, q):
        self._level = self._level + q
        return self

    def __getitem__(self, i):
        return self._level * (i + 1)

    def __setitem__(self, i, v):
        self._level = v * (i + 1)

    def __len__(self):
        return 3

    def __iter__(self):
        return iter([self._level, 2 * self._level])

    def __contains__(self, q):
        return q < self._level

    def __lt__(self, o):
        return self._level < o._level

    def __enter__(self):
        self._level = self._level * 2.0
        return self

    def __exit__(self, *a):
        self._level = self._level * 3.0

    def __eq__(self, o):
        return self._level == o._level

    __hash__ = None


@case(Tank(1.3), 0.4)
def setter(t, q):
    t.level = q * 3
    t.level += q
    t.drain(q).drain(0.5 * q)
    return t.level * t._level + t.n + sum(t.hist) + t(2.0)


@case(Tank(1.3), 0.4)
def iadd(t, q):
    u = t
    t += q
    return u._level * t._level


@case(Tank(1.3), 0.4)
def getset(t, q):
    t[1] += q
    t[0] = t[2] * q
    return t[0] * len(t)


@case(Tank(1.3), 0.4)
def iterate(t, q):
    s = 0.0
    for v in t:
        s += v * v * q
    return s


@case(Tank(1.3), 0.4)
def contains(t, q):
    if q in t:
        return t._level * q
    return q


@case(Tank(1.3), Tank(0.4))
def less(t, u):
    if t < u:
        return t._level * 2
    return u._level * t._level


@case(Tank(1.3), Tank(0.4))
def greater(t, u):
    if t > u:
        return t._level * 2
    return u._level * t._level


@case(Tank(1.3), Tank(0.4))
def noteq(t, u):
    if t != u:
        return t._level * 2
    return u._level * t._level


@case(1.3)
def withobj(x):
    t = Tank(x)
    with t as u:
        s = u._level * x
    return s + t._level


@case(Tank(1.3), 0.7)
def withobj_arg(t, x):
    with t as u:
        s = u._level * x
    return s + t._level


class Cached:
    def __init__(self, x):
        self.x = x

    @cached_property
    def sq(self):
        return self.x * self.x


@case(Cached(1.3))
def cached_stale(c):
    a = c.sq
    c.x = c.x * 5.0
    return a + c.sq * c.x


@case(1.3)
def cached_stale2(x):
    c = Cached(x)
    a = c.sq
    c.x = c.x * 5.0
    return a + c.sq * c.x


cc = Cached(1.3)
cc.sq


@case(cc)
def cached_before(c):
    return c.sq * c.x


@case(Cached(1.3))
def cached_del(c):
    a = c.sq
    c.x = c.x * 5.0
    del c.sq
    return a + c.sq * c.x


@case(Cached(1.3))
def cached_branch(c):
    if c.x > 2.0:
        a = c.sq
    else:
        a = 1.0
    c.x = c.x * 5.0
    return a + c.sq * c.x


def collect(v, acc=[]):
    acc.append(v)
    return sum(acc)


@case(1.3)
def mutable_default(x):
    a = collect(x)
    collect.__defaults__[0].clear()
    return a


def count(p, cache={}):
    cache["n"] = cache.get("n", 0.0) + p.x
    return cache["n"] * p.x


@case(P(1.3, 1.0))
def mutable_default2(p):
    r = count(p) * 2 + count(p)
    count.__defaults__[0].clear()
    return r


def with_default(x, p=P(2.0, 3.0)):
    return p.x * x * p.y


@case(P(1.3, 1.0))
def default_object(p):
    return with_default(p.x) + with_default(p.y, p)


@case(1.3)
def closure_rebound(x):
    p = P(x, 1.0)

    def f(t):
        return p.x * t

    a = f(2.0)
    p = P(x * x, 3.0)
    return a + f(3.0)


@case(1.3)
def closure_changes(x):
    p = P(x, 1.0)

    def f(t):
        p.x = p.x * t
        return p.x

    return f(2.0) + f(x) + p.x


@case(1.3)
def closure_dict(x):
    d = {"n": 0.0}

    def cb(t):
        d["n"] += t * x

    for i in range(3):
        cb(i + 1.0)
    return d["n"]


@case(1.3)
def closure_list(x):
    trace = []

    def cb(t):
        trace.append(t * x)

    for i in range(3):
        cb(i + 1.0)
    return sum(trace)


@case(1.3)
def late_binding(x):
    fs = []
    for k in (1.0, 2.0, 3.0):
        fs.append(lambda t: t * k * x)
    return fs[0](2.0) + fs[1](1.0) * x


@case(1.3)
def late_binding2(x):
    fs = [lambda t: t * k * x for k in (1.0, 2.0, 3.0)]
    return fs[0](2.0) + fs[1](1.0) * x


@case(1.3)
def early_binding(x):
    fs = [lambda t, k=k: t * k * x for k in (1.0, 2.0, 3.0)]
    return fs[0](2.0) + fs[1](1.0) * x


@case(1.3)
def partial_list(x):
    fs = [partial(operator.mul, k * x) for k in (1.0, 2.0)]
    return fs[0](2.0) + fs[1](x)


@case(1.3)
def closure_objects(x):
    fs = {}
    for n, c in (("a", 2.0), ("b", 3.0)):
        p = P(x * c, c)
        fs[n] = lambda t: p.x * t
    return fs["a"](x) + fs["b"](1.0)


@case(1.3)
def nonlocal_object(x):
    p = P(x, 1.0)

    def adv():
        nonlocal p
        p = P(p.x * 2, p.y + 1)

    adv()
    adv()
    return p.x * p.y


def newton(f, df, x0):
    for _ in range(4):
        x0 = x0 - f(x0) / df(x0)
    return x0


class Eq:
    def __init__(self, a, b):
        self.a = a
        self.b = b

    def f(self, x):
        return x**3 + self.a * x - self.b

    def df(self, x):
        return 3 * x**2 + self.a

    def solve(self):
        return newton(self.f, self.df, 1.0)


@case(Eq(1.3, 2.0))
def method_solver(e):
    return newton(e.f, e.df, 1.0) * e.solve()


@case(Eq(1.3, 2.0), [math.sin, math.cos])
def functions_list(e, fs):
    s = 0.0
    for f in fs:
        s += f(e.a) * e.b
    return s


@case(Eq(1.3, 2.0))
def unbound(e):
    return Eq.f(e, 2.0) * Eq.df(e, e.b)


class Linear:
    def __init__(self, k):
        self.k = k

    def __call__(self, x):
        return self.k * x


class Quad:
    def __init__(self, k, c):
        self.k = k
        self.c = c

    def __call__(self, x):
        return self.k * x * x + self.c


@case([Linear(2.0), Quad(0.3, 1.0), Linear(0.5)], 0.7)
def callables(fs, x):
    for f in fs:
        x = f(x)
    return x


@case({"lin": Linear(2.0), "quad": Quad(0.3, 1.0)}, ["quad", "lin", "quad"], 0.7)
def callable_dict(fs, order, x):
    for n in order:
        x = fs[n](x)
    return x


@case([Linear(2.0), Quad(0.3, 1.0), P(1.0, 2.0)], 0.7)
def dispatch(fs, x):
    s = 0.0
    for f in fs:
        if isinstance(f, Linear):
            s += f.k * x
        elif isinstance(f, (Quad, int)):
            s += f.c * f.k
        else:
            s += f.x * x
    return s


@case(SimpleNamespace(a=1.2, b=X.copy(), name="q"), 0.5)
def namespace(n, x):
    n.c = n.a * x
    if n.name == "q":
        n.a = 3.0 * x
    return n.c * n.a + np.sum(n.b)


def fact(p, n):
    if n == 0:
        return p.x
    return fact(P(p.x * p.y, p.y), n - 1) * p.y


@case(P(1.3, 1.1))
def recursion(p):
    return fact(p, 3)


def gen(p, n):
    for i in range(n):
        yield (p.x * i)


@case(P(1.3, 1.1))
def generator(p):
    s = 0.0
    for v in gen(p, 3):
        s += v * p.y
    return s


@case(P(1.3, 1.1))
def errors(p):
    if p.x < 0:
        raise ValueError(f"negative {p.x}")
    assert p.y > 0, f"y {p.y}"
    return p.x * p.y


@case(P(-1.3, 1.1))
def errors2(p):
    if p.x < 0:
        raise ValueError(f"negative {p.x}")
    return p.x * p.y


@case(P(1.3, 1.1))
def printing(p):
    if p.x < 0:
        print(f"negative {p.x}", p.y)
    print("p", p.x)
    return p.x * p.y
