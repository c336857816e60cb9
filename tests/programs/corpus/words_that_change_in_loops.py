"""States that are words and change in loops: they are saved."""

import numpy as np


def switched(x):
    state = "a"
    s = x[0]
    while s < 3.0:
        if state == "a":
            s = s * (1.0 + x[1]) + 0.3
            state = "bb"
        elif state == "bb":
            s += s * s * x[2]
            state = "c"
        else:
            s += x[0]
            state = "a"
    return s


def f(x):
    state = "heat"
    t = x[0]
    for _ in range(6):
        if state == "heat":
            t += 0.5 * x[1] * t
            if t > 1.2:
                state = "off"
        elif state == "off":
            t -= 0.6 * x[2] * t
            if t < 1.0:
                state = "heat"
    pair = ("a", 1)
    for n in range(4):
        if pair[0] == "a":
            t = t * x[1] + 0.3
            if t > 0.6:
                pair = ("b", n)
        elif pair[0] == "b":
            t *= t * x[2] * pair[1]
            pair = ("a", 2)
    return t * switched(x)


WRT = ("x",)


def inputs():
    return (np.array([0.45, 0.7, 0.3]),)
