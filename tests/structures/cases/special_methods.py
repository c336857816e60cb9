"""Methods that Python calls for comparisons, conditions and functions such as `abs`."""

import copy
import math
from dataclasses import dataclass

from tests.structures.judge import case


class Vector:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __abs__(self):
        return math.hypot(self.x, self.y)

    def __mul__(self, factor):
        return Vector(self.x * factor, self.y)

    def __bool__(self):
        return self.x > 0.3

    def __lt__(self, other):
        return abs(self) < abs(other)

    def __eq__(self, other):
        return self.x == other.x

    def __contains__(self, value):
        return self.x < value < self.y

    def __round__(self, digits=0):
        return round(self.y, digits)

    def __invert__(self):
        return Vector(self.y, self.x)

    def __mod__(self, other):
        return self.x * other


class Longer(Vector):
    def __gt__(self, other):
        return self.x > 2.0 * other.x


@dataclass(order=True)
class Pair:
    a: float
    b: float


@case(0.9, 0.4)
def conditions(x, y):
    a, s = Vector(x, y), 0.0
    while a:
        a = a * 0.7
        s += a.x
    if not a and not bool(a):
        s += x
    return s * (2.0 if a else y)


@case(0.9, 0.4)
def comparisons(x, y):
    a, b = Vector(x, y), Vector(y, x)
    s = x if a != b else 1.0
    s += x * y if a > b else y
    s += 0.5 if 0.6 in b else x
    return s * (3.0 if 0.6 not in a else y) + (~a).x * (b % x)


@case(0.9, 0.4)
def the_right_one_first(x, y):
    a, b = Vector(x, y), Longer(3.0 * x, y)
    return x * y if a < b else x + y


@case(0.9, 0.4)
def by_their_fields(x, y):
    p, q = Pair(x, y), Pair(x, x)
    s = 2.0 * x if p == q else 3.0 * x
    s += p.b if p < q else q.b
    return s * (x if p != q else y) + (y if p >= q else 1.0)


@case(0.9, 0.4)
def the_longest(x, y):
    points = [Vector(x, y), Vector(2.0 * y, x), Vector(y, y)]
    best = max(points, key=abs)
    points = sorted(points, key=abs)
    return best.x * points[0].y + abs(best) + round(best, 1) * x


@case(0.9, 0.4)
def copied_through(x, y):
    points = [Vector(x, y), Pair(y, x)]
    others = copy.deepcopy({"points": points, "is_new": True})
    others["points"][0].x *= 3.0
    others["points"][1].a = x * y
    return points[0].x * others["points"][0].x + points[1].a * others["points"][1].a


def cube(x, k=1.0):
    return k * x**3


@case(0.9, 0.4, 2)
def one_of_several_functions(x, y, n):
    layers = [(math.tanh, 2.0), (cube, 0.5), (lambda z: z * y, 1.5)]
    h = x
    for i in range(n + 3):
        f, w = layers[(i + n) % 3]
        h = f(h * w) + 0.1
    a, b = Vector(x, y), Vector(y, x)
    g = [a.__mul__, b.__mul__][-n]
    return h + g(3.0).x
