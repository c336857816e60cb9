"""Two arrays that swap their names, while a third name stays with one of them."""

import numpy as np

from srcdiff import grad


def f(x, n):
    old = np.empty_like(x)
    new = np.empty_like(x)
    for i in range(len(x)):
        old[i] = x[i]
    first = old
    for _ in range(n):
        for i in range(len(x)):
            new[i] = old[i] * first[i]
        old, new = new, old
    return old[0]


def attempt(target):
    grad(f, target=target)(np.ones(3), 2)
