"""An import from a module that has no such name, inside a function."""

from srcdiff import grad


def f(x):
    from math import no_such_function

    return no_such_function(x)


def attempt(target):
    grad(f, target=target)(1.5)
