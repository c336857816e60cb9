"""Three arrays that take turns, inside another loop that goes on with one of them."""

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    a = x.copy()
    b = np.zeros(len(x))
    c = np.zeros(len(x))
    s = 0.0
    for _ in range(2):
        for t in range(4):
            for i in range(len(x)):
                c[i] = a[i] * k + b[i] * a[len(x) - 1 - i] + 0.1 * t * c[i]
            a, b, c = b, c, a
            s += a[0] * c[1]
        a[1] = a[1] * b[2]
    return s + a[0] * b[1] * c[2]


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )
