"""Functions and methods that call themselves, for objects and for functions inside."""

from __future__ import annotations

import math

from tests.structures.judge import add, case


class Node:
    def __init__(self, w, children=()):
        self.w = w
        self.children = list(children)


def tree():
    return Node(1.5, [Node(2.0), Node(3.0, [Node(0.5), Node(0.7)])])


def total(node):
    return node.w + sum(total(c) for c in node.children)


def scale(node, factor):
    node.w = node.w * factor
    for c in node.children:
        scale(c, factor)


def collect(node, out):
    out.append(node.w**2)
    for c in node.children:
        collect(c, out)


@case(tree(), 1.3)
def of_tree(t, factor):
    scale(t, factor)
    out = []
    collect(t, out)
    return total(t) ** 2 + sum(out)


@case(2.0, 0.3)
def of_made_tree(a, b):
    return total(Node(a, [Node(b), Node(a * b, [Node(b)])])) ** 2


@case(tree())
def of_function_inside(t):
    whole = 0.0
    seen = []

    def visit(node, depth):
        nonlocal whole
        whole += node.w**2
        seen.append(node.w * depth)
        for c in node.children:
            visit(c, depth + 1)

    visit(t, 1)
    return whole * seen[-1]


class Model:
    def __init__(self, a, b=0.5):
        self.a = a
        self.b = b

    def f(self, x):
        return self.a * x * x + math.sin(self.b * x)

    def integral(self, lo, hi, depth):
        mid = 0.5 * (lo + hi)
        one = self.f(mid) * (hi - lo)
        two = 0.5 * (self.f(lo) + self.f(hi)) * (hi - lo)
        if depth == 0 or abs(one - two) < 1e-3:
            return one
        return self.integral(lo, mid, depth - 1) + self.integral(mid, hi, depth - 1)

    def even(self, m):
        return self.a if m == 0 else self.b * self.odd(m - 1)

    def odd(self, m):
        return self.b if m == 0 else self.a * self.even(m - 1)

    def counted(self, m):
        self.b += 1.0
        return self.a if m == 0 else self.counted(m - 1) * self.b


@case(Model(1.5), 0.1, 2.0)
def of_method(own, lo, hi):
    return own.integral(lo, hi, 6)


@case(Model(1.5), 4)
def of_two_methods(own, n):
    return own.even(n) + own.odd(n)


@case(Model(1.5), 3)
def of_changing_method(own, n):
    return own.counted(n)


def powers(p, m):
    return p["a"] if m == 0 else p["b"] * powers({"a": p["a"] * 1.1, "b": p["b"]}, m - 1)


add(powers, {"a": 1.0, "b": 2.0}, 3)


GLOBAL = Model(1.0)


def with_global(own, m):
    return own.a if m == 0 else GLOBAL.b * with_global(own, m - 1)


add(with_global, Model(1.5), 3)


@case(Model(1.5), 5)
def inside_with_objects(own, n):
    def fib(m):
        if m < 2:
            return own.a
        return fib(m - 1) + own.b * fib(m - 2)

    def even(m):
        return own.a if m == 0 else odd(m - 1)

    def odd(m):
        return own.b * even(m - 1) if m > 0 else 0.0

    def of_one(one, m):
        return 1.0 if m == 0 else one.a * of_one(one, m - 1)

    return fib(n) + even(4) + of_one(own, n)


@case(Model(1.5), 5)
def of_lambda(own, n):
    fib = lambda m: own.a if m < 2 else fib(m - 1) + own.b * fib(m - 2)  # noqa: E731
    return fib(n)


@case(Model(1.5), 2.0)
def with_attribute(own, x):
    def f(y):
        f.calls = f.calls + 1.0
        return y * own.a

    f.calls = 0.0
    return f(x) * f(x) * f.calls
