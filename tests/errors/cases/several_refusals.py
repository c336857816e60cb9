"""Refusals that do not depend on each other are shown together."""

import numpy as np

from srcdiff import grad


def shared(x):
    return np.union1d(x, x)


def f(x, n):
    a = shared(x)
    b = x * 2.0
    total = 0.0
    for i in range(3):
        total += b[i]
        match n:
            case (3, _):
                total += 1.0
    with open("table"):
        total += b[0]
        c = np.union1d(b, x)
    chosen = {x[0], x[1]}
    d = a + c
    return total + np.sum(d) + len(chosen)


def attempt(target):
    grad(f, target=target)(np.ones(3), 3)
