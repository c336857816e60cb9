"""A list of numbers that shrinks, and that a tuple keeps."""

from srcdiff import grad


def f(x):
    values = [x, 2.0 * x]
    kept = (values, x)
    return values.pop() * kept[0][0]


def attempt(target):
    grad(f, target=target)(1.5)
