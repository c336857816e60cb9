"""A list that is passed twice, and written to (found in the function: no place in it)."""

from srcdiff import grad


def f(xs, ys):
    xs[0] = ys[1]
    return xs[0] * ys[0]


def attempt(target):
    xs = [1.0, 2.0]
    grad(f, target=target)(xs, xs)
