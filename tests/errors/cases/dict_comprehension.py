"""A dictionary comprehension whose keys are only known when it runs."""

from srcdiff import grad


def f(x, n):
    squares = {str(k): k * x for k in range(n)}
    return squares["2"]


def attempt(target):
    grad(f, target=target)(1.5, 3)
