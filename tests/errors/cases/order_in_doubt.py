"""Another shape of an array that is a view for Numba, and a copy for NumPy."""

import numpy as np

from srcdiff import grad


def f(x, m):
    product = m * x
    flat = product.reshape(6)
    flat[0] *= flat[1]
    return np.sum(product)


def attempt(target):
    grad(f, target=target)(np.ones(2), np.ones((3, 2), order="F"))
