import numpy as np
from numba import cuda

real = np.float32


@cuda.jit
def wave_step_adjoint(before, d_before, now, d_now, speed, d_speed, after, d_after):
    """Adjoint of wave_step (neighbours.py:14)
    with respect to before, now, speed, after.
    """
    j, i = cuda.grid(2)
    # forward
    condition = 0 < i < now.shape[0] - 1 and 0 < j < now.shape[1] - 1
    if condition:
        bend = (
            now[i - 1, j]
            + now[i + 1, j]
            + now[i, j - 1]
            + now[i, j + 1]
            - 4.0 * now[i, j]
        )
    # backward
    d_now_sum = real(0)
    if condition:
        # after[i, j] = 2.0 * now[i, j] - before[i, j] + speed[i, j] * bend
        d_after_sum = d_after[i, j]
        d_bend = speed[i, j] * d_after_sum
        d_speed[i, j] += bend * d_after_sum
        d_before[i, j] -= d_after_sum
        d_now_i_j = 2.0 * d_after_sum
        # bend = now[i - 1, j] + now[i + 1, j] + now[i, j - 1] + now[i, j + 1] - 4.0 *
        # now[i, j]
        d_now_i_j -= 4.0 * d_bend
        d_now_sum += d_now_i_j
    # gathered: what threads nearby would add to these elements
    if (
        0 < i - 1
        and i + 1 < now.shape[0] - 1
        and 0 < j - 1
        and j + 1 < now.shape[1] - 1
    ):
        d_now_sum += speed[i + 1, j] * d_after[i + 1, j]
        d_now_sum += speed[i, j + 1] * d_after[i, j + 1]
        d_now_sum += speed[i, j - 1] * d_after[i, j - 1]
        d_now_sum += speed[i - 1, j] * d_after[i - 1, j]
    else:
        if 0 < i + 1 < now.shape[0] - 1 and 0 < j < now.shape[1] - 1:
            d_now_sum += speed[i + 1, j] * d_after[i + 1, j]
        if 0 < i < now.shape[0] - 1 and 0 < j + 1 < now.shape[1] - 1:
            d_now_sum += speed[i, j + 1] * d_after[i, j + 1]
        if 0 < i < now.shape[0] - 1 and 0 < j - 1 < now.shape[1] - 1:
            d_now_sum += speed[i, j - 1] * d_after[i, j - 1]
        if 0 < i - 1 < now.shape[0] - 1 and 0 < j < now.shape[1] - 1:
            d_now_sum += speed[i - 1, j] * d_after[i - 1, j]
    if 0 <= i < now.shape[0] and 0 <= j < now.shape[1]:
        d_now[i, j] += d_now_sum


@cuda.jit
def wave_step_adjoint_clear(
    before, d_before, now, d_now, speed, d_speed, after, d_after
):
    """Set adjoints of outputs to zero where wave_step overwrites these."""
    j, i = cuda.grid(2)
    if 0 < i < now.shape[0] - 1 and 0 < j < now.shape[1] - 1:
        # after[i, j] = 2.0 * now[i, j] - before[i, j] + speed[i, j] * bend
        d_after[i, j] = real(0)
