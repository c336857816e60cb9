"""Flow-line model of a valley glacier under the shallow ice approximation.

Ice thickness along a central flow line evolves by deformation, basal sliding and a surface
mass balance that grows with height up to a cap.  The few poorly known quantities are tuned so
that the glacier at the end of the run matches thicknesses sounded by radar.

Units: metres and years throughout, pressures in pascals, densities in kg m-3.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

WRT = 0

# Physical value of each tuning parameter when its dimensionless value is one.
SCALES = {
    "rate_factor": 7.6e-17,  # Pa-3 a-1
    "sliding": 1.8e-13,  # Pa-3 m a-1
    "equilibrium_line": 2950.0,  # m
    "balance_gradient": 5.0e-3,  # a-1
}


@dataclass
class Constants:
    """Material constants of ice and limits of the numerical scheme."""

    density: float = 910.0
    gravity: float = 9.81
    exponent: int = 3
    courant: float = 0.1
    longest_step: float = 0.5


class Climate(NamedTuple):
    """Surface mass balance, linear in height and capped high in the accumulation area."""

    equilibrium_line: float
    gradient: float
    largest: float = 2.1

    def balance(self, z):
        """Return the mass balance (m of ice a-1) at the heights z."""
        return np.minimum(self.gradient * (z - self.equilibrium_line), self.largest)


class Glacier:
    """A glacier on a fixed bed, resolved at equally spaced points on its flow line."""

    def __init__(self, bed, thickness, spacing, constants=None):
        self.bed = np.asarray(bed, dtype=float)
        self.thickness = np.array(thickness, dtype=float)
        self.initial = self.thickness.copy()
        self.spacing = spacing
        self.constants = constants or Constants()

    @property
    def surface(self):
        """Height of the ice surface, or of the bed where there is no ice."""
        return self.bed + self.thickness

    def diffusivity(self, rate_factor, sliding):
        """Return the surface slope and the diffusivity midway between the grid points."""
        c = self.constants
        n = c.exponent
        surface = self.surface
        slope = np.diff(surface) / self.spacing
        # The thickness comes from whichever neighbour lies upstream.
        h = np.where(slope < 0.0, self.thickness[:-1], self.thickness[1:])
        drive = (c.density * c.gravity) ** n * np.abs(slope) ** (n - 1)
        deformation = 2.0 * rate_factor / (n + 2) * h ** (n + 2)
        return slope, drive * (deformation + sliding * h**n)

    def step(self, climate, rate_factor, sliding, remaining):
        """Advance the thickness by one stable explicit step and return its length."""
        c = self.constants
        slope, diffusivity = self.diffusivity(rate_factor, sliding)
        dt = min(c.longest_step, remaining)
        fastest = diffusivity.max()
        if fastest > 0.0:
            dt = min(dt, c.courant * self.spacing**2 / fastest)
        flux = np.zeros(len(self.bed) + 1)
        flux[1:-1] = -diffusivity * slope
        change = climate.balance(self.surface) - np.diff(flux) / self.spacing
        self.thickness = np.maximum(self.thickness + dt * change, 0.0)
        return dt

    def run(self, tuning, years):
        """Restart from the initial thickness and integrate for the given number of years."""
        physical = {name: value * SCALES[name] for name, value in tuning.items()}
        climate = Climate(physical["equilibrium_line"], physical["balance_gradient"])
        self.thickness = self.initial.copy()
        time = 0.0
        while years - time > 1e-9:
            time += self.step(climate, physical["rate_factor"], physical["sliding"], years - time)
        return self.thickness

    def misfit(self, tuning, years, where, observed, sigma):
        """Return half the weighted sum of squares between modelled and sounded thickness."""
        modelled = self.run(tuning, years)[where]
        residual = (modelled - observed) / sigma
        return float(0.5 * np.sum(residual**2))


def example():
    """Return the misfit of a small synthetic valley glacier and its arguments."""
    x = np.linspace(0.0, 9000.0, 46)
    bed = 3300.0 - 0.1 * x + 60.0 * np.exp(-(((x - 4000.0) / 900.0) ** 2))
    glacier = Glacier(bed, np.where(x < 5000.0, 80.0, 0.0), spacing=x[1] - x[0])
    truth = {
        "rate_factor": 1.2,
        "sliding": 0.7,
        "equilibrium_line": 1.003,
        "balance_gradient": 0.94,
    }
    where = np.arange(3, 28, 4)
    rng = np.random.default_rng(11)
    observed = glacier.run(truth, 120.0)[where] + rng.normal(0.0, 4.0, len(where))
    guess = dict.fromkeys(truth, 1.0)
    return glacier.misfit, (guess, 120.0, where, observed, 4.0)
