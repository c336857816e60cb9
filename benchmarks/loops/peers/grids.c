#include "arrays.h"

/* saved: all steps; the adjoint of a step gathers */
void burgers(long n, const double *N start, double viscosity, double step, long count,
             double *N d_start, double *N d_viscosity)
{
    double *u = array((count + 1) * n), *bends = zeros(n), *d_next = array(n);
    memcpy(u, start, n * sizeof(double));
    for (long s = 0; s < count; s++) {
        const double *N from = u + s * n;
        double *N to = u + (s + 1) * n;
        to[0] = from[0], to[n - 1] = from[n - 1];
        for (long i = 1; i < n - 1; i++) {
            double slope = 0.5 * (from[i + 1] - from[i - 1]);
            double bend = from[i + 1] - 2.0 * from[i] + from[i - 1];
            to[i] = from[i] + step * (viscosity * bend - from[i] * slope);
        }
    }
    for (long i = 0; i < n; i++)
        d_start[i] = 2.0 * u[count * n + i];
    for (long s = count - 1; s >= 0; s--) {
        const double *N y = u + s * n;
        double *N g = d_next, *N d = d_start;
        memcpy(g, d, n * sizeof(double));
        g[0] = g[n - 1] = 0.0; /* the ends are copied, not computed */
        for (long i = 1; i < n - 1; i++) {
            double own = 2.0 * viscosity + 0.5 * (y[i + 1] - y[i - 1]);
            double left = g[i - 1] * (viscosity - 0.5 * y[i - 1]);
            double right = g[i + 1] * (viscosity + 0.5 * y[i + 1]);
            bends[i] += g[i] * (y[i + 1] - 2.0 * y[i] + y[i - 1]);
            d[i] += step * (left + right - g[i] * own);
        }
        d[0] += step * g[1] * (viscosity + 0.5 * y[1]);
        d[n - 1] += step * g[n - 2] * (viscosity - 0.5 * y[n - 2]);
    }
    *d_viscosity = 0.0;
    for (long i = 0; i < n; i++)
        *d_viscosity += step * bends[i];
    free(u), free(bends), free(d_next);
}

/* saved: all steps; the adjoint of a step gathers */
void heat(long n, long m, const double *N start, long n1, long m1, const double *N conductivity,
          long count, double *N d_start, double *N d_conductivity)
{
    double *t = array((count + 1) * n * m), *flow = zeros(n * m);
    memcpy(t, start, n * m * sizeof(double));
    for (long s = 0; s < count; s++) {
        const double *N old = t + s * n * m;
        double *N new = t + (s + 1) * n * m;
        memcpy(new, old, m * sizeof(double));
        memcpy(new + (n - 1) * m, old + (n - 1) * m, m * sizeof(double));
        for (long i = 1; i < n - 1; i++) {
            const double *N o = old + i * m;
            new[i * m] = o[0], new[i * m + m - 1] = o[m - 1];
            for (long j = 1; j < m - 1; j++) {
                double around = o[j - m] + o[j + m] + o[j - 1] + o[j + 1];
                new[i * m + j] = o[j] + conductivity[i * m + j] * (around - 4.0 * o[j]);
            }
        }
    }
    clear(n * m, d_conductivity);
    for (long i = 0; i < n * m; i++)
        d_start[i] = 2.0 * t[count * n * m + i];
    for (long s = count - 1; s >= 0; s--) {
        const double *N old = t + s * n * m;
        for (long i = 1; i < n - 1; i++) {
            const double *N o = old + i * m;
            for (long j = 1; j < m - 1; j++) {
                double around = o[j - m] + o[j + m] + o[j - 1] + o[j + 1];
                flow[i * m + j] = conductivity[i * m + j] * d_start[i * m + j];
                d_conductivity[i * m + j] += d_start[i * m + j] * (around - 4.0 * o[j]);
            }
        }
        for (long i = 1; i < n - 1; i++) {
            const double *N f = flow + i * m;
            double *N d = d_start + i * m;
            d[0] += f[1], d[m - 1] += f[m - 2];
            for (long j = 1; j < m - 1; j++)
                d[j] += f[j - m] + f[j + m] + f[j - 1] + f[j + 1] - 4.0 * f[j];
        }
        for (long j = 1; j < m - 1; j++) {
            d_start[j] += flow[m + j];
            d_start[(n - 1) * m + j] += flow[(n - 2) * m + j];
        }
    }
    free(t), free(flow);
}

