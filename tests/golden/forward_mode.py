import math

from numba import njit


@njit(error_model="numpy", cache=True)
def oscillator_jvp(
    position, velocity, stiffness, dt, n, t_position, t_velocity, t_stiffness
):
    """Value and Jacobian-vector product of oscillator (programs.py:36)
    with respect to position, velocity, stiffness.
    """
    for _ in range(n):
        force_sin = math.sin(position)
        t_force = -force_sin * t_stiffness - stiffness * (
            t_position * math.cos(position)
        )
        force = -stiffness * force_sin
        t_velocity += dt * t_force
        velocity += dt * force
        t_position += dt * t_velocity
        position += dt * velocity
    return position, t_position
