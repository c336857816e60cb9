import numpy as np
from numba import njit


@njit(error_model="numpy", cache=True)
def determinant_gradient(matrix):
    """Gradient of determinant (programs.py:208) with respect to matrix."""
    matrix = matrix.copy()
    # forward
    n = len(matrix)
    product = 1.0
    # saved: overwritten in the next iteration
    product_saved = np.empty(n)
    for k in range(n):
        product_saved[k] = product
        product *= matrix[k, k]
        for i in range(k + 1, n):
            matrix[i, k] /= matrix[k, k]
            for j in range(k + 1, n):
                matrix[i, j] -= matrix[i, k] * matrix[k, j]
    # backward
    d_matrix = np.zeros_like(matrix)
    d_product = 1.0
    for k in range(n - 1, -1, -1):
        product = product_saved[k]
        d_product_2 = d_product
        for i in range(n - 1, k, -1):
            for j in range(n - 1, k, -1):
                # matrix[i, j] -= matrix[i, k] * matrix[k, j]
                d_matrix_product = -d_matrix[i, j]
                d_matrix[k, j] += matrix[i, k] * d_matrix_product
                d_matrix[i, k] += matrix[k, j] * d_matrix_product
            # matrix[i, k] /= matrix[k, k]
            d_matrix_quotient = d_matrix[i, k]
            d_matrix[i, k] = 0.0
            d_matrix_factor = d_matrix_quotient / matrix[k, k]
            d_matrix[k, k] -= matrix[i, k] * d_matrix_factor
            d_matrix[i, k] += d_matrix_factor
        # product *= matrix[k, k]
        d_product = matrix[k, k] * d_product_2
        d_matrix[k, k] += product * d_product_2
    return d_matrix
