"""Kernels in which each thread has elements of its own."""

import math

import numpy as np
from numba import cuda

from ..case import Case

SIZE = 21  # elements, in blocks of 8
LAUNCH = (3, 8)


@cuda.jit
def scaled_sum(a, x, b, y, out):
    """out_i = a x_i + b tanh(y_i), with two numbers that all threads read."""
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a * x[i] + b * math.tanh(y[i])


@cuda.jit
def by_hand(x, out):
    """The place in the grid, worked out from block and thread; an early return."""
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i >= x.shape[0]:
        return
    value = x[i]
    if value > 0.0:
        out[i] = math.exp(-value) * value
    else:
        out[i] = value * value


@cuda.jit
def in_place(x, y):
    """y_i = x_i y_i**2, over what was there."""
    i = cuda.grid(1)
    if i < y.size:
        y[i] *= x[i] * y[i]


@cuda.jit
def black_scholes(spot, strike, time, rate, volatility, call):
    """The price of a European call."""
    i = cuda.grid(1)
    if i >= spot.size:
        return
    root = math.sqrt(time[i])
    d1 = math.log(spot[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * time[i]
    d1 /= volatility * root
    d2 = d1 - volatility * root
    cdf1 = 0.5 * math.erfc(-d1 / math.sqrt(2.0))
    cdf2 = 0.5 * math.erfc(-d2 / math.sqrt(2.0))
    call[i] = spot[i] * cdf1 - strike[i] * math.exp(-rate * time[i]) * cdf2


@cuda.jit
def matrix_rows(a, x, out):
    """out_ij = a_ij**2 x_i: a matrix, one thread for each element."""
    j, i = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        out[i, j] = a[i, j] * a[i, j] * x[i]


@cuda.jit
def flat_matrix(a, n, m, out):
    """A matrix in a vector: the subscript is i m + j."""
    j, i = cuda.grid(2)
    if i < n and j < m:
        k = i * m + j
        out[k] = math.sin(a[k]) * a[k]


@cuda.jit
def lstm_cell(gates, cell, hidden, cell_out):
    """A cell of an LSTM: four gates for each unit, given as rows."""
    u = cuda.grid(1)
    if u >= cell.size:
        return
    forget = 1.0 / (1.0 + math.exp(-gates[0, u]))
    enter = 1.0 / (1.0 + math.exp(-gates[1, u]))
    leave = 1.0 / (1.0 + math.exp(-gates[2, u]))
    state = forget * cell[u] + enter * math.tanh(gates[3, u])
    cell_out[u] = state
    hidden[u] = leave * math.tanh(state)


@cuda.jit
def grid_stride(x, w, out):
    """Each thread does several elements, a whole grid apart."""
    for k in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        out[k] = x[k] * w[k] * w[k]


@cuda.jit
def in_cube(a, out):
    """One thread for each element of a cube."""
    i, j, k = cuda.grid(3)
    if i < a.shape[0] and j < a.shape[1] and k < a.shape[2]:
        out[i, j, k] = a[i, j, k] ** 3


@cuda.jit
def log_likelihood(rate, events, shape, out):
    """Log-likelihoods of counts: the derivatives are functions that CUDA has not."""
    i = cuda.grid(1)
    if i < out.size:
        mean = rate[i] * math.gamma(shape)
        out[i] = events[i] * math.log(mean) - mean - math.lgamma(events[i] + 1.0)


@cuda.jit
def decayed(x, y, kept, copied, out):
    """Outputs of which two do not depend on `x`: what was in them has adjoints all the same."""
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[i] * x[i]
        kept[i] *= 0.5
        copied[i] = y[i]


@cuda.jit
def rotated(real, imag, angle, out):
    """Arguments and variables that are called as the type of single precision."""
    i = cuda.grid(1)
    if i < angle.size:
        real_2 = math.cos(angle[i])
        out[i] = 0.5 * real[i] * real_2 - imag[i] * math.sin(angle[i])


def vectors(count, *others, low=0.3, high=1.2):
    """Return inputs: so many vectors, some other values, and a vector for the result."""

    def inputs(rng):
        return (*rng.uniform(low, high, (count, SIZE)), *others, np.zeros(SIZE))

    return inputs


def priced(rng):
    """Return the inputs of black_scholes."""
    spot, strike, time = rng.uniform(0.8, 1.3, (3, SIZE))
    return spot, strike, time, 0.03, 0.25, np.zeros(SIZE)


CASES = [
    Case(
        scaled_sum,
        LAUNCH,
        lambda rng: (0.7, rng.normal(size=SIZE), -1.3, rng.normal(size=SIZE), np.zeros(SIZE)),
        wrt=("a", "x", "b", "y"),
    ),
    Case(by_hand, LAUNCH, lambda rng: (rng.normal(size=SIZE), np.zeros(SIZE))),
    Case(in_place, LAUNCH, lambda rng: tuple(rng.uniform(0.3, 1.0, (2, SIZE)))),
    Case(black_scholes, LAUNCH, priced, wrt=("spot", "strike", "time", "rate", "volatility")),
    Case(
        matrix_rows,
        ((2, 2), (4, 4)),
        lambda rng: (rng.normal(size=(5, 7)), rng.normal(size=5), np.zeros((5, 7))),
        atomic=frozenset({"x"}),
    ),
    Case(
        flat_matrix,
        ((2, 2), (4, 4)),
        lambda rng: (rng.normal(size=35), 5, 7, np.zeros(35)),
    ),
    Case(
        lstm_cell,
        LAUNCH,
        lambda rng: (
            rng.normal(size=(4, SIZE)),
            rng.normal(size=SIZE),
            np.zeros(SIZE),
            np.zeros(SIZE),
        ),
    ),
    Case(grid_stride, (2, 4), vectors(2)),
    Case(
        in_cube,
        ((2, 1, 2), (2, 3, 2)),
        lambda rng: (rng.normal(size=(3, 3, 4)), np.zeros((3, 3, 4))),
    ),
    Case(rotated, LAUNCH, vectors(3)),
    Case(
        log_likelihood,
        LAUNCH,
        lambda rng: (*rng.uniform(0.3, 4.0, (2, SIZE)), 1.7, np.zeros(SIZE)),
        wrt=("rate", "events", "shape"),
    ),
    Case(decayed, LAUNCH, lambda rng: (*rng.normal(size=(4, SIZE)), np.zeros(SIZE)), wrt=("x",)),
]
