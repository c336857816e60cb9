"""Objects that may be None, with parts that may be None themselves."""

from dataclasses import dataclass

from tests.structures.judge import case


@dataclass
class P:
    x: float
    y: float


class Cached:
    def __init__(self, x):
        self.cache = None
        self.x = x


def made(x, y):
    found = Cached(x)
    if y > 1:
        found.cache = y
    if x > 0:
        return found
    return None


@case(1.3, 0.7)
def first_part_optional(x, y):
    o = Cached(x)
    if y > 1:
        o.cache = x * y
    best = None
    if x > 0:
        best = o
    if best is None:
        return y
    return y * best.x * 3


@case(Cached(1.3), 0.7)
def part_of_argument(o, y):
    if y > 1:
        o.cache = o.x * y
    best = None
    if o.x > 0:
        best = o
    if best is None:
        return y
    return y * best.x * 3


@case(1.3, 0.7)
def part_is_none_later(x, y):
    best = None
    if x > 0:
        best = P(x, y)
    if best is not None:
        best.x = None
    if best is None:
        return x * y
    return best.y * 3


@case(1.3, 0.7)
def none_in_loop(x, y):
    best = None
    for k in range(3):
        if best is None or best.x < x * k:
            best = P(x * k, y + k)
        if k == 1:
            best.x = None
            break
    if best is None:
        return x * y
    return best.y * 3


@case(1.3, 0.7)
def result(x, y):
    found = made(x, y)
    if found is None:
        return x
    return found.x * y


@case(1.3, 0.7)
def result_in_loop(x, y):
    found = None
    for k in range(3):
        found = made(x * k - 1.0, y)
    if found is None:
        return x
    return found.x * y


class Pair:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def other(self, k):
        if k > 0.4:
            return Pair(self.y, k)
        return None


@case(1.3, 0.7)
def result_of_method(x, y):
    u = Pair(x, y).other(0.1 * x)
    return x + (u.y * 1.7 if u is not None else 0.1)


@case(1.3, 0.7)
def no_result_of_method(x, y):
    u = Pair(x, y).other(0.1 * x)
    v = Pair(x, y).other(x)
    if u is None and v is not None:
        return x * y * v.x
    return u.y * u.x


@case(1.3, 0.7)
def result_of_function_inside(x, y):
    def h(v):
        if v > 1:
            return Pair(v, y)
        return None

    b = h(x)
    d = h(y)
    if b is None:
        return x * y * 5
    if d is None:
        return b.x * y * b.y
    return 7.0 * x
