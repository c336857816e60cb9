import math

import numpy as np
from numba import njit


@njit(error_model="numpy", cache=True)
def to_the_nearest_gradient(points, centres):
    """Gradient of to_the_nearest (programs.py:230) with respect to points, centres."""
    d_points = np.zeros_like(points)
    d_centres = np.zeros_like(centres)
    # saved: its operands are overwritten
    condition_saved = np.empty(centres.shape[0], np.bool_)
    # iterations are independent: forward and backward together
    for i in range(points.shape[0]):
        best = math.inf
        for c in range(centres.shape[0]):
            square = 0.0
            for d in range(points.shape[1]):
                square += (points[i, d] - centres[c, d]) ** 2
            condition_saved[c] = square < best
            if square < best:
                best = square
        d_best = 1.0
        for c in range(centres.shape[0] - 1, -1, -1):
            if condition_saved[c]:
                # best = square
                d_square = d_best
                d_best = 0.0
                for d in range(points.shape[1]):
                    # square += (points[i, d] - centres[c, d]) ** 2
                    d_square_difference = (
                        2.0 * d_square * (points[i, d] - centres[c, d])
                    )
                    d_centres[c, d] -= d_square_difference
                    d_points[i, d] += d_square_difference
    return d_points, d_centres
