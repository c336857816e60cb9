"""The real parts of an array that is written."""

import numpy as np

from srcdiff import grad


def f(x):
    z = np.zeros(3, np.complex128)
    z.real[:] = x
    return np.sum(np.abs(z))


def attempt(target):
    grad(f, target=target)(np.ones(3))
