"""The programs as one writes them for JAX: whole arrays, and scans where there is an order."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.scipy.linalg import solve_triangular
from jax.scipy.special import logsumexp
from jax.scipy.stats import norm

from loops.grids import ACROSS, ALONG, WEIGHT


def squares(x):
    return jnp.sum(x * x)


def lu_pivots(a, b):
    return squares(jnp.linalg.solve(a, b))


def lu(a):
    return jnp.linalg.slogdet(a)[1]


def cholesky(a):
    mirrored = jnp.tril(a) + jnp.tril(a, -1).T  # only the lower half is read
    lower = jnp.linalg.cholesky(mirrored, symmetrize_input=False)
    return jnp.sum(jnp.log(jnp.diagonal(lower)))


def triangular_solve(lower, b):
    return squares(solve_triangular(lower, b, lower=True))


def matrix_product(a, b):
    return squares(a @ b)


def least_squares(a, x, b):
    return squares(a @ x - b)


def thomas(below, diagonal, above, right):
    def down(before, row):
        factor, y = before
        a, b, c, r = row
        pivot = b - a * factor
        now = c / pivot, (r - a * y) / pivot
        return now, now

    def up(after, row):
        x = row[1] - row[0] * after
        return x, x

    first = above[0] / diagonal[0], right[0] / diagonal[0]
    rows = below[1:], diagonal[1:], above[1:], right[1:]
    _, (factor, y) = lax.scan(down, first, rows)
    factor, y = jnp.append(first[0], factor), jnp.append(first[1], y)
    _, rest = lax.scan(up, y[-1], (factor[:-1], y[:-1]), reverse=True)
    return y[-1] * y[-1] + squares(rest)


def causal_sums(x, kernel):
    n = x.shape[0]
    back = jnp.append(kernel[::-1], jnp.zeros(n))

    def step(y, i):
        now = x[i] + jnp.tanh(lax.dynamic_slice(back, (n - 1 - i,), (n,)) @ y)
        return y.at[i].set(now), None

    return squares(lax.scan(step, jnp.zeros(n), jnp.arange(n))[0])


def recurrence(level, inflow, drain, steps):
    def step(carried, _):
        level, total = carried
        level += 0.01 * (inflow - drain * jnp.sqrt(level))
        return (level, total + level), None

    return lax.scan(step, (level, 0.0), None, length=steps)[0][1] / steps


def soft_dtw(x, y, gamma):
    def row(above, here):
        def cell(left, column):
            corner, top, there = column
            path = -gamma * logsumexp(jnp.stack([left, corner, top]) / -gamma)
            now = (here - there) ** 2 + path
            return now, now

        _, found = lax.scan(cell, 1e10, (above[:-1], above[1:], y))
        return jnp.append(1e10, found), None

    first = jnp.append(0.0, jnp.full(y.shape[0], 1e10))
    return lax.scan(row, first, x)[0][-1]


def hmm(initial, transition, emission, observed):
    def step(belief, seen):
        following = (belief @ transition) * emission[:, seen]
        scale = jnp.sum(following)
        return following / scale, jnp.log(scale)

    return jnp.sum(lax.scan(step, initial, observed)[1])


def crf(scores, transition, labels):
    def step(alpha, score):
        return score + logsumexp(alpha[:, None] + transition, axis=0), None

    alpha, _ = lax.scan(step, scores[0], scores[1:])
    path = jnp.sum(scores[jnp.arange(labels.shape[0]), labels])
    return logsumexp(alpha) - path - jnp.sum(transition[labels[:-1], labels[1:]])


def n_body(position, velocity, mass, step, count):
    def move(state, _):
        position, velocity = state
        away = position[None] - position[:, None]
        square = jnp.sum(away * away, axis=2) + 0.01
        pull = step * mass / (square * jnp.sqrt(square))
        velocity += jnp.einsum("ij,ijc->ic", pull, away)
        return (position + step * velocity, velocity), None

    return squares(lax.scan(move, (position, velocity), None, length=count)[0][0])


def lennard_jones(position, depth, radius):
    i, j = np.tril_indices(position.shape[0], -1)
    away = position[i] - position[j]
    square = jnp.sum(away * away, axis=1)
    third = (radius * radius / square) ** 3
    energy = 4.0 * depth * (third * third - third)
    return jnp.sum(jnp.where(square < 9.0 * radius * radius, energy, 0.0))


def ode(start, rate, coupling, step, count):
    def growth(y):
        return y * (rate - y - coupling * jnp.roll(y, -1))

    def move(y, _):
        first = growth(y)
        second = growth(y + 0.5 * step * first)
        third = growth(y + 0.5 * step * second)
        last = growth(y + step * third)
        return y + step / 6.0 * (first + 2.0 * second + 2.0 * third + last), None

    return squares(lax.scan(move, start, None, length=count)[0])


def step_function(x0, v0, stiffness, step, count):
    def move(state, _):
        x, v = state
        stretch = jnp.diff(x)
        force = -stiffness * x - 0.1 * x**3
        force += jnp.append(stretch, 0.0) - jnp.append(0.0, stretch)
        v += step * force
        return (x + step * v, v), None

    return squares(lax.scan(move, (x0, v0), None, length=count)[0][0])


def burgers(start, viscosity, step, count):
    def move(u, _):
        slope = 0.5 * (u[2:] - u[:-2])
        bend = u[2:] - 2.0 * u[1:-1] + u[:-2]
        return u.at[1:-1].add(step * (viscosity * bend - u[1:-1] * slope)), None

    return squares(lax.scan(move, start, None, length=count)[0])


def heat(start, conductivity, count):
    def move(t, _):
        inner = t[1:-1, 1:-1]
        around = t[:-2, 1:-1] + t[2:, 1:-1] + t[1:-1, :-2] + t[1:-1, 2:]
        return t.at[1:-1, 1:-1].add(conductivity[1:-1, 1:-1] * (around - 4.0 * inner)), None

    return squares(lax.scan(move, start, None, length=count)[0])


def shallow_water(height, depth, step, count):
    def move(state, _):
        h, u, v = state
        u = u.at[1:-1].add(-step * jnp.diff(h, axis=0))
        v = v.at[:, 1:-1].add(-step * jnp.diff(h, axis=1))
        h -= step * (depth + h) * (jnp.diff(u, axis=0) + jnp.diff(v, axis=1))
        return (h, u, v), None

    n, m = height.shape
    first = height, jnp.zeros((n + 1, m)), jnp.zeros((n, m + 1))
    return squares(lax.scan(move, first, None, length=count)[0][0])


def lattice_boltzmann(start, relaxation, count):
    def motion(gas):
        density = jnp.sum(gas, axis=0)
        across = jnp.tensordot(ACROSS, gas, 1) / density
        along = jnp.tensordot(ALONG, gas, 1) / density
        return density, across, along, across * across + along * along

    def move(gas, _):
        density, across, along, square = motion(gas)
        speed = ACROSS[:, None, None] * across + ALONG[:, None, None] * along
        shape = 1.0 + 3.0 * speed + 4.5 * speed * speed - 1.5 * square
        gas += relaxation * (WEIGHT[:, None, None] * density * shape - gas)
        moved = [jnp.roll(gas[q], (ACROSS[q], ALONG[q]), (0, 1)) for q in range(9)]
        return jnp.stack(moved), None

    density, _, _, square = motion(lax.scan(move, start, None, length=count - 1)[0])
    return jnp.sum(0.5 * density * square)


def convolution_1d(x, kernel):
    return squares(jnp.convolve(x, kernel[::-1], mode="valid"))


def convolution_3d(x, kernel):
    return squares(lax.conv(x[None, None], kernel[None, None], (1, 1, 1), "VALID"))


def normal_likelihood(x, mean, log_scale):
    return jnp.sum(norm.logpdf(x, mean, jnp.exp(log_scale)))


def logistic_likelihood(features, answers, weights, bias):
    score = features @ weights + bias
    return -jnp.sum(jax.nn.softplus(jnp.where(answers == 1, -score, score)))


def cox(features, events, weights):
    score = features @ weights
    return jnp.sum(jnp.where(events == 1, score - jnp.log(jnp.cumsum(jnp.exp(score))), 0.0))


def garch(returns, base, shock, memory):
    def step(variance, seen):
        following = base + shock * seen * seen + memory * variance
        return following, 0.5 * (jnp.log(variance) + seen * seen / variance)

    return jnp.sum(lax.scan(step, base / (1.0 - shock - memory), returns)[1])


def k_means(points, centres):
    away = points[:, None] - centres[None]
    return jnp.sum(jnp.min(jnp.sum(away * away, axis=2), axis=1))


def log_sum_exp(x):
    return jnp.sum(logsumexp(x, axis=1))


def softmax_regression(features, labels, weights, bias):
    score = features @ weights.T + bias
    own = jnp.take_along_axis(score, labels[:, None], axis=1)[:, 0]
    return jnp.mean(logsumexp(score, axis=1) - own)


def lstm(inputs, w, u, b):
    cells = u.shape[1]

    def step(state, x):
        h, c = state
        keep, write, new, out = jnp.split(w @ x + u @ h + b, 4)
        c = jax.nn.sigmoid(keep) * c + jax.nn.sigmoid(write) * jnp.tanh(new)
        return (jax.nn.sigmoid(out) * jnp.tanh(c), c), None

    return squares(lax.scan(step, (jnp.zeros(cells), jnp.zeros(cells)), inputs)[0][0])


def cnn(images, labels, filters, weights):
    found = jax.nn.relu(lax.conv(images[:, None], filters[:, None], (1, 1), "VALID"))
    n, count, high, wide = found.shape
    pooled = found.reshape(n, count, high // 2, 2, wide // 2, 2).mean((3, 5))
    score = jnp.einsum("cfij,nfij->nc", weights, pooled)
    own = jnp.take_along_axis(score, labels[:, None], axis=1)[:, 0]
    return jnp.sum(jnp.log(jnp.sum(jnp.exp(score), axis=1)) - own)


def black_scholes(spot, strike, time, volatility, rate):
    spread = volatility * jnp.sqrt(time)
    up = (jnp.log(spot / strike) + rate * time) / spread + 0.5 * spread
    discounted = strike * jnp.exp(-rate * time)
    return jnp.sum(spot * norm.cdf(up) - discounted * norm.cdf(up - spread))


def binomial_tree(spot, strike, rate, volatility, steps):
    step = 1.0 / steps
    up = jnp.exp(volatility * np.sqrt(step))
    down = 1.0 / up
    discount = jnp.exp(-rate * step)
    chance = (jnp.exp(rate * step) - down) / (up - down)
    j = jnp.arange(steps + 1)

    def back(value, i):  # elements above i are not read any more
        hold = discount * (chance * jnp.append(value[1:], 0.0) + (1.0 - chance) * value)
        return jnp.maximum(hold, strike - spot * up ** (2.0 * j - i)), None

    last = jnp.maximum(strike - spot * up ** (2.0 * j - steps), 0.0)
    return lax.scan(back, last, jnp.arange(steps - 1, -1, -1))[0][0]


def b_spline(knots, control, at, target):
    span = jnp.clip(jnp.searchsorted(knots, at, side="right") - 1, 3, control.shape[0] - 1)
    row = [control[span - 3 + j] for j in range(4)]
    for r in range(1, 4):
        for j in range(3, r - 1, -1):
            left, right = knots[span - 3 + j], knots[span + 1 + j - r]
            alpha = (at - left) / (right - left)
            row[j] = (1.0 - alpha) * row[j - 1] + alpha * row[j]
    return squares(row[3] - target)


def bundle_adjustment(cameras, points, camera_of, point_of, seen):
    camera, point = cameras[camera_of], points[point_of]
    turn = camera[:, :3]
    angle = jnp.sqrt(jnp.sum(turn * turn, axis=1, keepdims=True))
    sine, cosine = jnp.sin(angle) / angle, jnp.cos(angle)
    along = jnp.sum(turn * point, axis=1, keepdims=True) * (1.0 - cosine) / (angle * angle)
    turned = cosine * point + sine * jnp.cross(turn, point) + along * turn
    place = turned + camera[:, 3:6]
    flat = -place[:, :2] / place[:, 2:]
    square = jnp.sum(flat * flat, axis=1)
    bend = camera[:, 6] * (1.0 + square * (camera[:, 7] + square * camera[:, 8]))
    return squares(bend[:, None] * flat - seen)


FORMS = {
    function.__name__: function
    for function in (
        lu_pivots, lu, cholesky, triangular_solve, matrix_product, least_squares, thomas,
        causal_sums, recurrence, soft_dtw, hmm, crf, n_body, lennard_jones, ode, step_function,
        burgers, heat, shallow_water, lattice_boltzmann, convolution_1d, convolution_3d,
        normal_likelihood, logistic_likelihood, cox, garch, k_means, log_sum_exp,
        softmax_regression, lstm, cnn, black_scholes, binomial_tree, b_spline, bundle_adjustment,
    )
}  # fmt: skip
