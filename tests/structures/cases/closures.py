"""Functions inside others that change what is around them, and that objects keep."""

from __future__ import annotations

import functools

import numpy as np

from tests.structures.judge import add, case


class Keeper:
    def __init__(self, f):
        self.f = f

    def call(self, *given):
        return self.f(*given)


class Descent:
    def __init__(self, f, x):
        self.f, self.x = f, x

    def step(self, rate):
        slope = (self.f(self.x + 1e-3) - self.f(self.x - 1e-3)) / 2e-3
        self.x -= rate * slope


@case(2.0, 4)
def kept_lambda(a, n):
    own = Descent(lambda x: (x - a) ** 2 * 3, 1.0)
    for _ in range(n):
        own.step(0.1)
    return own.x


@case(2.0)
def bound_later(x):
    y = x

    def get():
        return y * x

    own = Keeper(get)
    other = Keeper(lambda: y + x)
    y = 2 * x
    d = {"y": x}

    def part():
        return d["y"] * x

    last = Keeper(part)
    d = {"y": 3 * x}
    return own.call() * other.call() + last.call()


@case(2.0, 3)
def counts(x, n):
    count = 0.0

    def add(y):
        nonlocal count
        if y > 1.0:
            count += y * x
        else:
            count -= 2 * y
        return count

    own = Keeper(add)
    total = 0.0
    for k in range(n):
        total += own.call(x * k) + add(0.1 * x)
    return total * count


def counter(x):
    count = 0.0

    def add(y):
        nonlocal count
        count += y * x
        return count

    return add


def pair(x):
    count = x

    def add(y):
        nonlocal count
        count += y

    def get():
        return count * x

    return add, get


@case(2.0)
def several(x):
    f, g = counter(x), counter(x * x)
    add, get = pair(x)
    found = f(1.0) + g(2.0)
    add(found)
    return get() * (found + f(3.0) + g(4.0))


@case(2.0, 3)
def passed_on(x, n):
    count = 0.0

    def add(y):
        nonlocal count
        count += y * x

    def each(f, n):
        for k in range(n):
            f(k * 1.0)

    each(add, n)
    return count


@case(2.0, 3)
def best(x, n):
    found = None

    def offer(v):
        nonlocal found
        if found is None or v > found:
            found = v

    for k in range(n):
        offer(x * k - k * k)
    return found


@case(2.0, 3.0)
def gives_dictionaries(a, b):
    make = lambda x: {"u": x * a, "v": x * b}  # noqa: E731
    own = make(2.0)
    return own["u"] * own["v"]


class Tank:
    def __init__(self, v, k):
        self.v, self.k = v, k

    def flow(self, dt, h, u=1.0):
        return self.k * self.v * dt * h * h + u * h


add(functools.partial(Tank(2.0, 0.3).flow, 0.1), 2.0, wrt="h")
add(functools.partial(Tank(2.0, 0.3).flow, u=2.0), 0.1, 2.0)


@case(1.3, np.array([0.7, 1.3, 2.1, 0.4]))
def subscripts_by_functions_that_count(x, v):
    i, a = 0, v.copy()

    def following():
        nonlocal i
        i += 1
        return i

    def scaled(k):
        nonlocal a
        a = a * x
        return k

    a[following()] += x * a[following()]
    a[following()] = i * a[scaled(1)]
    a[scaled(2)] *= a[scaled(0)] + i
    a[i - 1 : i + 1] -= following() * x
    return np.sum(a * a) * i
