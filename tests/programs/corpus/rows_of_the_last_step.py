"""A new array in each step, filled from that of the step before, of a shape not known equal."""

import numpy as np

WRT = ("x", "k")


def step(x, k):
    for i in range(2):
        w = np.zeros(4)
        for j in range(4):
            w[j] = x[j] * k * (i + 1)
            if j:
                w[j] += w[j - 1] * w[0]
        x = w
    return x.copy()


def pyramid(x, n):
    level = x
    for size in range(len(x) - 1, n, -1):
        above = np.empty(size)
        for j in range(size):
            above[j] = level[j] * level[j + 1]
        level = above
    level = 2.0 * level
    return level.sum()


def early(x, k):
    state = x.copy()
    x[0] = k
    for i in range(5):
        after = np.ones(4)
        for j in range(1, 4):
            after[j] = state[j] * state[j - 1] + x[0]
        if after[3] > 3.0:
            break
        state = after
        if i == 3:
            state = after * k
    return state.copy()


def kept(x, k):
    last = x
    for _ in range(3):
        made = np.zeros(4)
        made[:3] = last[1:] * k
        made[3] = last[0]
        other = made
        last = made
        other = other * k
    return np.sum(last * other)


def f(x, k):
    total = np.sum(step(x, k)) + pyramid(x * k, 0) + pyramid(x * k, 9)
    total += np.sum(early(x, k)[1:]) + kept(x, k)
    return total * np.sum(x)


def inputs():
    return np.array([0.3, 0.7, 1.1, 0.4]), 1.3
