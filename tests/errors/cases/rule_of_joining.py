"""A rule of one's own for a function that joins arrays."""

import numpy as np

from srcdiff import derivative, grad
from srcdiff.rules import registry


def f(x):
    return np.sum(np.concatenate((x, x)))


def attempt(target):
    before = dict(registry._rules)

    @derivative(np.concatenate)
    def rule(g, y, parts):
        return g

    try:
        grad(f, target=target)(np.ones(2))
    finally:
        registry._rules.clear()
        registry._rules.update(before)
