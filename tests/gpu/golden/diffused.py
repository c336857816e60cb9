import numpy as np
from numba import cuda

real = np.float32
BLOCK = 8


@cuda.jit
def diffused_adjoint(
    x, d_x, rate, d_rate, steps, out, d_out, left_saved, new_sum_saved, now_t_saved
):
    """Adjoint of diffused (blocks.py:102) with respect to x, rate, out."""
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    # forward
    now = cuda.shared.array(8, np.float64)
    now_condition = i < x.size
    if now_condition:
        now_choice = x[i]
    else:
        now_choice = 0.0
    now[t] = now_choice
    # saved: its operands are overwritten
    # saved: overwritten below
    for step in range(steps):
        cuda.syncthreads()
        left = now[max(t - 1, 0)]
        rate_2 = rate[0]
        left_saved[step, i] = left
        right = now[min(t + 1, BLOCK - 1)]
        now_t_saved[step, i] = now[t]
        new_sum = left * now[t] - 2.0 * now[t] + right
        new_sum_saved[step, i] = new_sum
        new = now[t] + rate_2 * new_sum
        cuda.syncthreads()
        now[t] = new
    # backward
    # now = cuda.shared.array(BLOCK, np.float64)
    d_now = cuda.shared.array(8, np.float64)
    d_now[cuda.threadIdx.x] = 0.0
    cuda.syncthreads()
    if i < x.size:
        # out[i] = now[t]
        d_now_t = d_out[i]
        d_out[i] = real(0)
        cuda.atomic.add(d_now, t, d_now_t)
    d_rate_2 = real(0)
    for step in range(steps - 1, -1, -1):
        left = left_saved[step, i]
        rate_0 = rate[0]
        # now[t] = new
        d_new = d_now[t]
        d_now[t] = 0.0
        cuda.syncthreads()
        # new = now[t] + rate[0] * (left * now[t] - 2.0 * now[t] + right)
        d_right = rate_0 * d_new
        d_left = now_t_saved[step, i] * d_right
        d_rate_2 += new_sum_saved[step, i] * d_new
        cuda.atomic.add(d_now, t, d_new - 2.0 * d_right + left * d_right)
        cuda.atomic.add(d_now, min(t + 1, BLOCK - 1), d_right)
        cuda.atomic.add(d_now, max(t - 1, 0), d_left)
        cuda.syncthreads()
    if d_rate_2 != real(0):
        cuda.atomic.add(d_rate, 0, d_rate_2)
    # now[t] = x[i] if i < x.size else 0.0
    d_now_choice = d_now[t]
    d_now[t] = 0.0
    if now_condition:
        d_x[i] += d_now_choice