/* saved: flow and total depth of each step */
void shallow_water(long n, long m, const double *N height, long n1, long m1, const double *N depth,
                   double step, long count, double *N d_height, double *N d_depth)
{
    long rows = m + 1;
    double *flows = array(count * n * m), *totals = array(count * n * m), *h = array(n * m);
    double *u = zeros((n + 1) * m), *v = zeros(n * rows), *d_flow = array(n * m);
    memcpy(h, height, n * m * sizeof(double));
    for (long s = 0; s < count; s++) {
        double *N flow = flows + s * n * m, *N total = totals + s * n * m;
        for (long i = m; i < n * m; i++)
            u[i] -= step * (h[i] - h[i - m]);
        for (long i = 0; i < n; i++)
            for (long j = 1; j < m; j++)
                v[i * rows + j] -= step * (h[i * m + j] - h[i * m + j - 1]);
        for (long i = 0; i < n; i++)
            for (long j = 0; j < m; j++) {
                long k = i * m + j;
                flow[k] = u[k + m] - u[k] + v[i * rows + j + 1] - v[i * rows + j];
                total[k] = depth[k] + h[k];
                h[k] -= step * total[k] * flow[k];
            }
    }
    double *d_h = d_height, *d_u = u, *d_v = v;
    clear((n + 1) * m, d_u), clear(n * rows, d_v), clear(n * m, d_depth);
    for (long k = 0; k < n * m; k++)
        d_h[k] = 2.0 * h[k];
    for (long s = count - 1; s >= 0; s--) {
        const double *N flow = flows + s * n * m, *N total = totals + s * n * m;
        for (long k = 0; k < n * m; k++) {
            double change = step * flow[k] * d_h[k];
            d_flow[k] = -step * total[k] * d_h[k];
            d_depth[k] -= change;
            d_h[k] -= change;
        }
        for (long k = m; k < n * m; k++) /* the walls keep d_u = d_v = 0 */
            d_u[k] += d_flow[k - m] - d_flow[k];
        for (long i = 0; i < n; i++)
            for (long j = 1; j < m; j++)
                d_v[i * rows + j] += d_flow[i * m + j - 1] - d_flow[i * m + j];
        for (long i = 0; i < n; i++)
            for (long j = 0; j < m; j++) {
                long k = i * m + j;
                double across = d_u[k + m] - d_u[k];
                d_h[k] += step * (across + d_v[i * rows + j + 1] - d_v[i * rows + j]);
            }
    }
    free(flows), free(totals), free(h), free(u), free(v), free(d_flow);
}

