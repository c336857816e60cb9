#include "arrays.h"

static void exchange(long n, double *N x, double *N y)
{
    for (long j = 0; j < n; j++) {
        double held = x[j];
        x[j] = y[j], y[j] = held;
    }
}

/* what step k of an elimination does to the adjoints d: u has both factors in one array */
static void eliminated(long n, long k, const double *u, double *d)
{
    const double *row = u + k * n;
    double *d_row = d + k * n, d_pivot = 0.0;
    for (long i = k + 1; i < n; i++) {
        double factor = u[i * n + k], *d_i = d + i * n;
        double d_factor = d_i[k] - dot(n - k - 1, d_i + k + 1, row + k + 1);
        add(n - k - 1, -factor, d_i + k + 1, d_row + k + 1);
        d_i[k] = d_factor / row[k];
        d_pivot -= factor * d_i[k];
    }
    d_row[k] += d_pivot;
}

static void eliminate(long n, long k, double *u, double *x)
{
    for (long i = k + 1; i < n; i++) {
        double factor = u[i * n + k] / u[k * n + k];
        u[i * n + k] = factor;
        add(n - k - 1, -factor, u + k * n + k + 1, u + i * n + k + 1);
        if (x) x[i] -= factor * x[k];
    }
}

/* saved: which rows were exchanged; going backward they are exchanged back */
void lu_pivots(long n, long n1, const double *N a, long n2, const double *N b, double *N d_a,
               double *N d_b)
{
    double *u = array(n * n), *y = array(n), *x = array(n);
    long *pivots = malloc(n * sizeof(long));
    memcpy(u, a, n * n * sizeof(double));
    memcpy(y, b, n * sizeof(double));
    for (long k = 0; k < n; k++) {
        long pivot = k;
        for (long i = k + 1; i < n; i++)
            if (fabs(u[i * n + k]) > fabs(u[pivot * n + k])) pivot = i;
        pivots[k] = pivot;
        if (pivot != k) exchange(n, u + k * n, u + pivot * n), exchange(1, y + k, y + pivot);
        eliminate(n, k, u, y);
    }
    for (long i = n - 1; i >= 0; i--)
        x[i] = (y[i] - dot(n - i - 1, u + i * n + i + 1, x + i + 1)) / u[i * n + i];
    clear(n * n, d_a);
    for (long i = 0; i < n; i++)
        d_b[i] = 2.0 * x[i];
    for (long i = 0; i < n; i++) {
        d_b[i] /= u[i * n + i];
        add(n - i, -d_b[i], x + i, d_a + i * n + i);
        add(n - i - 1, -d_b[i], u + i * n + i + 1, d_b + i + 1);
    }
    for (long k = n - 1; k >= 0; k--) {
        for (long i = k + 1; i < n; i++) {
            d_a[i * n + k] = -d_b[i] * y[k];
            d_b[k] -= u[i * n + k] * d_b[i];
        }
        eliminated(n, k, u, d_a);
        if (pivots[k] != k) {
            exchange(n, d_a + k * n, d_a + pivots[k] * n);
            exchange(k, u + k * n, u + pivots[k] * n);
            exchange(1, d_b + k, d_b + pivots[k]);
        }
    }
    free(u), free(y), free(x), free(pivots);
}

void lu(long n, long n1, const double *N a, double *N d_a)
{
    double *u = array(n * n);
    memcpy(u, a, n * n * sizeof(double));
    for (long k = 0; k < n; k++)
        eliminate(n, k, u, NULL);
    clear(n * n, d_a);
    for (long k = n - 1; k >= 0; k--) {
        d_a[k * n + k] += 1.0 / u[k * n + k];
        eliminated(n, k, u, d_a);
    }
    free(u);
}

/* the adjoint of the factor is replaced by that of a, element by element */
void cholesky(long n, long n1, const double *N a, double *N d_a)
{
    double *lower = array(n * n);
    for (long i = 0; i < n; i++)
        for (long j = 0; j <= i; j++) {
            double rest = a[i * n + j] - dot(j, lower + i * n, lower + j * n);
            lower[i * n + j] = i == j ? sqrt(rest) : rest / lower[j * n + j];
        }
    clear(n * n, d_a);
    for (long i = n - 1; i >= 0; i--) {
        const double *row = lower + i * n;
        double *d_row = d_a + i * n;
        double d_rest = 0.5 * (d_row[i] + 1.0 / row[i]) / row[i];
        d_row[i] = d_rest;
        add(i, -2.0 * d_rest, row, d_row);
        for (long j = i - 1; j >= 0; j--) {
            d_rest = d_row[j] / lower[j * n + j];
            d_a[j * n + j] -= d_rest * row[j];
            d_row[j] = d_rest;
            add(j, -d_rest, lower + j * n, d_row);
            add(j, -d_rest, row, d_a + j * n);
        }
    }
    free(lower);
}

