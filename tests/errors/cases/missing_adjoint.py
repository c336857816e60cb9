"""An array without its adjoint. A place in the function: no."""

import numpy as np

from srcdiff import adjoint


def f(x, y):
    for i in range(len(x)):
        y[i] = x[i] * x[i]


def attempt(target):
    adjoint(f, outputs="y", target=target)(np.ones(3), np.ones(3), np.ones(3))
