"""Lists that methods make grow, trees of objects, and what is changed around functions."""

from dataclasses import dataclass

import numpy as np

from tests.structures.judge import case

NUMBERS = {"x": 0.7, "y": 1.3}


class Sim:
    def __init__(self, k):
        self.k = k
        self.hist = []

    def step(self, x):
        v = self.k * x
        self.hist.append(v)
        return v


@case(0.7)
def of_hist(x):
    s = Sim(2.0)
    for _ in range(3):
        x = s.step(x)
    return sum(s.hist) + s.hist[-1]


@dataclass
class Cand:
    cost: float
    x: float


@case(0.7)
def of_best(x):
    best = None
    for k in range(4):
        c = Cand((x - k) ** 2, x * k)
        if best is None or c.cost < best.cost:
            best = c
    return best.cost + best.x


@case([Cand(2.0, 1.0), Cand(1.5, 3.0)])
def of_best2(p):
    best = None
    for item in p:
        if best is None or item.cost < best.cost:
            best = item
    return best.cost * best.x


def gen(x, n):
    for k in range(n):
        yield x * k


@case(0.7)
def of_gen(x):
    s = 0.0
    for v in gen(x, 4):
        s += v * v
    return s


@case(0.7)
def of_gen_sum(x):
    return sum(gen(x, 4)) + max(gen(x, 3))


@case(0.7)
def of_write(x):
    ps = [Cand(1.0, x), Cand(2.0, x * 2)]
    for i in range(4):
        ps[i % 2].x += x * i
    return ps[0].x * ps[1].x


class Node:
    def __init__(self, v, left=None, right=None):
        self.v = v
        self.left = left
        self.right = right


def total(n):
    if n is None:
        return 0.0
    return n.v * n.v + total(n.left) + total(n.right)


@case(0.7)
def of_tree(x):
    t = Node(x, Node(2 * x), Node(3 * x, Node(x * x)))
    return total(t)


@case(0.7)
def of_clos(x):
    state = {"n": 0.0}

    def add(v):
        state["n"] += v

    for k in range(3):
        add(x * k)
    return state["n"] * x


@case(0.7)
def of_lams(x):
    fs = [lambda u: u * u, lambda u: np.sin(u), np.exp]
    return sum(f(x) for f in fs)


@case(0.7)
def of_lams2(x):
    fs = {"sq": lambda u: u * u, "id": lambda u: u}
    s = 0.0
    for name in ("sq", "id"):
        s += fs[name](x)
    return s


class Bad(ValueError):
    pass


@case(NUMBERS)
def of_raise(p):
    if p["x"] < 0:
        raise Bad(f"negative {p['x']}")
    return p["x"] ** 2


@case(NUMBERS)
def of_raise2(p):
    if p["x"] < 0:
        raise Bad(p["x"])
    return p["x"] ** 2


@case(NUMBERS)
def of_zip(p):
    s = 0.0
    for (k, v), w in zip(p.items(), np.array([1.0, 2.0])):
        s += v * w
    return s


@case(NUMBERS)
def of_try(p):
    try:
        pass
    except ValueError:
        return 0.0
    return p["x"] * 2


@case(0.7)
def of_enum(x):
    out = {}
    for i, name in enumerate(["a", "b", "c"]):
        out[name] = x * i
    return sum(out.values())


@case(0.7)
def of_cache(x):
    cache = {}

    def f(n):
        if n in cache:
            return cache[n]
        r = x if n < 2 else f(n - 1) + f(n - 2) * x
        cache[n] = r
        return r

    return f(5)


@case(0.7)
def of_histdict(x):
    h = {"t": [], "v": []}
    v = x
    for k in range(4):
        v = v * 0.9 + x
        h["t"].append(0.1 * k)
        h["v"].append(v)
    return np.sum(np.array(h["v"]) * np.array(h["t"])) + h["v"][-1]


class Opt:
    def __init__(self, lr):
        self.lr = lr
        self.m = {}

    def step(self, key, g):
        if key not in self.m:
            self.m[key] = 0.0
        self.m[key] = 0.9 * self.m[key] + g
        return self.lr * self.m[key]


@case(0.7)
def of_opt(x):
    o = Opt(0.1)
    w = {"a": x, "b": 2 * x}
    for _ in range(3):
        for k in w:
            w[k] = w[k] - o.step(k, 2 * w[k])
    return w["a"] * w["b"]


@case(0.7)
def of_list_attr(x):
    s = Sim(x)
    s.hist.append(x)
    s.hist.append(x * x)
    return s.hist[0] * s.hist[1] + len(s.hist)


@case(0.7)
def of_swap(x):
    a = Cand(x, 1.0)
    b = Cand(2 * x, x)
    if x > 0:
        a, b = b, a
    return a.cost * b.x


class Lagged:
    def __init__(self, k):
        self.k = k
        self.hist = []
        self.total = 0.0

    def last(self):
        return self.hist[-1] if self.hist else 0.5

    def step(self, x):
        y = self.k * x * self.last()
        self.hist = self.hist + [y]
        self.total += y
        return y


@case(0.7, 5)
def of_sums_of_lists(k, n):
    own = Lagged(k)
    x = 1.1
    for _ in range(n):
        x = own.step(x) + 0.1
    return sum(own.hist) * own.hist[-1] + own.total


def with_one_more(hist, x):
    return [*hist, x * x][-3:]


@case(0.7, 5)
def of_helper(k, n):
    hist = []
    for i in range(n):
        hist = with_one_more(hist, k * i)
    return sum(hist)


@case(0.7)
def lists_made_together(x):
    pairs, rows = [], []
    for k in range(3):
        pairs.append((x * (2 - k), x + k))
        rows.append(np.ones(2) * x)
    pairs.sort()
    return pairs[0][1] * pairs[2][0] + rows[1][0]
