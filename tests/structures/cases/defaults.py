"""Defaults of functions inside others, and parameters that are passed by name."""

from dataclasses import dataclass

from tests.structures.judge import case


@dataclass
class P:
    x: float
    y: float


@case(1.3, 0.7)
def rebound_before_call(x, y):
    out = []

    def add(v, w=x):
        out.append(v * w)

    x = 5.0
    add(y)
    add(x)
    return out[0] + out[1] * y


@case(P(1.3, 0.7), 0.7)
def part_of_object(p, y):
    out = []

    def f(a, b=p.y):
        out.append(a * b)

    p.y = 9.0
    f(y)
    f(p.x, 2.0)
    f(b=p.y, a=1.0)
    return out[0] + out[1] * out[2]


@case(P(1.3, 0.7), 0.7)
def of_lambda(p, y):
    f = lambda a, b=p.x: a * b  # noqa: E731
    p.x = 5.0 * y
    return f(y)


@case(P(1.3, 0.7), 0.7)
def an_object(p, y):
    q = p

    def f(a, b=q):
        return a * b.x

    q = P(y, y)
    return f(y) * q.x


@case(P(1.3, 0.7), 0.7)
def in_loop(p, y):
    t = 0.0
    for k in range(3):

        def f(a, b=p.x * k):
            return a * b

        p.x = p.x * y
        t += f(y)
    return t


@case(P(1.3, 0.7), 0.7)
def by_name_only(p, y):
    def f(a, b=2.0, *, c=1.0):
        return a * b * c * p.x

    return f(y, 3.0)


@case(P(1.3, 0.7), 0.7)
def by_name_only_parts(p, y):
    def f(a, b=2.0, *, c=1.0):
        return {"r": a * b * c * p.x}

    return f(y, 3.0)["r"] + f(y, c=2.0)["r"] + f(y)["r"]


@case(P(1.3, 0.7), 0.7)
def stars(p, y):
    def f(a, *rest, c=1.0):
        return {"r": a * c * p.x + rest[0]}

    return f(y, 3.0, 4.0)["r"]
