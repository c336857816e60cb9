"""Acoustic full-waveform inversion in two dimensions: the misfit of a velocity model.

The constant-density wave equation is stepped explicitly, second order in time and fourth order
in space, with a sponge along the sides and the bottom and a free surface at the top.

Units: metres, seconds, m/s; pressures in arbitrary units.
"""

from dataclasses import dataclass

import numpy as np
from numba import njit

WRT = "velocity"


@dataclass(frozen=True)
class Grid:
    """Extent and resolution of the model in space and time."""

    nz: int
    nx: int
    spacing: float
    dt: float
    nt: int
    border: int = 5

    @property
    def shape(self):
        """Number of points in depth and along the line."""
        return self.nz, self.nx

    @property
    def times(self):
        """Times of the samples of a trace."""
        return self.dt * np.arange(self.nt)

    def check(self, velocity):
        """Raise an error if the time step is too long for the fastest rock."""
        courant = velocity.max() * self.dt / self.spacing
        if courant > 0.6:
            raise ValueError(f"time step too long: Courant number {courant:.2f}")


class Shot:
    """One shot: where it was fired, where it was heard and what was recorded there."""

    def __init__(self, position, receivers, recorded=None):
        self.position = position
        self.receivers = receivers
        self.recorded = recorded


@njit
def advance(previous, current, following, factor, damping):
    """Write the pressure one time step later into following."""
    nz, nx = current.shape
    for i in range(2, nz - 2):
        for j in range(2, nx - 2):
            laplacian = -5.0 * current[i, j]
            laplacian += 4.0 / 3.0 * (current[i - 1, j] + current[i + 1, j])
            laplacian += 4.0 / 3.0 * (current[i, j - 1] + current[i, j + 1])
            laplacian -= (current[i - 2, j] + current[i + 2, j]) / 12.0
            laplacian -= (current[i, j - 2] + current[i, j + 2]) / 12.0
            d = damping[i, j]
            following[i, j] = (
                2.0 * current[i, j] - (1.0 - d) * previous[i, j] + factor[i, j] * laplacian
            ) / (1.0 + d)


def sponge(grid, strength=0.25):
    """Return damping that rises quadratically towards the sides and the bottom."""
    damping = np.zeros(grid.shape)
    for k in range(grid.border):
        value = strength * ((grid.border - k) / grid.border) ** 2
        damping[grid.nz - 1 - k, k : grid.nx - k] = value
        damping[: grid.nz - k, k] = value
        damping[: grid.nz - k, grid.nx - 1 - k] = value
    return damping


def ricker(times, frequency):
    """Return a Ricker wavelet that starts close to zero."""
    argument = (np.pi * frequency * (times - 1.2 / frequency)) ** 2
    return (1.0 - 2.0 * argument) * np.exp(-argument)


def propagate(velocity, grid, shot, wavelet, damping):
    """Return the pressure recorded at the receivers of a shot (samples by receivers)."""
    factor = (velocity * grid.dt / grid.spacing) ** 2
    previous = np.zeros(grid.shape)
    current = np.zeros(grid.shape)
    following = np.zeros(grid.shape)
    depth, offsets = shot.receivers
    traces = np.zeros((grid.nt, len(offsets)))
    for it in range(grid.nt):
        advance(previous, current, following, factor, damping)
        following[shot.position] += factor[shot.position] * wavelet[it]
        traces[it] = following[depth, offsets]
        previous, current, following = current, following, previous
    return traces


def misfit(velocity, grid, shots, frequency):
    """Return half the squared difference of the traces over their energy, summed over shots."""
    grid.check(velocity)
    wavelet = ricker(grid.times, frequency)
    damping = sponge(grid)
    total = 0.0
    for shot in shots:
        residual = propagate(velocity, grid, shot, wavelet, damping) - shot.recorded
        total += 0.5 * np.sum(residual**2) / np.sum(shot.recorded**2)
    return float(total)


def example():
    """Return the misfit of a layered model when the ground holds a slow body, and arguments."""
    grid = Grid(nz=20, nx=26, spacing=20.0, dt=0.004, nt=110)
    frequency = 8.0
    depths = np.arange(grid.nz)[:, None] * np.ones(grid.nx)
    start = 1700.0 + 25.0 * depths
    columns = np.arange(grid.nx)[None, :]
    body = np.exp(-(((depths - 10.0) / 3.0) ** 2) - ((columns - 13.0) / 4.0) ** 2)
    truth = start - 300.0 * body
    receivers = (3, np.arange(6, 20, 2))
    shots = [Shot((4, column), receivers) for column in (6, 13, 19)]
    rng = np.random.default_rng(2)
    for shot in shots:
        clean = propagate(truth, grid, shot, ricker(grid.times, frequency), sponge(grid))
        shot.recorded = clean + rng.normal(0.0, 0.001, clean.shape)
    return misfit, (start, grid, shots, frequency)
