"""A function of a library without a rule."""

import numpy as np

from srcdiff import grad


def f(x):
    return np.real_if_close(x) * 2.0


def attempt(target):
    grad(f, target=target)(1.5)
