"""In forward mode: a part of an array that is returned beside it has no tangent of the array's."""

import numpy as np

from srcdiff import jvp


def state(n):
    now = np.zeros(n)
    return now[1:], now


def f(c):
    inner, whole = state(3)
    inner[0] = c
    return np.sum(whole)


def attempt(target):
    jvp(f, target=target)(1.5, 1.0)
