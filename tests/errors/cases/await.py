"""A coroutine that waits."""

from srcdiff import grad


async def g(x):
    return x


async def f(x):
    return x * await g(x)


def attempt(target):
    grad(f, target=target)(1.5)
