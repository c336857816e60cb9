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
    # saved: overwritten below
    matrix_k_k_saved = np.empty(n)
    saved = np.empty((8, 2))
    count = 0
    # saved: overwritten below, result of a division
    saved_2 = np.empty((8, 2))
    count_2 = 0
    for k in range(n):
        product_saved[k] = product
        matrix_k_k_saved[k] = matrix[k, k]
        product *= matrix[k, k]
        for i in range(k + 1, n):
            if count_2 == saved_2.shape[0]:
                saved_2 = np.concatenate((saved_2, np.empty_like(saved_2)))
            saved_2[count_2, 0] = matrix[k, k]
            matrix_quotient = matrix[i, k] / matrix[k, k]
            saved_2[count_2, 1] = matrix_quotient
            matrix[i, k] = matrix_quotient
            for j in range(k + 1, n):
                if count == saved.shape[0]:
                    saved = np.concatenate((saved, np.empty_like(saved)))
                saved[count, 0] = matrix[i, k]
                saved[count, 1] = matrix[k, j]
                matrix[i, j] -= matrix[i, k] * matrix[k, j]
                count += 1
            count_2 += 1
    # backward
    d_matrix = np.zeros_like(matrix)
    d_product = 1.0
    for k in range(n - 1, -1, -1):
        product = product_saved[k]
        d_product_2 = d_product
        for i in range(n - 1, k, -1):
            count_2 -= 1
            for j in range(n - 1, k, -1):
                count -= 1
                # matrix[i, j] -= matrix[i, k] * matrix[k, j]
                d_matrix_product = -d_matrix[i, j]
                d_matrix[k, j] += saved[count, 0] * d_matrix_product
                d_matrix[i, k] += saved[count, 1] * d_matrix_product
            # matrix[i, k] /= matrix[k, k]
            d_matrix_quotient = d_matrix[i, k]
            d_matrix[i, k] = 0.0
            d_matrix_factor = d_matrix_quotient / saved_2[count_2, 0]
            d_matrix[k, k] -= saved_2[count_2, 1] * d_matrix_factor
            d_matrix[i, k] += d_matrix_factor
        # product *= matrix[k, k]
        d_product = matrix_k_k_saved[k] * d_product_2
        d_matrix[k, k] += product * d_product_2
    return d_matrix
