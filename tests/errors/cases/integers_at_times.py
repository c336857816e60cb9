"""A write to an array that is one of integers where the number it is made of is one."""

import numpy as np

from srcdiff import grad


def f(x):
    s = 1
    if x[0] > 5.0:
        s = x[0]
    a = np.full(3, s)
    a[0] = x[1]
    return a[0] * x[0]


def attempt(target):
    grad(f, target=target)(np.ones(3))
