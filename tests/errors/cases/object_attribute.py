"""An attribute of an object."""

from srcdiff import grad


class Settings:
    rate = 2.0
    names = ("a", "b")


settings = Settings()


def f(x):
    return x * settings.rate * len(settings.names) + settings


def attempt(target):
    grad(f, target=target)(1.5)
