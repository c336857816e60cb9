/* What the gradients written by hand share.

   They are the adjoints of the programs' own operations, written with care: nothing is saved
   that can be read or cheaply computed again, sums are vectorised, results are written once.
   No identity is used that only holds for the function as a whole. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define N restrict
#define LANES 8

static inline double *array(long count) { return malloc(count * sizeof(double)); }
static inline double *zeros(long count) { return calloc(count, sizeof(double)); }
static inline void clear(long count, double *a) { memset(a, 0, count * sizeof(double)); }
static inline double square(double x) { return x * x; }

/* the sum of a[i] b[i], in an order that is fast */
static inline double dot(long n, const double *N a, const double *N b)
{
    double lane[LANES] = {0.0}, sum = 0.0;
    long i = 0;
    for (; i + LANES <= n; i += LANES)
        for (int l = 0; l < LANES; l++)
            lane[l] += a[i + l] * b[i + l];
    for (; i < n; i++)
        sum += a[i] * b[i];
    for (int l = 0; l < LANES; l++)
        sum += lane[l];
    return sum;
}

/* y += factor x */
static inline void add(long n, double factor, const double *N x, double *N y)
{
    for (long i = 0; i < n; i++)
        y[i] += factor * x[i];
}

/* out[j, i] = a[i, j] */
static inline void transpose(long rows, long columns, const double *N a, double *N out)
{
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < columns; j++)
            out[j * rows + i] = a[i * columns + j];
}
