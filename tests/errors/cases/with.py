"""A with statement."""

from srcdiff import grad


def f(x):
    with open("log.txt", "w") as log:
        log.write(str(x))
    return x


def attempt(target):
    grad(f, target=target)(1.5)