void triangular_solve(long n, long n1, const double *N lower, long n2, const double *N b,
                      double *N d_lower, double *N d_b)
{
    double *x = array(n);
    for (long i = 0; i < n; i++)
        x[i] = (b[i] - dot(i, lower + i * n, x)) / lower[i * n + i];
    for (long i = 0; i < n; i++)
        d_b[i] = 2.0 * x[i];
    for (long i = n - 1; i >= 0; i--) {
        double d_rest = d_b[i] / lower[i * n + i], *d_row = d_lower + i * n;
        d_b[i] = d_rest;
        for (long j = 0; j <= i; j++)
            d_row[j] = -d_rest * x[j];
        clear(n - i - 1, d_row + i + 1);
        add(i, -d_rest, lower + i * n, d_b);
    }
    free(x);
}

void matrix_product(long n, long m, const double *N a, long m1, long l, const double *N b,
                    double *N d_a, double *N d_b)
{
    double *across = array(m * l), *c = array(l);
    transpose(m, l, b, across);
    clear(n * m, d_a), clear(m * l, d_b);
    for (long i = 0; i < n; i++) {
        clear(l, c);
        for (long k = 0; k < m; k++)
            add(l, 2.0 * a[i * m + k], b + k * l, c);
        for (long j = 0; j < l; j++)
            add(m, c[j], across + j * m, d_a + i * m);
        for (long k = 0; k < m; k++)
            add(l, a[i * m + k], c, d_b + k * l);
    }
    free(across), free(c);
}

void least_squares(long n, long m, const double *N a, long m1, const double *N x, long n1,
                   const double *N b, double *N d_a, double *N d_x, double *N d_b)
{
    clear(m, d_x);
    for (long i = 0; i < n; i++) {
        double d_residual = 2.0 * (dot(m, a + i * m, x) - b[i]);
        for (long j = 0; j < m; j++)
            d_a[i * m + j] = d_residual * x[j];
        add(m, d_residual, a + i * m, d_x);
        d_b[i] = -d_residual;
    }
}

void thomas(long n, const double *N below, long n1, const double *N diagonal, long n2,
            const double *N above, long n3, const double *N right, double *N d_below,
            double *N d_diagonal, double *N d_above, double *N d_right)
{
    double *factor = array(n), *y = array(n), *x = array(n), *inverse = array(n);
    inverse[0] = 1.0 / diagonal[0];
    factor[0] = above[0] * inverse[0];
    y[0] = right[0] * inverse[0];
    for (long i = 1; i < n; i++) {
        inverse[i] = 1.0 / (diagonal[i] - below[i] * factor[i - 1]);
        factor[i] = above[i] * inverse[i];
        y[i] = (right[i] - below[i] * y[i - 1]) * inverse[i];
    }
    x[n - 1] = y[n - 1];
    for (long i = n - 2; i >= 0; i--)
        x[i] = y[i] - factor[i] * x[i + 1];
    double d_x = 2.0 * x[0];
    for (long i = 0; i < n - 1; i++) { /* d_right and d_above: the adjoints of y and factor */
        d_right[i] = d_x;
        d_above[i] = -d_x * x[i + 1];
        d_x = 2.0 * x[i + 1] - factor[i] * d_x;
    }
    d_right[n - 1] = d_x, d_above[n - 1] = 0.0;
    for (long i = n - 1; i >= 0; i--) {
        d_right[i] *= inverse[i];
        d_above[i] *= inverse[i];
        d_diagonal[i] = -d_right[i] * y[i] - d_above[i] * factor[i];
        if (i == 0) break;
        d_below[i] = -d_right[i] * y[i - 1] - d_diagonal[i] * factor[i - 1];
        d_right[i - 1] -= d_right[i] * below[i];
        d_above[i - 1] -= d_diagonal[i] * below[i];
    }
    d_below[0] = 0.0;
    free(factor), free(y), free(x), free(inverse);
}

/* one recursion: returns the value, and writes the gradient to d_a */
static double minors(long n, const double *a, double *d_a)
{
    if (n == 1) return d_a[0] = 1.0, a[0];
    long m = n - 1;
    double minor[m * m], d_minor[m * m], total = 0.0, sign = 1.0;
    clear(n * n, d_a);
    for (long column = 0; column < n; column++, sign = -sign) {
        for (long i = 0; i < m; i++)
            for (long j = 0; j < m; j++)
                minor[i * m + j] = a[(i + 1) * n + j + (j >= column)];
        d_a[column] = sign * minors(m, minor, d_minor);
        total += a[column] * d_a[column];
        for (long i = 0; i < m; i++)
            for (long j = 0; j < m; j++)
                d_a[(i + 1) * n + j + (j >= column)] += sign * a[column] * d_minor[i * m + j];
    }
    return total;
}

void determinant(long n, long n1, const double *N a, double *N d_a) { minors(n, a, d_a); }
