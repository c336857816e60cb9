"""Two buffers that swap while a third name keeps what one of them was."""

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    old = x.copy()
    new = x.copy()
    kept = old
    for _ in range(3):
        for i in range(len(x)):
            new[i] = old[i] * k + kept[i]
        old, new = new, old
    return old[1] * new[2] + kept[0]


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )
