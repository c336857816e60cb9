"""A comprehension whose number of values only its loops tell."""

import numpy as np

from srcdiff import grad


def f(x):
    products = [x[i] * x[j] for i in range(3) for j in range(i)]
    return products[0]


def attempt(target):
    grad(f, target=target)(np.ones(3))
