"""An import of what is not there, inside a function."""

from srcdiff import grad


def f(x):
    import no_such_module

    return no_such_module.square(x)


def attempt(target):
    grad(f, target=target)(1.5)
