"""An adjoint of integers."""

import numpy as np

from srcdiff import adjoint


def f(x, y):
    for i in range(len(x)):
        y[i] = x[i] * x[i]


def attempt(target):
    derivative = adjoint(f, outputs="y", target=target)
    derivative(np.ones(3), np.zeros(3, int), np.ones(3), np.ones(3))
