"""A function made by exec. A place in the function: no."""

from srcdiff import grad

space = {}
exec("def f(x): return x * x", space)


def attempt(target):
    grad(space["f"], target=target)(1.5)
