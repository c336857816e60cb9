import numpy as np
from numba import njit


@njit(error_model="numpy", cache=True)
def relaxation_gradient(state, matrix, rate, steps):
    """Gradient of relaxation (programs.py:192) with respect to state, matrix, rate."""
    # forward
    now = state.copy()
    # saved: its elements are overwritten
    now_before_saved = np.empty((max(steps, 0), len(state)))
    now_before_2_saved = np.empty((max(steps, 0), len(state)))
    # saved: result of tanh
    force_saved = np.empty((max(steps, 0), matrix.shape[0]))
    # saved: overwritten below
    now_j_saved = np.empty((max(steps, 0), len(now)))
    # saved: its operands are overwritten
    now_difference_saved = np.empty((max(steps, 0), len(now)))
    for step in range(steps):
        now_before = now.copy()
        now_before_saved[step] = now_before
        force = np.tanh(matrix @ now_before)
        force_saved[step] = force
        for j in range(len(now)):
            now_j_saved[step, j] = now[j]
            now_difference = force[j] - now[j] * state[j]
            now_difference_saved[step, j] = now_difference
            now[j] += rate * now_difference
        now_before_2_saved[step] = now
    # backward
    d_state = np.zeros_like(state)
    d_matrix = np.zeros_like(matrix)
    d_now = np.zeros_like(state)
    d_rate = 0.0
    for step in range(steps - 1, -1, -1):
        force = force_saved[step]
        # energy += now @ force
        d_force = 1.0 * now_before_2_saved[step]
        d_now += 1.0 * force
        for j in range(len(now)):
            # now[j] += rate * (force[j] - now[j] * state[j])
            d_rate += now_difference_saved[step, j] * d_now[j]
            d_now_difference = rate * d_now[j]
            d_state[j] -= now_j_saved[step, j] * d_now_difference
            d_now[j] -= state[j] * d_now_difference
            d_force[j] += d_now_difference
        # force = np.tanh(matrix @ now)
        d_force_product = d_force * (1.0 - force * force)
        d_matrix += np.outer(d_force_product, now_before_saved[step])
        d_now += np.dot(matrix.T, d_force_product)
    # now = state.copy()
    d_state += d_now
    return d_state, d_matrix, d_rate
