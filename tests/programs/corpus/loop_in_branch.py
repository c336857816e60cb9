"""A loop that overwrites a scalar, in a branch after an early return."""

KIND = "grad"
WRT = ("k",)


def f(k, n):
    if n > 5:
        return k
    for i in range(n):
        k += k * k * 0.1 * i
    return k


def inputs():
    return (
        0.7,
        3,
    )
