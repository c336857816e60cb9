"""Other shapes, absolute values and limits in conditions, where nothing is differentiated."""

import numpy as np

WRT = ("x",)


def f(x, m):
    t = x[0]
    if m.T.reshape(6)[1] > 1.0:
        t += x[1]
    if abs(m).sum() > 2.0 and np.clip(t, 0.1, 0.2) < 1.0:
        t *= x[0]
    while np.max(np.abs(m.T[::-1].reshape(-1))) * t > 0.3:
        t *= 0.5
    for i in range(int(np.ravel(m.T)[1])):
        t += x[1] * np.reshape(m.T, 6)[i]
    columns = m[:, ::2]
    assert columns.reshape(3).sum() > 0.0
    return t * m[int(columns.T.reshape(3)[0]), 0]


def inputs():
    return np.array([0.3, 0.4]), np.arange(6.0).reshape(3, 2) + 1.0
