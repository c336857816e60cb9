"""Results written into an argument whose old values count, too."""

import numpy as np

KIND = "vjp"
WRT = ("x", "k", "out")
OUTPUTS = ("out",)


def f(x, k, out):
    for i in range(len(x)):
        out[i] = out[i] * k + x[i] * out[i - 1]
    x[0] = out[1]


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
        np.array([0.2, 0.5, -0.4, 0.9]),
    )
