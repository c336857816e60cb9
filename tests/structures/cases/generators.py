"""Generators."""

import numpy as np

from tests.structures.judge import case

NUMBERS = {"x": 0.7, "y": 1.3, "v": np.array([0.5, 1.6, 0.2, 0.9])}


def chunks(v, n):
    for k in range(0, len(v), n):
        yield v[k : k + n], k


@case(NUMBERS)
def of_chunks(p):
    s = 0.0
    for c, k in chunks(p["v"], 2):
        s += np.sum(c) * p["x"] * (k + 1)
    return s


def pairs(xs):
    prev = None
    for x in xs:
        if prev is not None:
            yield prev, x
        prev = x


@case(NUMBERS)
def of_pairs(p):
    s = 0.0
    for a, b in pairs(p["v"]):
        if a > b:
            continue
        s += a * b
    return s


class M:
    def __init__(self, p):
        self.p = p
        self.n = 3

    def times(self):
        t = 0.0
        for k in range(self.n):
            yield t
            t = t + self.p["x"]

    def run(self):
        s = 0.0
        for i, t in enumerate(self.times()):
            s += t * self.p["y"] * i
        return s


@case(NUMBERS)
def of_enum(p):
    return M(p).run()


@case(NUMBERS)
def of_sum(p):
    return sum(M(p).times()) + max(M(p).times())


@case(NUMBERS)
def of_list(p):
    ts = list(M(p).times())
    return ts[-1] * ts[1]


@case(NUMBERS)
def of_comp(p):
    return sum(t * t for t in M(p).times())


def evens(n):
    for k in range(n):
        if k % 2:
            continue
        yield k


@case(NUMBERS)
def of_evens(p):
    s = 0.0
    for k in evens(7):
        s = s * p["x"] + k
    return s


def walk(p):
    yield p["x"]
    yield p["y"] * 2
    yield from (p["x"] * k for k in range(3))


@case(NUMBERS)
def of_walk(p):
    s = 1.0
    for w in walk(p):
        s = s * (1 + w)
    return s


def ret(p, n):
    for k in range(n):
        if k > 2:
            return
        yield p["x"] * k


@case(NUMBERS)
def of_ret(p):
    s = 0.0
    for w in ret(p, 9):
        s += w * p["y"]
    return s


@case(NUMBERS)
def of_outer_ret(p):
    for w in walk(p):
        if w > 1.0:
            return w * p["x"]
    return 0.0


@case(NUMBERS)
def of_brk(p):
    s = 0.0
    for w in walk(p):
        s += w
        if w > 1:
            break
    return s


def upto(p, lim):
    t = p["x"]
    while t < lim:
        yield t
        t *= 1.5


@case(NUMBERS)
def of_while(p):
    s = 0.0
    for t in upto(p, 4.0):
        s += t * t
    return s


class Box:
    def __init__(self, x):
        self.x = x


class Parts:
    def __init__(self, ws, k):
        self.ws, self.k = ws, k

    def pairs(self):
        for i, v in enumerate(self.ws):
            for w in self.ws[i + 1 :]:
                yield v, w

    def walk(self, x):
        while True:
            x = x * self.k
            yield x

    def several(self, x):
        yield x
        yield x * self.k
        yield from (x * 2, x * 3)
        yield x * 5


def parts():
    return Parts([Box(1.0), Box(2.0), Box(3.0)], 0.7)


@case(parts(), 3.0)
def left_early(s, x):
    t = 0.0
    for v, w in s.pairs():
        if v.x * w.x > 5.0:
            break
        if v.x > w.x:
            continue
        t += v.x * w.x
    else:
        t = -t
    for y in s.several(x):
        if y > 7:
            break
        t += y * y
    else:
        t = -t
    return t


@case(parts(), 3.0, 3)
def endless(s, x, n):
    t = 0.0
    for k in range(n):
        for y in s.walk(x + k):
            if y < 0.5:
                break
            t += y * y
    for k, y in enumerate(s.walk(x)):
        if k > 2:
            break
        t += y * k
    for k, y in zip(range(n), s.walk(x)):
        t += y * k
    return t


@case(3.0)
def of_inside(x):
    def multiples(y):
        for k in range(10):
            yield y * k

    t = 0.0
    for v in multiples(x):
        if v > 10:
            break
        t += v
    return t


@case(parts())
def expressions(s):
    t = 0.0
    for v in (w.x * s.k for w in s.ws):
        s.ws[2].x = s.ws[2].x + v
        t += v
    for w in (w for w in s.ws if w.x > 1.5):
        w.x *= 2
        t += w.x
    return t + s.ws[1].x


def multiples(x, n):
    for k in range(n):
        yield x * k


@case(0.7)
def summed(x):
    total = sum(multiples(x, 4))
    return total * max(multiples(x, 3))


@case(np.array([0.5, 1.6, 0.2]))
def collected(v):
    path = list(multiples(v[0], 3))
    squares = [item**2 for item in multiples(v[1], 4)]
    return path[1] * path[-1] + sum(squares) + np.array(squares).mean() * v[2]
