"""Lists that grow in `while` loops, and while others of such lists are gone through."""

import numpy as np


def f(x, limit):
    times = [0]
    states = [x[1]]
    time = 0.0
    state = x[1]
    while time < limit:
        step = 0.1 + 0.1 * state * state
        state += step * x[2] * state
        time += step
        times.append(time)
        states.append(state)
        if len(states) > 40:
            return states[2] * times[-1]
    total = 0.0
    for i in range(len(times) - 1):
        total += (times[i + 1] - times[i]) * (states[i] + states[i + 1])
    for i, state in enumerate(states):
        total += times[i] * state * 0.1
    for k in range(3):
        powers = []
        value = x[k]
        while value < 2.0:
            if value > 0.65:
                powers.append(value * value)
                if len(powers) > 1:
                    powers[-1] += powers[0]
            value *= 1.3
        powers.append(total)
        total = sum(powers) * 0.1 + max(powers) * 0.01
        total += sum([v * powers[i] for i, v in enumerate(reversed(powers))]) * 0.01
    shares = [x[1]]
    while shares[-1] < 3.0:
        shares.append(shares[-1] * 1.5 + x[2])
    for i in range(len(shares)):
        shares[i] *= shares[i - 1] / (1.0 + shares[0])
    total += shares[0] * sum(shares)
    places = []
    value = 0.25
    while value < 1.0 + x[0]:
        places.append(int(3.0 * value))
        value *= 1.25
    for place in places:
        total += x[place % 3] * total * 0.1
    halves = [x[0], x[1] * x[2]]
    products = []
    while halves[-1] > 0.01:
        for half in halves:
            products.append(half * x[0])
        halves.append(halves[-1] * halves[-2])
    return total + np.sum(np.array(products)) + products[3] * halves[2]


WRT = ("x",)


def inputs():
    return np.array([0.45, 0.7, 0.3]), 2.0
