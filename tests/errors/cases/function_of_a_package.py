"""What a function of a package is refused for is shown where the user calls it."""

import os
import sys

import numpy as np

from srcdiff import grad

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "site-packages"))

import curves


def energy(x):
    return curves.area(lambda t: t * x, 5) * x


def f(x):
    a = energy(x)
    b = np.exp(x)
    c = {x, b}
    return a * b + sum(c)


def attempt(target):
    grad(f, target=target)(2.0)
