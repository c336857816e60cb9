"""Parts of tables whose bounds are lengths of active arrays; helpers that pass nothing back."""

import numpy as np

WRT = ("x",)
TABLE = np.array([0.3, 0.9, -0.4])


def part(table, x):
    return np.var(table[len(x) - 2 :])


def idle(x):
    work = x
    parts = 0.0
    for _ in range(0):
        parts += len(work[1::2])
    return 1.0


def f(x):
    z = np.concatenate((np.ones(1), x))
    for _ in range(x.size):
        z -= np.ones(1) * x[0]
        z[1:3] *= np.array([x[1]])
    return part(TABLE, x) * x[0] + idle(x) * part(x, TABLE) + np.sum(z * z)


def inputs():
    return (np.array([0.9, 0.2, 0.4]),)
