"""The functions whose generated source is kept beside this file."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from srcdiff import adjoint, grad, jvp, value_and_grad, vjp


def ellipse(a, b):
    """Perimeter of an ellipse, after Ramanujan."""
    h = (a - b) ** 2 / (a + b) ** 2
    return math.pi * (a + b) * (1.0 + 3.0 * h / (10.0 + math.sqrt(4.0 - 3.0 * h)))


def huber(residual, width):
    size = abs(residual)
    if size <= width:
        loss = 0.5 * residual * residual
    else:
        loss = width * (size - 0.5 * width)
    return loss


def log_likelihood(x, mean, deviation):
    total = -len(x) * math.log(deviation)
    for i in range(len(x)):
        z = (x[i] - mean) / deviation
        total -= 0.5 * z * z
    return total


def oscillator(position, velocity, stiffness, dt, n):
    for _ in range(n):
        force = -stiffness * math.sin(position)
        velocity = velocity + dt * force
        position = position + dt * velocity
    return position


def diffusion(u, rate, n):
    new = np.empty_like(u)
    for step in range(n):
        for i in range(1, len(u) - 1):
            new[i] = u[i] + rate * math.tanh(u[i + 1] - 2.0 * u[i] + u[i - 1])
        for i in range(1, len(u) - 1):
            u[i] = new[i]
    total = 0.0
    for i in range(len(u)):
        total += u[i] * u[i]
    return total


def square_root(x, tolerance):
    y = x
    while abs(y * y - x) > tolerance:
        y = 0.5 * (y + x / y)
    return y


def kepler(mean_anomalies, eccentricity, tolerance):
    total = 0.0
    for i in range(len(mean_anomalies)):
        anomaly = mean_anomalies[i]
        change = 1.0
        while abs(change) > tolerance:
            change = anomaly - eccentricity * math.sin(anomaly) - mean_anomalies[i]
            change = change / (1.0 - eccentricity * math.cos(anomaly))
            anomaly = anomaly - change
        total += math.cos(anomaly)
    return total


def running_product(x):
    for i in range(1, len(x)):
        x[i] = x[i] * x[i - 1]
    return x[len(x) - 1]


def attraction(dx, dy, softening):
    distance = math.sqrt(dx * dx + dy * dy + softening)
    return 1.0 / distance


def potential(x, y, softening):
    total = 0.0
    for i in range(len(x)):
        for j in range(i):
            total -= attraction(x[i] - x[j], y[i] - y[j], softening)
    return total


def chebyshev(x, n):
    if n == 0:
        return 1.0
    if n == 1:
        return x
    return 2.0 * x * chebyshev(x, n - 1) - chebyshev(x, n - 2)


def polar(x, y):
    radius = math.hypot(x, y)
    return radius, math.atan2(y, x)


def smoothed(x, width, y):
    for i in range(1, len(x) - 1):
        y[i] = x[i] + width * (x[i - 1] - 2.0 * x[i] + x[i + 1])


def softplus(x, out):
    for i in range(len(x)):
        if x[i] > 0.0:
            out[i] = x[i] + math.log(1.0 + math.exp(-x[i]))
        else:
            out[i] = math.log(1.0 + math.exp(x[i]))


def dot(x, y):
    total = np.float32(0.0)
    for i in range(len(x)):
        total += x[i] * y[i]
    return total


def first_crossing(x, level):
    for i in range(1, len(x)):
        if x[i] > level:
            return i - 1 + (level - x[i - 1]) / (x[i] - x[i - 1])
    return -1.0


def barrier(start, slope, height, n):
    value = start
    paid = 0.0
    for i in range(n):
        value = value * (1.0 + slope / (1.0 + value))
        if value > height:
            paid = value - height
            break
    return paid


def horner(coefficients, x):
    value = 0.0
    for i in range(len(coefficients) - 1, -1, -1):
        value = value * x + coefficients[i]
    return value


X = np.array([0.4, 1.3, 0.2, 2.0])
SINGLE = X.astype(np.float32)

def resonance(reactances, omega):
    """The power that passes a chain of impedances."""
    wave = 1.0 + 0.0j
    for k in range(len(reactances)):
        impedance = complex(2.0, reactances[k])
        reflected = (impedance - wave) / (impedance + wave)
        wave = wave * np.exp(1j * omega * k) + reflected
    return abs(wave) ** 2


def mixture(x, means, lower):
    """Log-likelihood of equal Gaussians, with precisions given by triangular matrices."""
    d = means.shape[1]
    gap = np.empty(d)
    whitened = np.empty(d)
    total = 0.0
    for i in range(len(x)):
        likelihood = 0.0
        for a in range(len(means)):
            for j in range(d):
                gap[j] = x[i, j] - means[a, j]
                whitened[j] = 0.0
            p = 0
            for j in range(d):
                for k in range(j, d):
                    whitened[k] += lower[p] * gap[j]
                    p += 1
            square = 0.0
            for j in range(d):
                square += whitened[j] * whitened[j]
            likelihood += math.exp(-0.5 * square)
        total += math.log(likelihood)
    return total


def relaxation(state, matrix, rate, steps):
    """Energy along the way of a linear system that is pulled back to its start."""
    now = state.copy()
    energy = 0.0
    for _ in range(steps):
        force = np.tanh(matrix @ now)
        for j in range(len(now)):
            now[j] += rate * (force[j] - now[j] * state[j])
        energy += now @ force
    return energy


TABLE = np.array([[0.3, 0.7], [1.1, -0.4], [0.2, 0.9]])
SQUARE = np.array([[0.2, 0.4, 0.1], [0.3, 0.1, 0.6], [0.5, 0.2, 0.2]])


def determinant(matrix):
    n = len(matrix)
    product = 1.0
    for k in range(n):
        product *= matrix[k, k]
        for i in range(k + 1, n):
            matrix[i, k] /= matrix[k, k]
            for j in range(k + 1, n):
                matrix[i, j] -= matrix[i, k] * matrix[k, j]
    return product


def energy_of_pairs(x, depth):
    energy = 0.0
    for i in range(len(x)):
        for j in range(i):
            distance = x[i] - x[j]
            if distance * distance < 4.0:
                energy += depth * math.exp(-distance * distance)
    return -0.5 * energy


def to_the_nearest(points, centres):
    total = 0.0
    for i in range(points.shape[0]):
        best = math.inf
        for c in range(centres.shape[0]):
            square = 0.0
            for d in range(points.shape[1]):
                square += (points[i, d] - centres[c, d]) ** 2
            if square < best:
                best = square
        total += best
    return total


PROGRAMS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "straight_line": (grad(ellipse, ("a", "b"), target="python"), (2.0, 1.0)),
    "branches": (grad(huber, ("residual", "width"), target="python"), (2.0, 1.0)),
    "independent_loop": (
        grad(log_likelihood, ("x", "mean", "deviation"), target="python"),
        (X, 1.0, 0.5),
    ),
    "carried_loop": (
        grad(oscillator, ("position", "velocity", "stiffness"), target="python"),
        (1.0, 0.0, 2.0, 0.1, 5),
    ),
    "scratch_arrays": (
        grad(mixture, ("x", "means", "lower"), target="python"),
        (TABLE, TABLE[:2].copy() + 0.1, X[:3].copy()),
    ),
    "saved_arrays": (
        grad(relaxation, ("state", "matrix", "rate"), target="python"),
        (X[:3].copy(), SQUARE, 0.1, 2),
    ),
    "nested_loops": (grad(diffusion, ("u", "rate"), target="python"), (X, 0.1, 3)),
    "while_loop": (grad(square_root, target="python"), (2.0, 1e-12)),
    "while_in_for": (
        grad(kepler, ("mean_anomalies", "eccentricity"), target="python"),
        (X, 0.3, 1e-10),
    ),
    "overwriting": (grad(running_product, target="python"), (X,)),
    "elimination": (grad(determinant, target="python"), (np.outer(X, X) + np.eye(4),)),
    "callee": (grad(potential, ("x", "y"), target="python"), (X, X[::-1].copy(), 0.1)),
    "recursion": (grad(chebyshev, target="python"), (0.3, 4)),
    "several_results": (vjp(polar, ("x", "y"), target="python"), (1.0, 2.0, (0.5, 3.0))),
    "vjp_with_outputs": (
        vjp(smoothed, ("x", "width"), "y", target="python"),
        (X, 0.1, X.copy(), np.ones(4)),
    ),
    "adjoint_form": (
        adjoint(softplus, outputs="out", target="python"),
        (X, np.zeros(4), np.empty(4), np.ones(4)),
    ),
    "value_and_gradient": (
        value_and_grad(horner, ("coefficients", "x"), target="python"),
        (X, 0.5),
    ),
    "pairs": (
        value_and_grad(energy_of_pairs, ("x", "depth"), target="python", arrays="loops"),
        (X, 0.7),
    ),
    "nearest": (
        grad(to_the_nearest, ("points", "centres"), target="python", arrays="loops"),
        (TABLE, TABLE[1:3] + 0.2),
    ),
    "single_precision": (grad(dot, ("x", "y"), target="python"), (SINGLE, SINGLE.copy())),
    "forward_mode": (
        jvp(oscillator, ("position", "velocity", "stiffness"), target="python"),
        (1.0, 0.0, 2.0, 0.1, 5, 0.0, 1.0, 0.5),
    ),
    "forward_callee": (
        jvp(potential, ("x", "y"), target="python"),
        (X, X[::-1].copy(), 0.1, X, X),
    ),
    "early_return": (grad(first_crossing, ("x", "level"), target="python"), (X, 1.0)),
    "complex_numbers": (
        grad(resonance, ("reactances", "omega"), target="python"),
        (X, 0.3),
    ),
    "breaking_loop": (
        grad(barrier, ("start", "slope", "height"), target="python"),
        (1.0, 0.5, 2.0, 10),
    ),
}
