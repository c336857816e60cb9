"""A loop of unknown length carries arrays that branches inside branches make anew."""

import numpy as np

KIND = "grad"
WRT = ("x", "m")


def f(x, m, n):
    u = x * 1.0
    p = x * 2.0
    q = x * 0.5
    s = 0.0
    i = 0
    while i < n:
        if i % 3 != 2:
            w = np.sqrt(m @ u + 1.0)
            if i % 2 == 0:
                z = np.exp(-w)
                if z[0] < 100.0:
                    p = z
                else:
                    q = w
            else:
                q = w
            u = w
        s += p[0] * q[1] + p[1]
        i += 1
    return s + u[0] * p[1] * q[0]


def inputs():
    return (
        np.array([0.7, 1.1]),
        np.array([[1.2, 0.3], [0.5, 0.8]]),
        5,
    )
