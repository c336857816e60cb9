"""Functions that write to an array and return it, called in loops, in turns, with other results."""

import numpy as np

WRT = ("x",)


def step(y, dt):
    for i in range(len(y)):
        y[i] += dt * y[i - 1] * y[i]
    return y


def step_with_value(y, dt):
    step(y, dt)
    return y, y[0]


def exchange(y, z, dt):
    y[0] = z[1]
    z[1] *= dt
    if y[0] > 1.0:
        return z, y
    z[0] += 1.0
    return z, y


def perhaps(y, dt):
    if dt > 0.08:
        return y
    y[0] *= 2.0
    return step(y, dt)


def in_turns(x):
    y = x.copy()
    z = x * 2.0
    for k in range(3):
        z, y = exchange(y, z, 0.5 + 0.1 * k)
    return y[0] * y[1] + z[0] + z[1]


def scaled(y, c):
    if y.ndim == 1:
        return scaled_vector(y, c)
    elif y.ndim == 2:
        return scaled_vector(y[0], c)


def scaled_vector(y, c):
    y *= c


def f(x):
    y = x.copy()
    total = 0.0
    for k in range(3):
        y = step(y, 0.1)
        y, first = step_with_value(y, 0.05)
        total += first
        y = perhaps(y, 0.04 * k)
        y[2] *= y[1]
    scaled(y, x[1])
    y.sort()
    return y[0] * y[1] + total + in_turns(x) + y[2]


def inputs():
    return (np.array([1.5, 0.7, 1.1]),)
