import math

from numba import njit


@njit(error_model="numpy", cache=True)
def polar_vjp(x, y, cotangent):
    """Vector-Jacobian product of polar (programs.py:104) with respect to x, y."""
    # forward
    radius = math.hypot(x, y)
    # backward
    # return radius, math.atan2(y, x)
    d_radius = cotangent[0]
    d_result_atan2_g_r2 = (
        0.0 if x == 0.0 and y == 0.0 else cotangent[1] / (x * x + y * y)
    )
    d_y = d_result_atan2_g_r2 * x
    d_x = -(d_result_atan2_g_r2 * y)
    # radius = math.hypot(x, y)
    d_radius_g_z = 0.0 if radius == 0.0 else d_radius / radius
    d_x += d_radius_g_z * x
    d_y += d_radius_g_z * y
    return d_x, d_y
