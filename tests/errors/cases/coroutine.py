"""A coroutine."""

from srcdiff import grad


async def f(x):
    return x * x


def attempt(target):
    grad(f, target=target)(1.5)
