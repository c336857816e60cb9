from numba import njit


@njit(error_model="numpy", cache=True)
def huber_gradient(residual, width):
    """Gradient of huber (programs.py:19) with respect to residual, width."""
    # forward
    size = abs(residual)
    # backward
    if size <= width:
        # loss = 0.5 * residual * residual
        d_residual = residual
        d_size = 0.0
        d_width = 0.0
    else:
        # loss = width * (size - 0.5 * width)
        d_size = width
        d_width = size - 0.5 * width - 0.5 * width
        d_residual = 0.0
    # size = abs(residual)
    d_residual += d_size * (
        1.0 if residual > 0.0 else -1.0 if residual < 0.0 else residual
    )
    return d_residual, d_width
