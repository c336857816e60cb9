"""Methods and functions inside that change lists and dictionaries around them."""

from dataclasses import dataclass, field

import numpy as np

from tests.structures.judge import case

NUMBERS = {"x": 0.7, "y": 1.3}


# closures
@case(0.7)
def of_clos_set(x):
    state = {"n": x, "m": 0.0}

    def put(v):
        state["n"] = v * state["n"]

    def both(v):
        put(v)
        put(v + 1.0)
        state["m"] += v

    both(x)
    for k in range(2):
        both(x * k + 1)
    return state["n"] * x + state["m"]


@case(0.7)
def of_clos_list(x):
    out = []

    def add(v):
        out.append(v * x)
        return len(out)

    n = 0
    for k in range(3):
        n += add(x + k)
    return sum(out) * n


@case(0.7)
def of_clos_ret(x):
    log = {"last": x}

    def step(v):
        if v > 1.0:
            log["last"] = v
            return v * 2
        log["last"] = v * 3
        return v

    y = step(x)
    z = step(y + 1)
    return y * z + log["last"]


@case(0.7)
def of_clos_nonlocal(x):
    n = 0.0
    d = {"a": 1.0}

    def inc(v):
        nonlocal n
        n += v
        d["a"] *= v

    inc(x)
    inc(2 * x)
    return n * d["a"]


# histories
@dataclass
class Rec:
    t: list = field(default_factory=list)
    v: list = field(default_factory=list)

    def log(self, t, v):
        self.t.append(t)
        self.v.append(v)

    @property
    def last(self):
        return self.v[-1]


@case(0.7)
def of_rec(x):
    r = Rec()
    v = x
    for k in range(5):
        v = v * x + k
        r.log(k * 0.1, v)
    return r.last + np.mean(np.array(r.v)) + sum(a * b for a, b in zip(r.t, r.v))


class Base:
    def __init__(self, k):
        self.k = k
        self.log = []

    def push(self, v):
        self.log.append(v)
        if len(self.log) > 2:
            self.log.pop(0)


class Child(Base):
    def push(self, v):
        super().push(v * self.k)


@case(0.7)
def of_super(x):
    c = Child(x)
    for k in range(4):
        c.push(x + k)
    return sum(c.log)


@case(0.7)
def of_early(x):
    h = []

    def put(v):
        if v > 2.0:
            return False
        h.append(v)
        return True

    for k in range(4):
        if not put(x * k):
            break
    return sum(h) + len(h)


class Tape:
    def __init__(self):
        self.rows = []

    def add(self, a, b):
        self.rows.append((a, b))


@case(0.7)
def of_rows(x):
    t = Tape()
    for k in range(3):
        t.add(x * k, x + k)
    return sum(a * b for a, b in t.rows)


@case(0.7)
def of_rowobj(x):
    class_list = []
    t = Tape()
    t.add(x, 1.0)
    t.add(2 * x, x)
    for a, b in t.rows:
        class_list.append(a * b)
    return class_list[0] + class_list[1]


class Grid:
    def __init__(self, n):
        self.cells = [0.0] * n
        self.hist = []

    def step(self, dt):
        for i in range(len(self.cells)):
            self.cells[i] += dt * (i + 1)
        self.hist.append(sum(self.cells))


@case(0.7)
def of_grid(x):
    g = Grid(3)
    for _ in range(3):
        g.step(x)
    return g.hist[-1] * g.hist[0]


@case(0.7)
def of_nested(x):
    class_ = Rec()

    def run(r, n):
        for k in range(n):
            r.log(float(k), x * k)
        return r

    run(class_, 3)
    r2 = run(class_, 2)
    return sum(r2.v) * len(r2.v)


@case(0.7)
def of_arr(x):
    s = Sim(x)
    y = np.array([x, 2 * x])
    for _ in range(3):
        y = s.step(y)
    return np.sum(s.hist[0] * s.hist[-1]) + np.sum(np.array(s.hist))


class Sim:
    def __init__(self, k):
        self.k = k
        self.hist = []

    def step(self, x):
        v = self.k * x
        self.hist.append(v)
        return v


@case(0.7)
def of_two(x):
    a, b = Sim(x), Sim(2.0)
    for k in range(3):
        a.step(b.step(x + k))
    return sum(a.hist) * b.hist[1]


@case(0.7)
def of_samename(x):
    v = x * 2
    s = Sim(v)
    k = 3.0
    w = s.step(v) + s.step(k * v)
    return w * v * k + s.hist[1]


@case(0.7)
def of_comp(x):
    s = Sim(x)
    ys = [s.step(x + k) for k in range(3)]
    return sum(ys) * s.hist[1]


@case(0.7)
def of_expr(x):
    s = Sim(x)
    return s.step(x) * s.step(s.step(x)) + len(s.hist)


@case(0.7)
def of_while(x):
    s = Sim(0.5)
    v = x
    while v > 0.05:
        v = s.step(v)
    return sum(s.hist)
