"""A list that is an argument, and grows."""

from srcdiff import grad


def f(xs):
    xs.append(1.0)
    return sum(xs)


def attempt(target):
    grad(f, target=target)([1.0, 2.0])
