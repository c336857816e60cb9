"""A default value that is an object."""

from srcdiff import grad


class Settings:
    rate = 2.0


def scaled(x, settings=Settings()):  # noqa: B008
    return x * settings.rate


def f(x):
    return scaled(x)


def attempt(target):
    grad(f, target=target)(1.5)
