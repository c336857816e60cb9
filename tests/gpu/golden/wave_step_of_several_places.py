import numpy as np
from numba import cuda

real = np.float32


@cuda.jit
def wave_step_adjoint(
    before, d_before, now, d_now, speed, d_speed, after, d_after, rows
):
    """Adjoint of wave_step (neighbours.py:14)
    with respect to before, now, speed, after.
    """
    j, first = cuda.grid(2)
    # a thread takes 4 places, one below the other
    first *= 4
    if (
        1 < first
        and first + 5 < now.shape[0]
        and 1 < j
        and j + 2 < now.shape[1]
        and first + 3 < rows
    ):
        # away from the borders: what the next place reads again is kept
        speed_above = speed[first - 1, j]
        speed_here = speed[first, j]
        d_after_above = d_after[first - 1, j]
        d_after_here = d_after[first, j]
        now_above = now[first - 1, j]
        now_here = now[first, j]
        for i in range(first, first + 4):
            speed_below = speed[i + 1, j]
            d_after_below = d_after[i + 1, j]
            now_below = now[i + 1, j]
            d_now_sum = real(0)
            # gathered: what threads nearby would add to these elements
            d_now_sum += speed_below * d_after_below
            d_now_sum += speed[i, j + 1] * d_after[i, j + 1]
            d_now_sum += speed[i, j - 1] * d_after[i, j - 1]
            d_now_sum += speed_above * d_after_above
            # forward
            bend = (
                now_above + now_below + now[i, j - 1] + now[i, j + 1] - 4.0 * now_here
            )
            # backward
            # after[i, j] = 2.0 * now[i, j] - before[i, j] + speed[i, j] * bend
            d_after_sum = d_after_here
            d_bend = speed_here * d_after_sum
            d_speed[i, j] = bend * d_after_sum
            d_before[i, j] = -d_after_sum
            d_now_i_j = 2.0 * d_after_sum
            # bend = now[i - 1, j] + now[i + 1, j] + now[i, j - 1] + now[i, j + 1] - 4.0
            # * now[i, j]
            d_now_i_j -= 4.0 * d_bend
            d_now_sum += d_now_i_j
            d_now[i, j] = d_now_sum
            speed_above, speed_here = speed_here, speed_below
            d_after_above, d_after_here = d_after_here, d_after_below
            now_above, now_here = now_here, now_below
    else:
        for i in range(first, min(first + 4, rows)):
            d_now_sum = real(0)
            # gathered: what threads nearby would add to these elements
            if 0 < i + 1 < now.shape[0] - 1 and 0 < j < now.shape[1] - 1:
                d_now_sum += speed[i + 1, j] * d_after[i + 1, j]
            if 0 < i < now.shape[0] - 1 and 0 < j + 1 < now.shape[1] - 1:
                d_now_sum += speed[i, j + 1] * d_after[i, j + 1]
            if 0 < i < now.shape[0] - 1 and 0 < j - 1 < now.shape[1] - 1:
                d_now_sum += speed[i, j - 1] * d_after[i, j - 1]
            if 0 < i - 1 < now.shape[0] - 1 and 0 < j < now.shape[1] - 1:
                d_now_sum += speed[i - 1, j] * d_after[i - 1, j]
            # forward
            if 0 < i < now.shape[0] - 1 and 0 < j < now.shape[1] - 1:
                bend = (
                    now[i - 1, j]
                    + now[i + 1, j]
                    + now[i, j - 1]
                    + now[i, j + 1]
                    - 4.0 * now[i, j]
                )
                # backward
                # after[i, j] = 2.0 * now[i, j] - before[i, j] + speed[i, j] * bend
                d_after_sum = d_after[i, j]
                d_bend = speed[i, j] * d_after_sum
                d_speed[i, j] = bend * d_after_sum
                d_before[i, j] = -d_after_sum
                d_now_i_j = 2.0 * d_after_sum
                # bend = now[i - 1, j] + now[i + 1, j] + now[i, j - 1] + now[i, j + 1] -
                # 4.0 * now[i, j]
                d_now_i_j -= 4.0 * d_bend
                d_now_sum += d_now_i_j
            else:
                if 0 <= i < speed.shape[0] and 0 <= j < speed.shape[1]:
                    d_speed[i, j] = real(0)
                if 0 <= i < before.shape[0] and 0 <= j < before.shape[1]:
                    d_before[i, j] = real(0)
            if 0 <= i < now.shape[0] and 0 <= j < now.shape[1]:
                d_now[i, j] = d_now_sum


@cuda.jit
def wave_step_adjoint_clear(
    before, d_before, now, d_now, speed, d_speed, after, d_after
):
    """Set adjoints of outputs to zero where wave_step overwrites these."""
    j, i = cuda.grid(2)
    if 0 < i < now.shape[0] - 1 and 0 < j < now.shape[1] - 1:
        # after[i, j] = 2.0 * now[i, j] - before[i, j] + speed[i, j] * bend
        d_after[i, j] = real(0)
