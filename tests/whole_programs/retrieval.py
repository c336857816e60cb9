"""Retrieval of temperature and trace gases from a thermal infrared nadir spectrum.

A plane-parallel atmosphere without scattering is seen from above.  Cross sections are tabulated
by gas against wavelength and temperature; the state is a prior with some of its entries changed.

Units: SI (metres, kelvins, pascals), except wavelengths in micrometres and altitudes in
kilometres; spectral radiances in W m-2 sr-1 um-1.
"""

import numpy as np

WRT = "changes"

PLANCK = 6.62607015e-34
LIGHT = 2.99792458e8
BOLTZMANN = 1.380649e-23
GRAVITY = 9.80665
AIR_MASS = 4.81e-26  # mean mass of a molecule of dry air, kg

WAVELENGTHS = np.linspace(8.6, 14.6, 25)
TABLE_TEMPERATURES = np.array([190.0, 220.0, 250.0, 280.0, 310.0])


def band(centre, width, strength, warming):
    """Return a table of cross sections (m2), wavelength by temperature, for a smooth band."""
    shape = np.exp(-(((WAVELENGTHS - centre) / width) ** 2))
    growth = (TABLE_TEMPERATURES / 250.0) ** warming
    return strength * shape[:, None] * growth[None, :]


CROSS_SECTIONS = {
    "co2": band(15.0, 0.9, 2.0e-25, 1.2) + band(9.4, 0.3, 1.0e-27, 4.0),
    "h2o": band(17.0, 4.0, 4.0e-26, -1.5),
    "o3": band(9.6, 0.25, 5.0e-24, 0.6),
}

PRIOR = {
    "altitudes": np.array([0.0, 3.0, 7.0, 12.0, 20.0, 32.0, 50.0]),
    "temperature": np.array([288.0, 271.0, 243.0, 217.0, 216.0, 228.0, 268.0]),
    "surface_temperature": 290.0,
    "surface_pressure": 1.0e5,
    "emissivity": 0.98,
    "co2": np.full(7, 4.1e-4),
    "h2o": np.array([9e-3, 3e-3, 6e-4, 4e-5, 5e-6, 5e-6, 5e-6]),
    "o3": np.array([3e-8, 4e-8, 6e-8, 2e-7, 2.5e-6, 7e-6, 2e-6]),
    "log_scale": {"co2": 0.0, "h2o": 0.0, "o3": 0.0},
}

PRIOR_SIGMA = {
    "temperature": 4.0,
    "surface_temperature": 3.0,
    "emissivity": 0.01,
    "log_scale": {"co2": 0.02, "h2o": 0.4, "o3": 0.2},
}


def planck(wavelength, temperature):
    """Return the black-body radiance at a wavelength in micrometres."""
    metres = wavelength * 1e-6
    exponent = PLANCK * LIGHT / (metres * BOLTZMANN * temperature)
    return 1e-6 * 2.0 * PLANCK * LIGHT**2 / metres**5 / np.expm1(exponent)


def changed_state(prior, changes):
    """Return a copy of the prior in which the given entries are replaced."""
    state = prior.copy()
    state["log_scale"] = dict(prior["log_scale"])
    for name, value in changes.items():
        if isinstance(value, dict):
            state[name].update(value)
        else:
            state[name] = value
    return state


def make_layers(state, edges):
    """Return temperatures (K) and columns of each gas (m-2) in layers, from the ground up."""
    middles = 0.5 * (edges[1:] + edges[:-1])
    depth = np.diff(edges) * 1e3
    temperature = np.interp(middles, state["altitudes"], state["temperature"])
    scale_height = BOLTZMANN * temperature / (AIR_MASS * GRAVITY)
    log_drop = np.cumsum(depth / scale_height)
    pressure = state["surface_pressure"] * np.exp(-(log_drop - 0.5 * depth / scale_height))
    air = pressure / (BOLTZMANN * temperature) * depth
    columns = {}
    for gas in CROSS_SECTIONS:
        ratio = np.interp(middles, state["altitudes"], state[gas])
        columns[gas] = air * ratio * np.exp(state["log_scale"][gas])
    return temperature, columns


def spectrum(state, edges):
    """Return the radiance at the top of the atmosphere at every tabulated wavelength."""
    temperature, columns = make_layers(state, edges)
    radiances = []
    for i, wavelength in enumerate(WAVELENGTHS):
        layer_depth = np.zeros_like(temperature)
        for gas, table in CROSS_SECTIONS.items():
            layer_depth += columns[gas] * np.interp(temperature, TABLE_TEMPERATURES, table[i])
        # Optical depth from the bottom of each layer up to space.
        depth = np.cumsum(layer_depth[::-1])[::-1]
        below = np.exp(-depth)
        above = np.append(below[1:], 1.0)
        emitted = np.sum(planck(wavelength, temperature) * (above - below))
        ground = state["emissivity"] * planck(wavelength, state["surface_temperature"])
        radiances.append(ground * below[0] + emitted)
    return np.array(radiances)


def prior_term(changes, prior, sigma):
    """Return the weighted squared distance of the changed entries from the prior."""
    total = 0.0
    for name, value in changes.items():
        if isinstance(value, dict):
            total += prior_term(value, prior[name], sigma[name])
        else:
            total += np.sum(((value - prior[name]) / sigma[name]) ** 2)
    return total


def chi_square(changes, prior, edges, measured, noise):
    """Return chi-square of the spectrum plus the prior term."""
    modelled = spectrum(changed_state(prior, changes), edges)
    residual = (measured - modelled) / noise
    return float(np.sum(residual**2) + prior_term(changes, prior, PRIOR_SIGMA))


def example():
    """Return chi-square for a synthetic measurement and its arguments."""
    edges = np.concatenate([np.arange(0.0, 12.0, 1.5), np.arange(12.0, 51.0, 3.0)])
    wobble = np.array([2.1, -1.3, 1.7, -0.8, 0.9, 1.2, -2.4])
    truth = {"temperature": PRIOR["temperature"] + wobble, "log_scale": {"h2o": 0.25, "o3": -0.1}}
    noise = 0.03
    measured = spectrum(changed_state(PRIOR, truth), edges)
    measured += np.random.default_rng(21).normal(0.0, noise, len(WAVELENGTHS))
    changes = {
        "temperature": PRIOR["temperature"] + 0.4 * wobble,
        "surface_temperature": 291.1,
        "emissivity": 0.975,
        "log_scale": {"h2o": 0.1, "o3": -0.03},
    }
    return chi_square, (changes, PRIOR, edges, measured, noise)
