import math

from numba import njit

from srcdiff import runtime


@njit(error_model="numpy", forceinline=True)
def attraction_tangent(dx, dy, softening, t_dx, t_dy):
    distance = math.sqrt(dx * dx + dy * dy + softening)
    t_distance = (2.0 * dx * t_dx + 2.0 * dy * t_dy) / (2.0 * distance)
    result = 1.0 / distance
    return result, -t_distance * result * result


@njit(error_model="numpy", cache=True)
def potential_jvp(x, y, softening, t_x, t_y):
    """Value and Jacobian-vector product of potential (programs.py:88)
    with respect to x, y.
    """
    if t_x.shape != x.shape or t_y.shape != y.shape:
        raise runtime.WrongShape(
            "a tangent has not the shape of what it belongs to: pass one that has"
        )
    t_total = 0.0
    total = 0.0
    for i in range(len(x)):
        for j in range(i):
            total_attraction, t_total_attraction = attraction_tangent(
                x[i] - x[j], y[i] - y[j], softening, t_x[i] - t_x[j], t_y[i] - t_y[j]
            )
            t_total -= t_total_attraction
            total -= total_attraction
    return total, t_total
