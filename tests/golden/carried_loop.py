import math

import numpy as np
from numba import njit


@njit(error_model="numpy", cache=True)
def oscillator_gradient(position, velocity, stiffness, dt, n):
    """Gradient of oscillator (programs.py:36)
    with respect to position, velocity, stiffness.
    """
    # forward
    # saved: overwritten in the next iteration
    position_saved = np.empty(max(n, 0))
    # saved: result of sin
    force_sin_saved = np.empty(max(n, 0))
    for step in range(n):
        position_saved[step] = position
        force_sin = math.sin(position)
        force_sin_saved[step] = force_sin
        force = -stiffness * force_sin
        velocity += dt * force
        position += dt * velocity
    # backward
    d_position = 1.0
    d_stiffness = 0.0
    d_velocity = 0.0
    for step in range(n - 1, -1, -1):
        position = position_saved[step]
        # position = position + dt * velocity
        d_velocity += dt * d_position
        # velocity = velocity + dt * force
        d_force = dt * d_velocity
        # force = -stiffness * math.sin(position)
        d_position -= stiffness * d_force * math.cos(position)
        d_stiffness -= force_sin_saved[step] * d_force
    return d_position, d_velocity, d_stiffness
