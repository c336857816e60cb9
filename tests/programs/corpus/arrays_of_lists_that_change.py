"""Functions of arrays that would give views of an array, and copy a list, which changes later."""

import numpy as np


def f(x):
    values = [x[0], x[1] * x[2]]
    turned = np.transpose(values)
    flipped = np.flipud(values)
    column = np.expand_dims(values, 1)
    square = np.reshape(values, (2, 1))
    plain = np.ascontiguousarray(values)
    wide = np.broadcast_to(values, (3, 2))
    same = np.atleast_1d(values)
    moved = np.swapaxes(values, 0, 0)
    values[1] *= x[0]
    turned[0] += values[1]
    flipped[0] *= turned[0]
    total = np.sum(column * square) + np.sum(wide) * plain[1] + np.sum(same * moved) * flipped[0]
    squares = []
    for v in x:
        squares.append(v * v)
    last = np.flipud(squares)
    squares[2] = last[1] * total
    return last[0] * sum(squares) + values[0]


WRT = ("x",)


def inputs():
    return (np.array([0.45, 0.7, 0.3]),)
