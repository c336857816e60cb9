import numpy as np
from numba import cuda

real = np.float32


@cuda.jit(device=True)
def add_over_block(total, value):
    """Add the values of all threads of a block to an element of total, by one atomic addition."""
    sums = cuda.shared.array((2, 4), real)  # for the 8 threads of a block
    t = cuda.threadIdx.x + cuda.blockDim.x * cuda.threadIdx.y
    sums[t >> 2, t & 3] = value
    cuda.syncthreads()
    if t < 4:
        for k in range(1, 2):
            value += sums[k, t]
        sums[0, t] = value
    cuda.syncthreads()
    if t == 0:
        for k in range(1, 4):
            value += sums[0, k]
        block = cuda.blockIdx.x + cuda.gridDim.x * cuda.blockIdx.y
        cuda.atomic.add(total, block & (total.size - 1), value)  # the size is a power of two


@cuda.jit
def of_one_speed_adjoint(
    before, d_before, now, d_now, speed, d_speed, after, d_after, rows
):
    """Adjoint of of_one_speed (planes.py:15) with respect to before, now, speed."""
    j, first = cuda.grid(2)
    n = now.shape[0]
    m = now.shape[1]
    d_speed_thread_all = real(0)
    # a thread takes 4 places, one below the other
    first *= 4
    if 1 < first and first + 5 < n and 1 < j and j + 2 < m and first + 3 < rows:
        # away from the borders: what the next place reads again is kept
        d_after_above = d_after[first - 1, j]
        d_after_here = d_after[first, j]
        now_above = now[first - 1, j]
        now_here = now[first, j]
        for i in range(first, first + 4):
            d_after_below = d_after[i + 1, j]
            now_below = now[i + 1, j]
            d_now_sum = real(0)
            # gathered: what threads nearby would add to these elements
            d_now_sum += speed * d_after_below
            d_now_sum += speed * d_after[i, j + 1]
            d_now_sum += speed * d_after[i, j - 1]
            d_now_sum += speed * d_after_above
            # forward
            bend = (
                now_above + now_below + now[i, j - 1] + now[i, j + 1] - 4.0 * now_here
            )
            # backward
            # after[i, j] = 2.0 * now[i, j] - before[i, j] + speed * bend
            d_after_sum = d_after_here
            d_speed_thread = bend * d_after_sum
            d_bend = speed * d_after_sum
            d_before[i, j] = -d_after_sum
            d_now_i_j = 2.0 * d_after_sum
            # bend = now[i - 1, j] + now[i + 1, j] + now[i, j - 1] + now[i, j + 1] - 4.0
            # * now[i, j]
            d_now_i_j -= 4.0 * d_bend
            d_now_sum += d_now_i_j
            d_now[i, j] = d_now_sum
            d_speed_thread_all += d_speed_thread
            d_after_above, d_after_here = d_after_here, d_after_below
            now_above, now_here = now_here, now_below
    else:
        for i in range(first, min(first + 4, rows)):
            d_now_sum = real(0)
            # gathered: what threads nearby would add to these elements
            if 1 <= i + 1 < n - 1 and 1 <= j < m - 1:
                d_now_sum += speed * d_after[i + 1, j]
            if 1 <= i < n - 1 and 1 <= j + 1 < m - 1:
                d_now_sum += speed * d_after[i, j + 1]
            if 1 <= i < n - 1 and 1 <= j - 1 < m - 1:
                d_now_sum += speed * d_after[i, j - 1]
            if 1 <= i - 1 < n - 1 and 1 <= j < m - 1:
                d_now_sum += speed * d_after[i - 1, j]
            # forward
            condition = 1 <= i < n - 1 and 1 <= j < m - 1
            if condition:
                bend = (
                    now[i - 1, j]
                    + now[i + 1, j]
                    + now[i, j - 1]
                    + now[i, j + 1]
                    - 4.0 * now[i, j]
                )
            # backward
            d_speed_thread = real(0)
            if condition:
                # after[i, j] = 2.0 * now[i, j] - before[i, j] + speed * bend
                d_after_sum = d_after[i, j]
                d_speed_thread = bend * d_after_sum
                d_bend = speed * d_after_sum
                d_before[i, j] = -d_after_sum
                d_now_i_j = 2.0 * d_after_sum
                # bend = now[i - 1, j] + now[i + 1, j] + now[i, j - 1] + now[i, j + 1] -
                # 4.0 * now[i, j]
                d_now_i_j -= 4.0 * d_bend
                d_now_sum += d_now_i_j
            elif 0 <= i < before.shape[0] and 0 <= j < before.shape[1]:
                d_before[i, j] = real(0)
            if 0 <= i < now.shape[0] and 0 <= j < now.shape[1]:
                d_now[i, j] = d_now_sum
            d_speed_thread_all += d_speed_thread
    add_over_block(d_speed, d_speed_thread_all)


@cuda.jit
def of_one_speed_adjoint_clear(
    before, d_before, now, d_now, speed, d_speed, after, d_after
):
    """Set adjoints of outputs to zero where of_one_speed overwrites these."""
    j, i = cuda.grid(2)
    n = now.shape[0]
    m = now.shape[1]
    if 1 <= i < n - 1 and 1 <= j < m - 1:
        # after[i, j] = 2.0 * now[i, j] - before[i, j] + speed * bend
        d_after[i, j] = real(0)
