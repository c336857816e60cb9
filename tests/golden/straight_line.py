import math

from numba import njit


@njit(error_model="numpy", cache=True)
def ellipse_gradient(a, b):
    """Gradient of ellipse (programs.py:13) with respect to a, b."""
    # forward
    h_difference = a - b
    h_sum = a + b
    h_power = h_sum ** 2
    h = h_difference ** 2 / h_power
    result_product = 3.0 * h
    result_sqrt = math.sqrt(4.0 - result_product)
    result_sum = 10.0 + result_sqrt
    result_quotient = result_product / result_sum
    # backward
    # return math.pi * (a + b) * (1.0 + 3.0 * h / (10.0 + math.sqrt(4.0 - 3.0 * h)))
    d_h_sum = math.pi * (1.0 + result_quotient)
    d_result_product = math.pi * h_sum / result_sum
    d_result_product += result_quotient * d_result_product / (2.0 * result_sqrt)
    d_h = 3.0 * d_result_product
    # h = (a - b) ** 2 / (a + b) ** 2
    d_h_power = d_h / h_power
    d_h_sum -= 2.0 * h * d_h_power * h_sum
    d_h_difference = 2.0 * d_h_power * h_difference
    d_a = d_h_sum + d_h_difference
    d_b = d_h_sum - d_h_difference
    return d_a, d_b
