from numba import njit


@njit(error_model="numpy")
def chebyshev(x, n):
    if n == 0:
        result = 1.0
    elif n == 1:
        result = x
    else:
        result = 2.0 * x * chebyshev(x, n - 1) - chebyshev(x, n - 2)
    return result


@njit(error_model="numpy")
def chebyshev_rev(x, n, d_result):
    d_x = 0.0
    if n != 0:
        if n == 1:
            # return x
            d_x = d_result
        else:
            # return 2.0 * x * chebyshev(x, n - 1) - chebyshev(x, n - 2)
            d_x = chebyshev_rev(x, n - 2, -d_result)
            d_x += 2.0 * chebyshev(x, n - 1) * d_result
            d_x += chebyshev_rev(x, n - 1, 2.0 * x * d_result)
    return d_x


@njit(error_model="numpy", cache=True)
def chebyshev_gradient(x, n):
    """Gradient of chebyshev (programs.py:96) with respect to x."""
    d_x = 0.0
    if n != 0:
        if n == 1:
            # return x
            d_x = 1.0
        else:
            # return 2.0 * x * chebyshev(x, n - 1) - chebyshev(x, n - 2)
            d_x = chebyshev_rev(x, n - 2, -1.0) + 2.0 * chebyshev(x, n - 1)
            d_x += chebyshev_rev(x, n - 1, 2.0 * x)
    return d_x
