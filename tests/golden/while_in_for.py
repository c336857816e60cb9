import math

import numpy as np
from numba import njit


@njit(error_model="numpy", cache=True)
def kepler_gradient(mean_anomalies, eccentricity, tolerance):
    """Gradient of kepler (programs.py:64)
    with respect to mean_anomalies, eccentricity.
    """
    d_mean_anomalies = np.empty_like(mean_anomalies)
    # saved: result of sin, result of cos, result of a division
    saved = np.empty((8, 3))
    count = 0
    d_eccentricity = 0.0
    # iterations are independent: forward and backward together
    for i in range(len(mean_anomalies)):
        mean_anomalies_i = mean_anomalies[i]
        anomaly = mean_anomalies_i
        change = 1.0
        while abs(change) > tolerance:
            if count == saved.shape[0]:
                saved = np.concatenate((saved, np.empty_like(saved)))
            change_sin = math.sin(anomaly)
            saved[count, 0] = change_sin
            change = anomaly - eccentricity * change_sin - mean_anomalies_i
            change_cos = math.cos(anomaly)
            saved[count, 1] = change_cos
            change /= 1.0 - eccentricity * change_cos
            saved[count, 2] = change
            anomaly -= change
            count += 1
        # total += math.cos(anomaly)
        d_anomaly = -math.sin(anomaly)
        d_mean_anomalies_i = 0.0
        while count > 0:
            count -= 1
            change_sin = saved[count, 0]
            change_cos = saved[count, 1]
            change = saved[count, 2]
            # anomaly = anomaly - change
            d_change = -d_anomaly
            # change = change / (1.0 - eccentricity * math.cos(anomaly))
            d_change /= 1.0 - eccentricity * change_cos
            d_change_difference = -change * d_change
            d_eccentricity -= change_cos * d_change_difference
            d_anomaly += eccentricity * d_change_difference * change_sin
            # change = anomaly - eccentricity * math.sin(anomaly) - mean_anomalies[i]
            d_mean_anomalies_i -= d_change
            d_anomaly += d_change
            d_eccentricity -= change_sin * d_change
            d_anomaly -= eccentricity * d_change * change_cos
        # anomaly = mean_anomalies[i]
        d_mean_anomalies_i += d_anomaly
        d_mean_anomalies[i] = d_mean_anomalies_i
    return d_mean_anomalies, d_eccentricity