static const int ACROSS[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int ALONG[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double WEIGHT[9] = {4. / 9,  1. / 9,  1. / 9,  1. / 9, 1. / 9,
                                 1. / 36, 1. / 36, 1. / 36, 1. / 36};

typedef struct {
    double inverse, density, x, y;
} motion;

static inline motion moments(const double g[9])
{
    motion a = {0};
    for (int q = 0; q < 9; q++) {
        a.density += g[q];
        a.x += ACROSS[q] * g[q];
        a.y += ALONG[q] * g[q];
    }
    a.inverse = 1.0 / a.density;
    a.x *= a.inverse, a.y *= a.inverse;
    return a;
}

static inline long around(long i, long n) { return i < 0 ? n - 1 : i == n ? 0 : i; }

/* where each velocity takes cell i, j */
static inline void targets(long i, long j, long n, long m, long to[9])
{
    for (int q = 0; q < 9; q++)
        to[q] = q * n * m + around(i + ACROSS[q], n) * m + around(j + ALONG[q], m);
}

static inline void moments_reverse(motion a, double d_density, double d_x, double d_y, double d[9])
{
    d_x *= a.inverse, d_y *= a.inverse;
    d_density -= a.x * d_x + a.y * d_y;
    for (int q = 0; q < 9; q++)
        d[q] += d_density + ACROSS[q] * d_x + ALONG[q] * d_y;
}

/* saved: the gas before each step; nothing reads what the last step writes */
void lattice_boltzmann(long nine, long n, long m, const double *N start, double relaxation,
                       long count, double *N d_start, double *N d_relaxation)
{
    long cells = n * m, to[9];
    double *gas = array(count * 9 * cells), *other = array(9 * cells), sum = 0.0;
    double g[9], d[9];
    memcpy(gas, start, 9 * cells * sizeof(double));
    for (long s = 0; s + 1 < count; s++) {
        const double *N from = gas + s * 9 * cells;
        double *N next = gas + (s + 1) * 9 * cells;
        for (long i = 0; i < n; i++)
            for (long j = 0; j < m; j++) {
                for (int q = 0; q < 9; q++)
                    g[q] = from[q * cells + i * m + j];
                motion a = moments(g);
                double still = 1.0 - 1.5 * (a.x * a.x + a.y * a.y);
                targets(i, j, n, m, to);
                for (int q = 0; q < 9; q++) {
                    double speed = ACROSS[q] * a.x + ALONG[q] * a.y;
                    double shape = still + 3.0 * speed + 4.5 * speed * speed;
                    next[to[q]] = g[q] + relaxation * (WEIGHT[q] * a.density * shape - g[q]);
                }
            }
    }
    double *d_gas = d_start, *d_old = other;
    if (count % 2 == 0) d_gas = other, d_old = d_start; /* so that the last one is d_start */
    for (long k = 0; k < cells; k++) {
        const double *from = gas + (count - 1) * 9 * cells;
        for (int q = 0; q < 9; q++)
            g[q] = from[q * cells + k], d[q] = 0.0;
        motion a = moments(g);
        double energy = 0.5 * (a.x * a.x + a.y * a.y);
        moments_reverse(a, energy, a.density * a.x, a.density * a.y, d);
        for (int q = 0; q < 9; q++)
            d_gas[q * cells + k] = d[q];
    }
    for (long s = count - 2; s >= 0; s--) {
        const double *N from = gas + s * 9 * cells;
        for (long i = 0; i < n; i++)
            for (long j = 0; j < m; j++) {
                double d_density = 0.0, d_x = 0.0, d_y = 0.0, d_square = 0.0;
                for (int q = 0; q < 9; q++)
                    g[q] = from[q * cells + i * m + j];
                motion a = moments(g);
                double still = 1.0 - 1.5 * (a.x * a.x + a.y * a.y);
                targets(i, j, n, m, to);
                for (int q = 0; q < 9; q++) {
                    double speed = ACROSS[q] * a.x + ALONG[q] * a.y, out = d_gas[to[q]];
                    double shape = still + 3.0 * speed + 4.5 * speed * speed;
                    double d_target = relaxation * WEIGHT[q] * out;
                    double d_speed = d_target * a.density * (3.0 + 9.0 * speed);
                    sum += out * (WEIGHT[q] * a.density * shape - g[q]);
                    d_density += d_target * shape;
                    d_square -= 1.5 * d_target * a.density;
                    d_x += ACROSS[q] * d_speed;
                    d_y += ALONG[q] * d_speed;
                    d[q] = (1.0 - relaxation) * out;
                }
                d_x += 2.0 * a.x * d_square;
                d_y += 2.0 * a.y * d_square;
                moments_reverse(a, d_density, d_x, d_y, d);
                for (int q = 0; q < 9; q++)
                    d_old[q * cells + i * m + j] = d[q];
            }
        double *held = d_gas;
        d_gas = d_old, d_old = held;
    }
    *d_relaxation = sum;
    free(gas), free(other);
}

#define BLOCK 512

/* in blocks, so that all inner loops run along the signal */
void convolution_1d(long n, const double *N x, long m, const double *N kernel, double *N d_x,
                    double *N d_kernel)
{
    double value[BLOCK];
    clear(n, d_x), clear(m, d_kernel);
    for (long from = 0; from < n - m + 1; from += BLOCK) {
        long count = n - m + 1 - from < BLOCK ? n - m + 1 - from : BLOCK;
        clear(count, value);
        for (long k = 0; k < m; k++)
            add(count, 2.0 * kernel[k], x + from + k, value);
        for (long k = 0; k < m; k++) {
            d_kernel[k] += dot(count, value, x + from + k);
            add(count, kernel[k], value, d_x + from + k);
        }
    }
}

/* row by row, so that all inner loops run along the last axis */
void convolution_3d(long n, long m, long l, const double *N x, long three, long three1, long three2,
                    const double *N kernel, double *N d_x, double *N d_kernel)
{
    double *value = array(l);
    clear(n * m * l, d_x), clear(27, d_kernel);
    for (long i = 0; i < n - 2; i++)
        for (long j = 0; j < m - 2; j++) {
            clear(l - 2, value);
            for (int k = 0; k < 27; k++) {
                long at = ((i + k / 9) * m + j + k / 3 % 3) * l + k % 3;
                add(l - 2, 2.0 * kernel[k], x + at, value);
            }
            for (int k = 0; k < 27; k++) {
                long at = ((i + k / 9) * m + j + k / 3 % 3) * l + k % 3;
                d_kernel[k] += dot(l - 2, value, x + at);
                add(l - 2, kernel[k], value, d_x + at);
            }
        }
    free(value);
}
