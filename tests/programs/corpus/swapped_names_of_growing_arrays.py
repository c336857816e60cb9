"""Three names change places, in a branch and in a loop in which one of their arrays grows."""

import numpy as np

WRT = ("x",)

TABLE = np.array([0.1, 0.5, 0.7])


def mixed(x, y):
    pa = 2.0 * y
    pb = y.copy()
    pc = y.copy()
    if pa[1]:
        spare = pa
        pa = pb
        pb = spare
    pa, pc = (pc, pa)
    for _ in range(2):
        pc = np.concatenate((pa, pc))
        pb, pa = (pa, pb)
    pa[2] = pc[1] * x[1]
    return pa[0] + pa[2] * pb[1]


def f(x):
    return mixed(x, TABLE) + mixed(x, x)


def inputs():
    return (np.array([1.1, 0.4, 0.7]),)
