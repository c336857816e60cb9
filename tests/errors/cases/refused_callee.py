"""Something refused in a function that is called."""

from srcdiff import grad


def inverse(x):
    with open("log.txt", "w") as log:
        log.write("inverse")
    return 1.0 / x


def f(x):
    return inverse(x) * 2.0


def attempt(target):
    grad(f, target=target)(1.5)
