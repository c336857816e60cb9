"""A function of Python whose text is in no file."""

import os

from srcdiff import grad


def f(x):
    scale = 2.0
    if os.path.exists("table"):
        scale = 3.0
    return x * scale * sum({x, 2.0})


def attempt(target):
    grad(f, target=target)(2.0)
