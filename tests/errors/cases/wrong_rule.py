"""A rule that is wrong, found by check_grads."""

import math

from srcdiff import check_grads, derivative


def softplus(x):
    return math.log1p(math.exp(x))


@derivative(softplus)
def rule(g, y, x):
    return g * 2.0


def f(x):
    y = softplus(x * x)
    return y * x


def attempt(target):
    check_grads(f, (1.0,), target=target)
