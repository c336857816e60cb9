"""An adjoint in the order of columns, of an array that is taken in another shape."""

import numpy as np

from srcdiff import adjoint


def f(x, y):
    flat = x.reshape(6)
    flat[0] *= flat[1]
    y[0] = np.sum(flat * flat)


def attempt(target):
    derivative = adjoint(f, outputs="y", target=target)
    derivative(np.ones((3, 2)), np.zeros((3, 2), order="F"), np.ones(1), np.ones(1))
