"""break, continue and the else of a loop."""

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    s = k
    for i in range(len(x)):
        if x[i] < -1.0:
            continue
        s = s * 0.8 + x[i]
        for j in range(i, len(x)):
            if x[j] > 1.0:
                break
            s += 0.1 * x[j] * s
        else:
            s *= 2.0
        if s > 50.0:
            break
    return s * x[i]


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )
