"""An array that is its own adjoint. A place in the function: no."""

import numpy as np

from srcdiff import adjoint


def f(x, y):
    for i in range(len(x)):
        y[i] = x[i] * x[i]


def attempt(target):
    x = np.ones(3)
    adjoint(f, outputs="y", target=target)(x, x, np.ones(3), np.ones(3))
