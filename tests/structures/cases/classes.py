"""Exceptions, truth, and classes with methods of their own."""

import enum
import math
from collections import OrderedDict, defaultdict, namedtuple
from dataclasses import InitVar, dataclass, field, replace
from typing import NamedTuple

import numpy as np

from tests.structures.judge import case

X = np.array([0.7, 1.3, 2.1])


@dataclass
class P:
    x: float
    y: float


def risky(v):
    if v > 1.0:
        raise ValueError("big")
    return v


@case(1.3)
def try_rebind(x):
    p = P(1.0, x)
    p.x = 1.0
    try:
        p.x = 2.0
        risky(x)
        p.x = 3.0
    except ValueError:
        pass
    return p.x * x + p.y


@case(1.3)
def try_tuple(x):
    Q = namedtuple
    p = NT(1.0, x)
    try:
        p = NT(2.0, x * x)
        risky(x)
        p = NT(3.0, x)
    except ValueError:
        return p.a * x + p.b
    return p.a + p.b


class NT(NamedTuple):
    a: float
    b: float

    def total(self):
        return self.a + 2 * self.b


@case(1.3)
def try_return_inside(x):
    p = NT(1.0, x)
    try:
        p = NT(2.0 * x, x)
        return risky(p.a)
    except ValueError:
        return p.a * x * 5 + p.b


@case(1.3)
def try_flag(x):
    d = {"ok": True, "v": x}
    ok = True
    try:
        ok = False
        risky(x)
        ok = True
    except ValueError:
        d["v"] = x * 3
    if ok:
        return d["v"]
    return d["v"] * x


@case(1.3)
def try_none(x):
    best = None
    try:
        best = P(x, 2.0)
        risky(x)
    except ValueError:
        pass
    if best is None:
        return x * 100
    return best.x * best.y


@case(1.3)
def try_finally(x):
    p = P(x, 2.0)
    try:
        p.x = x * 4.0
        p.y = risky(0.5 * x)
    finally:
        p.x = p.x + 1.0
    return p.x * p.y


@case({"a": 1.2})
def keyerror(d):
    try:
        return d["missing"] * 2
    except KeyError:
        return d["a"] * 3


@case({"a": 1.2})
def attrerror(d):
    p = P(d["a"], 1.0)
    try:
        return p.nothing
    except AttributeError:
        return p.x * 2


class Sized:
    def __init__(self, n, x):
        self.n = n
        self.x = x

    def __len__(self):
        return 0


@case(Sized(3, 1.2))
def falsy_len(s):
    if s:
        return s.x * 2
    return s.x * 5


class Mode(enum.IntEnum):
    OFF = 0
    ON = 1


class Opt:
    def __init__(self, mode, x):
        self.mode = mode
        self.x = x


@case(Opt(Mode.OFF, 1.2))
def falsy_enum(o):
    if o.mode:
        return o.x * 2
    return o.x * 5


@case(Opt(Mode.ON, 1.2))
def enum_eq(o):
    if o.mode == Mode.ON:
        return o.x * 2
    return o.x * 5


@case(Opt(Mode.ON, 1.2))
def enum_is(o):
    if o.mode is Mode.OFF:
        return o.x * 2
    return o.x * 5 * o.mode.value


@case(Opt(range(0), 1.2))
def falsy_range(o):
    if o.mode:
        return o.x * 2
    return o.x * 5


@case(Opt(frozenset(), 1.2))
def falsy_set(o):
    if o.mode:
        return o.x * 2
    return o.x * 5


@case(Opt({"a"}, 1.2))
def in_set(o):
    if "a" in o.mode:
        return o.x * 2
    return o.x * 5


@case(Opt(0.0, 1.2))
def falsy_float(o):
    if o.mode:
        return o.x * 2
    return o.x * 5


@case(Opt(np.array([0.0]), 1.2))
def truth_array(o):
    if o.mode:
        return o.x * 2
    return o.x * 5


@dataclass
class WithInit:
    a: float
    scale: InitVar[float]
    b: float
    c: float = field(init=False)

    def __post_init__(self, scale):
        self.c = self.a * scale


@case(1.3)
def initvar(x):
    w = WithInit(x, 2.0 * x, 3.0)
    return w.c * w.b + w.a


@dataclass
class Post:
    a: float
    b: float = 2.0
    c: float = field(init=False)
    h: list = field(default_factory=list)
    w: np.ndarray = field(default_factory=lambda: np.ones(3))

    def __post_init__(self):
        self.c = self.a * self.b
        self.b = self.b + 1.0


@case(1.3)
def postinit(x):
    w = Post(x)
    v = Post(x, b=x)
    w.w[0] = x
    return w.c * w.b + v.a * v.c + v.w[0] * w.w[0]


@case(Post(1.2))
def postarg(p):
    q = replace_(p)
    return q.c * q.b + p.c * p.a


def replace_(p):
    return Post(p.a * 2, p.b)


@dataclass(frozen=True)
class Fz:
    a: float
    b: float
    c: float = field(init=False, default=0.0)

    def __post_init__(self):
        object.__setattr__(self, "c", self.a * self.b)


@case(1.3)
def frozen_post(x):
    f = Fz(x, 2 * x)
    g = replace(f, a=5.0)
    return f.c + g.c * x


