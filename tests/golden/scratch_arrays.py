import math

import numpy as np
from numba import njit


@njit(error_model="numpy", cache=True)
def mixture_gradient(x, means, lower):
    """Gradient of mixture (programs.py:167) with respect to x, means, lower."""
    # forward
    d = means.shape[1]
    gap = np.empty(d)
    whitened = np.empty(d)
    # backward
    d_x = np.zeros_like(x)
    d_means = np.zeros_like(means)
    d_lower = np.zeros_like(lower)
    d_gap = np.zeros(d)
    d_whitened = np.zeros(d)
    # saved: overwritten in the next iteration
    p_saved = np.empty((len(means), d), np.int64)
    # saved: overwritten below
    gap_j_saved = np.empty((len(means), d))
    whitened_j_saved = np.empty((len(means), d))
    # saved: result of exp
    likelihood_exp_saved = np.empty(len(means))
    # iterations are independent: forward and backward together
    for i in range(len(x)):
        likelihood = 0.0
        for a in range(len(means)):
            for j in range(d):
                gap[j] = x[i, j] - means[a, j]
                whitened[j] = 0.0
            p = 0
            for j in range(d):
                p_saved[a, j] = p
                for k in range(j, d):
                    gap_j_saved[a, j] = gap[j]
                    whitened[k] += lower[p] * gap[j]
                    p += 1
            square = 0.0
            for j in range(d):
                whitened_j_saved[a, j] = whitened[j]
                square += whitened[j] * whitened[j]
            likelihood_exp = math.exp(-0.5 * square)
            likelihood_exp_saved[a] = likelihood_exp
            likelihood += likelihood_exp
        # total += math.log(likelihood)
        d_likelihood = 1.0 / likelihood
        for a in range(len(means)):
            # likelihood += math.exp(-0.5 * square)
            d_square = -0.5 * d_likelihood * likelihood_exp_saved[a]
            for j in range(d):
                # square += whitened[j] * whitened[j]
                d_whitened[j] += 2.0 * whitened_j_saved[a, j] * d_square
            for j in range(d):
                p = p_saved[a, j]
                for k in range(j, d):
                    p_2 = p + (k - j)
                    # whitened[k] += lower[p] * gap[j]
                    d_lower_p = gap_j_saved[a, j] * d_whitened[k]
                    d_gap[j] += lower[p_2] * d_whitened[k]
                    d_lower[p_2] += d_lower_p
            for j in range(d):
                # whitened[j] = 0.0
                d_whitened[j] = 0.0
                # gap[j] = x[i, j] - means[a, j]
                d_gap_difference = d_gap[j]
                d_gap[j] = 0.0
                d_means[a, j] -= d_gap_difference
                d_x[i, j] += d_gap_difference
    return d_x, d_means, d_lower
