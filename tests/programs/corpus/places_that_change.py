"""Arrays of places, and masks, that change after they have told what is read or written."""

import numpy as np


def picked(x, places):
    return np.sum(x[places] ** 2 * x)


def f(x, among):
    places = np.array([2, 0, 1])
    total = np.sum(x[places] * x) + picked(x, places)
    places[0] = 0
    total += np.sum(x[places] ** 3) + picked(x, places)
    for i in range(3):
        total += np.sum(x[places] ** 2 * x[0]) * np.sum(x[places[:2]])
        places[0] = i
    moved = x * 1.0
    for i in range(3):
        moved[places] *= x[i]
        places[i] = (places[i] + 1) % 3
        moved[places] = x * moved + 0.1
        places.sort()
    mask = among > 0
    for i in range(3):
        total += np.sum(x[mask] ** 2)
        moved[mask] = moved[mask] * x[mask] + 0.1
        mask[i] = not mask[i]
        total += np.sum(moved[mask])
    table = np.outer(x, x * x)
    columns = np.array([2, 0])
    total += np.sum(table[:, columns] ** 2) + np.sum(table[columns] ** 3)
    columns += 1
    columns %= 3
    table[columns, 0] = x[columns] * total
    columns[0] = 2
    part = moved[: len(moved)]
    for i in range(len(part)):
        part[i] = part[i - 1] * x[i]
    return total * np.sum(table[:, columns]) + np.sum(moved * x)


WRT = ("x",)


def inputs():
    return np.array([0.45, 0.7, 0.3]), np.array([1, 0, 1])