@case(Fz(1.3, 0.4))
def frozen_arg(f):
    g = replace(f, a=f.b)
    return f.c * g.c + f.a


@dataclass(kw_only=True)
class Kw:
    a: float
    b: float = 3.0


@case(1.3)
def kwonly(x):
    k = Kw(b=x, a=2 * x)
    j = Kw(a=x)
    return k.a * k.b + j.b * j.a


@dataclass
class Base:
    a: float
    b: float = 1.0


@dataclass
class Derived(Base):
    c: float = 2.0
    b: float = 7.0


@case(1.3)
def derived(x):
    d = Derived(x, c=x * x)
    e = Derived(x, 2.0, x)
    return d.a * d.b + d.c + e.b * e.c


class Unit(namedtuple("Unit", "a b")):
    def __new__(cls, a, b=1.0):
        n = math.sqrt(a * a + b * b)
        return super().__new__(cls, a / n, b / n)


@case(1.3)
def nt_new(x):
    u = Unit(x, 2.0)
    return u.a * 3 + u.b


class Frac(namedtuple("Frac", "a b")):
    @property
    def ratio(self):
        return self.a / self.b

    def __add__(self, o):
        return Frac(self.a + o.a, self.b * o.b)


@case(1.3)
def nt_add(x):
    u = Frac(x, 2.0) + Frac(1.0, x)
    return u.ratio * x


@case(1.3)
def nt_add_plain(x):
    u = NT(x, 2.0) + NT(1.0, x)
    return u[0] * u[3] + len(u)


@case(1.3)
def nt_mul_plain(x):
    u = NT(x, 2.0) * 2
    return u[0] * u[3] + len(u)


@case(NT(1.3, 0.4))
def nt_arg(p):
    q = p._replace(a=p.b * 2)
    a, b = q
    return q.total() * a + p.total() + b


@case(NT(1.3, 0.4))
def nt_asdict(p):
    d = p._asdict()
    d["a"] = 3.0 * d["b"]
    return NT(**d).total() + p.a


@case(NT(1.3, 0.4))
def nt_make(p):
    q = NT._make([p.b, p.a])
    return q.total()


@case(NT(1.3, 0.4))
def nt_idx(p):
    return p[0] * p[-1] + sum(p) * max(p)


@case(NT(1.3, 0.4))
def nt_loop(p):
    s = 1.0
    for v in p:
        s *= v + 1
    return s


class AttrDict(dict):
    def __getattr__(self, k):
        try:
            return self[k]
        except KeyError:
            raise AttributeError(k)

    def __setattr__(self, k, v):
        self[k] = v


@case(AttrDict(a=1.2, b=0.3))
def attrdict(d):
    return d.a * d["b"] + d.b


@case(AttrDict(a=1.2, b=0.3))
def attrdict_set(d):
    d.a = d.b * 3
    return d["a"] * d.b


class Scaled(dict):
    def __getitem__(self, k):
        return 10.0 * dict.__getitem__(self, k)


@case(Scaled(a=1.2, b=0.3))
def scaled_dict(d):
    return d["a"] * d["b"]


class Lower(dict):
    def get(self, k, default=None):
        return 7.0


@case(Lower(a=1.2, b=0.3))
def lower_dict(d):
    return d["a"] * d.get("a")


class Clip:
    def __init__(self, x):
        self.x = x

    def __setattr__(self, k, v):
        object.__setattr__(self, k, v * 2.0)


@case(1.2)
def setattr_over(x):
    c = Clip(x)
    c.x = c.x * 3.0
    return c.x


class Get:
    def __init__(self, x):
        self.x = x

    def __getattr__(self, k):
        return self.x * 5.0


@case(1.2)
def getattr_over(g):
    g = Get(g)
    return g.other * g.x


class Get2:
    def __init__(self, x):
        self.x = x

    def __getattribute__(self, k):
        v = object.__getattribute__(self, k)
        return v * 2.0 if k == "x" else v


@case(1.2)
def getattribute_over(x):
    return Get2(x).x


class Pos:
    def __set_name__(self, o, n):
        self.n = "_" + n

    def __get__(self, o, c=None):
        if o is None:
            return self
        return getattr(o, self.n) * 2.0

    def __set__(self, o, v):
        setattr(o, self.n, v + 1.0)


class D:
    k = Pos()

    def __init__(self, k):
        self.k = k

    def f(self, x):
        return self.k * x


@case(1.2)
def descriptor(x):
    d = D(x)
    d.k = d.k * x
    return d.f(x)


@case(D(1.2), 0.4)
def descriptor_arg(d, x):
    return d.f(x) + d.k


dd = defaultdict(float)
dd["a"] = 1.2


@case(dd)
def defdict(d):
    d["b"] += d["a"] * 2
    return d["b"] * d["c"] + d["b"]


@case(1.2)
def defdict_in(x):
    d = defaultdict(float)
    for k, v in (("a", x), ("b", 2 * x), ("a", 3.0)):
        d[k] += v
    return d["a"] * d["b"]


@case(OrderedDict(a=1.2, b=0.3))
def ordered(d):
    d.move_to_end("a")
    k = list(d)[0]
    return d[k] * 3 + d["a"]
