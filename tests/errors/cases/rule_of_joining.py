"""A rule of one's own for a function that joins arrays."""

import numpy as np

from srcdiff import derivative, grad
from srcdiff.rules import registered


def f(x):
    return np.sum(np.concatenate((x, x)))


def attempt(target):
    before = dict(registered._rules)

    @derivative(np.concatenate)
    def rule(g, y, parts):
        return g

    try:
        grad(f, target=target)(np.ones(2))
    finally:
        registered._rules.clear()
        registered._rules.update(before)
