"""Objects of one class on one path, and of another on another; calls of new objects' methods."""

from dataclasses import dataclass

from tests.structures.judge import case


@dataclass
class P:
    x: float
    y: float


class Circle:
    K = 2.0

    def __init__(self, x):
        self.x = x

    def scale(self):
        return 10.0

    def total(self, k):
        return self.x * k


class Square:
    K = 3.0

    def __init__(self, x):
        self.x = x

    def scale(self):
        return 20.0

    def total(self, k):
        return self.x + k


@case(1.3, 0.7)
def asked_for_class(x, y):
    c = Circle(x) if y > 1 else Square(x)
    if isinstance(c, Square):
        return x * 3
    return y


@case(1.3, 0.7)
def class_attribute(x, y):
    c = Circle(x) if y > 1 else Square(x)
    return c.K * x


@case(1.3, 0.7)
def method(x, y):
    if y > 1:
        c = Circle(x)
    else:
        c = Square(x)
    return c.scale() * x


@case(1.3, 0.7)
def changes_in_loop(x, y):
    t = 0.0
    c = Circle(x)
    for k in range(3):
        if k == 1:
            c = Square(y)
        t += c.scale() * x
    return t


@case(1.3, 0.7)
def other_after_first(x, y):
    t = 0.0
    c = Circle(x)
    for k in range(3):
        t += c.K * x * k
        if isinstance(c, Circle):
            t += y
        c = Square(y)
    return t


@case(P(1.3, 0.7), 0.7)
def part_in_loop(p, y):
    p.s = Circle(y)
    for k in range(3):
        if k * y < 1:
            p.s = Square(p.x)
        else:
            p.s = Circle(p.x * k)
    return p.s.K * p.x


@case(1.3, 0.7)
def split_twice(x, y):
    b = {"a": x} if y > 1 else {"b": y}
    t = b["a"] if "a" in b else b["b"] * 3
    while t < 20:
        c = P(t, x) if t > 3 else {"q": t}
        t += c.y if isinstance(c, P) else c["q"] * 1.1
    return t * y


@case(P(1.3, 0.7), 0.7)
def new_owner(p, y):
    o = None
    if y > 0:
        o = P(y, p.x)
    first = Circle(p.x).total(o.x if o is not None else 3.0)
    return first + [p, P(1.0, y)][1].x * (o.y if o is not None else 1.0)


@case(P(1.3, 0.7), 0.7)
def new_owner_before_argument(p, y):
    def change(k):
        p.x = p.x * k
        return k

    return Circle(p.x).total(change(2.0)) + Square(p.x).total(change(y) if y > 0.1 else 3.0)
