"""The caret stands below the right character."""

from srcdiff import grad


def f(x):
    größe = x * x
    return größe * len({"größe", "Maß"}) + größe


def attempt(target):
    grad(f, target=target)(1.5)
