"""An argument called `_`, beside a result that nobody reads."""

WRT = ("_", "y")


def paired(a, b):
    return a * b, b


def f(_, y):
    total = 0.0
    for _k in range(3):
        a, _b = paired(_, y)
        total += a * total + _ * _
        while total > 2.0:
            total = total * 0.5
    return total


def inputs():
    return 0.7, 0.9
