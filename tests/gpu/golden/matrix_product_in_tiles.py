import numpy as np
from numba import cuda

real = np.float32
TILE = 4


@cuda.jit
def matrix_product_in_tiles_adjoint(
    a, d_a, b, d_b, n, out, d_out, left_ty_k_saved, right_k_tx_saved
):
    """Adjoint of matrix_product_in_tiles (blocks.py:60) with respect to a, b, out."""
    j, i = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    # forward
    left = cuda.shared.array((4, 4), np.float64)
    right = cuda.shared.array((4, 4), np.float64)
    # saved: overwritten below
    for tile in range((n + TILE - 1) // TILE):
        left[ty, tx] = 0.0
        right[ty, tx] = 0.0
        if i < n and tile * TILE + tx < n:
            left[ty, tx] = a[i, tile * TILE + tx]
        if j < n and tile * TILE + ty < n:
            right[ty, tx] = b[tile * TILE + ty, j]
        cuda.syncthreads()
        for k in range(TILE):
            left_ty_k_saved[tile, k, i, j] = left[ty, k]
            right_k_tx_saved[tile, k, i, j] = right[k, tx]
        cuda.syncthreads()
    # backward
    # left = cuda.shared.array((TILE, TILE), np.float64)
    d_left = cuda.shared.array((4, 4), np.float64)
    for i_2 in range(cuda.threadIdx.y, 4, cuda.blockDim.y):
        for j_2 in range(cuda.threadIdx.x, 4, cuda.blockDim.x):
            d_left[i_2, j_2] = 0.0
    # right = cuda.shared.array((TILE, TILE), np.float64)
    d_right = cuda.shared.array((4, 4), np.float64)
    for i_2 in range(cuda.threadIdx.y, 4, cuda.blockDim.y):
        for j_2 in range(cuda.threadIdx.x, 4, cuda.blockDim.x):
            d_right[i_2, j_2] = 0.0
    cuda.syncthreads()
    d_total = 0.0
    if i < n and j < n:
        # out[i, j] = total
        d_total = d_out[i, j]
        d_out[i, j] = real(0)
    for tile in range((n + TILE - 1) // TILE - 1, -1, -1):
        cuda.syncthreads()
        for k in range(TILE):
            cuda.atomic.add(d_right, (k, tx), left_ty_k_saved[tile, k, i, j] * d_total)
            cuda.atomic.add(d_left, (ty, k), right_k_tx_saved[tile, k, i, j] * d_total)
        cuda.syncthreads()
        if j < n and tile * TILE + ty < n:
            # right[ty, tx] = b[tile * TILE + ty, j]
            d_b_at = d_right[ty, tx]
            d_right[ty, tx] = 0.0
            cuda.atomic.add(d_b, (tile * TILE + ty, j), d_b_at)
        if i < n and tile * TILE + tx < n:
            # left[ty, tx] = a[i, tile * TILE + tx]
            d_a_at = d_left[ty, tx]
            d_left[ty, tx] = 0.0
            cuda.atomic.add(d_a, (i, tile * TILE + tx), d_a_at)
        # right[ty, tx] = 0.0
        d_right[ty, tx] = 0.0
        # left[ty, tx] = 0.0
        d_left[ty, tx] = 0.0
