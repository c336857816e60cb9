"""Arrays that are read and written under two names, of which one is another shape of it."""

import numpy as np

WRT = ("x",)


def scaled(a, k):
    a[k] *= a[k - 1]
    return a[k] * a[0]


def in_turns(x):
    m = x.reshape(2, 3)
    for k in range(3):
        t = m[0, k]
        x[k] = 0.0
        x[k] = t * x[k - 1] + t
        u = x[k]
        m[0, k] = u * u * 0.1
    return x.sum() * m[0, 2]


def around_calls(x):
    m = x.reshape(2, 3)
    m[0, 1] = m[0, 1] * scaled(x, 1)
    m[0, 1] /= 2.0 + scaled(x, 1)
    m[1] += scaled(x, 4) * m[0]
    return m.sum() * scaled(x, 1)


def f(x):
    return in_turns(x.copy()) + around_calls(x.copy())


def inputs():
    return (np.array([1.2, 0.3, 1.4, 0.5, 0.6, 1.2]),)
