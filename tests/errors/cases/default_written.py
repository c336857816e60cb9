"""A default value that is written to."""

import numpy as np

from srcdiff import grad


def f(x, w=np.zeros(3)):  # noqa: B008
    w[0] += x
    return w[0] * x


def attempt(target):
    grad(f, target=target)(1.5)
