"""Hidden Markov model of the behaviour behind animal tracks.

Each fix of a track is summarised by a step length and a turning angle.  The hidden behaviour
(resting, foraging, travelling, ...) sets a gamma density of the steps and a von Mises density
of the angles, and changes from fix to fix as a Markov chain.

Units: step lengths in kilometres, angles in radians, one fix an hour.
"""

import numpy as np
from scipy.special import gammaln, i0e

WRT = 0


def logsumexp(values, axis):
    """Return the logarithm of a sum of exponentials along an axis without overflow."""
    largest = np.max(values, axis=axis, keepdims=True)
    total = np.sum(np.exp(values - largest), axis=axis, keepdims=True)
    return np.squeeze(largest + np.log(total), axis=axis)


def log_gamma_density(step, mean, shape):
    """Return the log density of a gamma distribution with the given mean and shape."""
    rate = shape / mean
    return shape * np.log(rate) + (shape - 1.0) * np.log(step) - rate * step - gammaln(shape)


def log_von_mises_density(angle, centre, concentration):
    """Return the log density of a von Mises distribution on the circle."""
    normaliser = np.log(2.0 * np.pi * i0e(concentration)) + concentration
    return concentration * np.cos(angle - centre) - normaliser


class TrackModel:
    """Hidden Markov model whose parameters share one unconstrained vector."""

    def __init__(self, n_states):
        self.n_states = n_states
        sizes = {
            "log_mean": n_states,
            "log_shape": n_states,
            "centre": n_states,
            "log_concentration": n_states,
            "switching": n_states * (n_states - 1),
            "start": n_states - 1,
        }
        self.slices = {}
        position = 0
        for name, size in sizes.items():
            self.slices[name] = slice(position, position + size)
            position += size
        self.size = position

    def unpack(self, vector):
        """Return a dictionary of the named pieces of the vector."""
        return {name: vector[where] for name, where in self.slices.items()}

    def log_transition(self, switching):
        """Return the log transition matrix, whose diagonal is the reference category."""
        logits = np.zeros((self.n_states, self.n_states))
        logits[~np.eye(self.n_states, dtype=bool)] = switching
        return logits - logsumexp(logits, axis=1)[:, None]

    def log_emission(self, parts, track):
        """Return the log density of every fix under every state; missing data count nothing."""
        steps, angles = track["steps"], track["angles"]
        density = np.zeros((len(steps), self.n_states))
        seen = ~np.isnan(steps)
        turned = ~np.isnan(angles)
        for k in range(self.n_states):
            mean = np.exp(parts["log_mean"][k])
            shape = np.exp(parts["log_shape"][k])
            density[seen, k] += log_gamma_density(steps[seen], mean, shape)
            centre = parts["centre"][k]
            concentration = np.exp(parts["log_concentration"][k])
            density[turned, k] += log_von_mises_density(angles[turned], centre, concentration)
        return density

    def log_likelihood(self, parts, track):
        """Return the log-likelihood of one track by the forward recursion."""
        transition = self.log_transition(parts["switching"])
        emission = self.log_emission(parts, track)
        start = np.concatenate([[0.0], parts["start"]])
        forward = start - logsumexp(start, axis=0) + emission[0]
        for row in emission[1:]:
            forward = logsumexp(forward[:, None] + transition, axis=0) + row
        return logsumexp(forward, axis=0)

    def misfit(self, vector, tracks):
        """Return minus the log-likelihood of all tracks."""
        parts = self.unpack(vector)
        return -float(sum(self.log_likelihood(parts, track) for track in tracks))


def simulate(rng, length, missing):
    """Return one track of two behaviours in which some of the fixes have been lost."""
    mean, shape, concentration = [0.08, 0.9], [1.4, 3.0], [0.6, 4.0]
    state = 0
    steps, angles = np.zeros(length), np.zeros(length)
    for t in range(length):
        if rng.random() < 0.15:
            state = 1 - state
        steps[t] = rng.gamma(shape[state], mean[state] / shape[state])
        angles[t] = rng.vonmises(0.0, concentration[state])
    lost = rng.random(length) < missing
    steps[lost] = np.nan
    angles[lost | np.roll(lost, 1)] = np.nan
    angles[0] = np.nan
    return {"steps": steps, "angles": angles}


def example():
    """Return the misfit of a two-state model to three short tracks and its arguments."""
    rng = np.random.default_rng(8)
    tracks = [simulate(rng, length, missing=0.1) for length in (48, 31, 67)]
    model = TrackModel(n_states=2)
    vector = np.zeros(model.size)
    vector[model.slices["log_mean"]] = np.log([0.1, 0.7])
    vector[model.slices["log_shape"]] = np.log([1.2, 2.0])
    vector[model.slices["centre"]] = [0.2, -0.1]
    vector[model.slices["log_concentration"]] = np.log([0.8, 2.5])
    vector[model.slices["switching"]] = [-1.5, -1.2]
    vector[model.slices["start"]] = -0.3
    return model.misfit, (vector, tracks)
