#include "arrays.h"

/* each pair is visited once for both bodies; saved: the positions of each step */
void n_body(long n, long n1, const double *N position, long n2, long n3, const double *N velocity,
            long n4, const double *N mass, double step, long count, double *N d_position,
            double *N d_velocity, double *N d_mass)
{
    double *p = array((count + 1) * n * 3), *v = array(n * 3);
    memcpy(p, position, n * 3 * sizeof(double));
    memcpy(v, velocity, n * 3 * sizeof(double));
    for (long s = 0; s < count; s++) {
        const double *N from = p + s * n * 3;
        for (long i = 0; i < n; i++)
            for (long j = 0; j < i; j++) {
                double x = from[3 * j] - from[3 * i], y = from[3 * j + 1] - from[3 * i + 1];
                double z = from[3 * j + 2] - from[3 * i + 2];
                double r = x * x + y * y + z * z + 0.01, pull = step / (r * sqrt(r));
                double on_i = pull * mass[j], on_j = pull * mass[i];
                v[3 * i] += on_i * x, v[3 * i + 1] += on_i * y, v[3 * i + 2] += on_i * z;
                v[3 * j] -= on_j * x, v[3 * j + 1] -= on_j * y, v[3 * j + 2] -= on_j * z;
            }
        for (long i = 0; i < 3 * n; i++)
            p[(s + 1) * n * 3 + i] = from[i] + step * v[i];
    }
    double *N d_p = d_position, *N d_v = d_velocity;
    clear(n * 3, d_v), clear(n, d_mass);
    for (long i = 0; i < 3 * n; i++)
        d_p[i] = 2.0 * p[count * n * 3 + i];
    for (long s = count - 1; s >= 0; s--) {
        const double *N from = p + s * n * 3;
        add(3 * n, step, d_p, d_v);
        for (long i = 0; i < n; i++)
            for (long j = 0; j < i; j++) {
                double x = from[3 * j] - from[3 * i], y = from[3 * j + 1] - from[3 * i + 1];
                double z = from[3 * j + 2] - from[3 * i + 2];
                double inverse = 1.0 / (x * x + y * y + z * z + 0.01);
                double pull = step * inverse * sqrt(inverse);
                double along_i = x * d_v[3 * i] + y * d_v[3 * i + 1] + z * d_v[3 * i + 2];
                double along_j = x * d_v[3 * j] + y * d_v[3 * j + 1] + z * d_v[3 * j + 2];
                double d_r = -3.0 * pull * inverse * (mass[j] * along_i - mass[i] * along_j);
                double d[3] = {d_r * x, d_r * y, d_r * z};
                d_mass[j] += pull * along_i;
                d_mass[i] -= pull * along_j;
                for (int c = 0; c < 3; c++) {
                    d[c] += pull * (mass[j] * d_v[3 * i + c] - mass[i] * d_v[3 * j + c]);
                    d_p[3 * j + c] += d[c];
                    d_p[3 * i + c] -= d[c];
                }
            }
    }
    free(p), free(v);
}

void lennard_jones(long n, long n1, const double *N position, double depth, double radius,
                   double *N d_position, double *N d_depth, double *N d_radius)
{
    double limit = 9.0 * radius * radius, energy = 0.0, rate = 0.0;
    clear(3 * n, d_position);
    for (long i = 0; i < n; i++)
        for (long j = 0; j < i; j++) {
            double d[3], r = 0.0;
            for (int c = 0; c < 3; c++) {
                d[c] = position[3 * i + c] - position[3 * j + c];
                r += d[c] * d[c];
            }
            if (r >= limit) continue;
            double inverse = 1.0 / r, ratio = radius * radius * inverse;
            double third = ratio * ratio * ratio;
            double d_log = (2.0 * third - 1.0) * third; /* of third, over 4 depth */
            double pull = -24.0 * depth * d_log * inverse;
            energy += third * third - third;
            rate += d_log;
            for (int c = 0; c < 3; c++) {
                d_position[3 * i + c] += pull * d[c];
                d_position[3 * j + c] -= pull * d[c];
            }
        }
    *d_depth = 4.0 * energy;
    *d_radius = 24.0 * depth * rate / radius;
}

static void growth(long n, const double *N y, const double *N rate, double coupling, double *N out)
{
    for (long i = 0; i < n; i++)
        out[i] = y[i] * (rate[i] - y[i] - coupling * y[i + 1 < n ? i + 1 : 0]);
}

/* d_y = the adjoint of y, g being that of the rates; returns what is added to d_coupling */
static double growth_reverse(long n, const double *N y, const double *N rate, double coupling,
                             const double *N g, double *N d_y, double *N d_rate)
{
    double d_coupling = 0.0;
    for (long i = 0; i < n; i++) {
        long before = i > 0 ? i - 1 : n - 1;
        double next = y[i + 1 < n ? i + 1 : 0];
        d_y[i] = g[i] * (rate[i] - 2.0 * y[i] - coupling * next) - coupling * y[before] * g[before];
        d_rate[i] += g[i] * y[i];
        d_coupling -= g[i] * y[i] * next;
    }
    return d_coupling;
}

/* saved: the state of each step; its four stages are computed again */
void ode(long n, const double *N start, long n1, const double *N rate, double coupling, double step,
         long count, double *N d_start, double *N d_rate, double *N d_coupling)
{
    static const double share[4] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
    const double ahead[4] = {0.0, 0.5 * step, 0.5 * step, step};
    double *states = array((count + 1) * n), stage[4][n], slope[n], d_slope[n], d_stage[n], d_y[n];
    double sum = 0.0;
    memcpy(states, start, n * sizeof(double));
    for (long s = 0; s < count; s++) {
        const double *N y = states + s * n;
        double *N next = states + (s + 1) * n;
        memcpy(next, y, n * sizeof(double));
        growth(n, y, rate, coupling, slope);
        for (int k = 0; k < 4; k++) {
            if (k > 0) {
                for (long i = 0; i < n; i++)
                    stage[k][i] = y[i] + ahead[k] * slope[i];
                growth(n, stage[k], rate, coupling, slope);
            }
            add(n, share[k] * step, slope, next);
        }
    }
    clear(n, d_rate);
    for (long i = 0; i < n; i++)
        d_start[i] = 2.0 * states[count * n + i];
    for (long s = count - 1; s >= 0; s--) {
        const double *N y = states + s * n;
        memcpy(stage[0], y, n * sizeof(double));
        for (int k = 0; k < 3; k++) {
            growth(n, stage[k], rate, coupling, slope);
            for (long i = 0; i < n; i++)
                stage[k + 1][i] = y[i] + ahead[k + 1] * slope[i];
        }
        memcpy(d_y, d_start, n * sizeof(double));
        for (int k = 3; k >= 0; k--) {
            for (long i = 0; i < n; i++) {
                d_slope[i] = share[k] * step * d_y[i];
                if (k < 3) d_slope[i] += ahead[k + 1] * d_stage[i];
            }
            sum += growth_reverse(n, stage[k], rate, coupling, d_slope, d_stage, d_rate);
            add(n, 1.0, d_stage, d_start);
        }
    }
    *d_coupling = sum;
    free(states);
}

/* saved: the positions of each step; the velocities are not read going backward */
void step_function(long n, const double *N x0, long n1, const double *N v0, double stiffness,
                   double step, long count, double *N d_x0, double *N d_v0, double *N d_stiffness)
{
    double *x = array((count + 1) * n), v[n], d_force[n + 2], rate[n];
    memcpy(x, x0, n * sizeof(double));
    memcpy(v, v0, n * sizeof(double));
    for (long s = 0; s < count; s++) {
        const double *N from = x + s * n;
        double *N to = x + (s + 1) * n;
        for (long i = 0; i < n; i++) {
            double force = -stiffness * from[i] - 0.1 * from[i] * from[i] * from[i];
            if (i > 0) force += from[i - 1] - from[i];
            if (i < n - 1) force += from[i + 1] - from[i];
            v[i] += step * force;
            to[i] = from[i] + step * v[i];
        }
    }
    clear(n, d_v0), clear(n, rate);
    d_force[0] = d_force[n + 1] = 0.0; /* of element i at i + 1 */
    for (long i = 0; i < n; i++)
        d_x0[i] = 2.0 * x[count * n + i];
    for (long s = count - 1; s >= 0; s--) {
        const double *N from = x + s * n;
        for (long i = 0; i < n; i++) {
            d_v0[i] += step * d_x0[i];
            d_force[i + 1] = step * d_v0[i];
            rate[i] -= d_force[i + 1] * from[i];
        }
        for (long i = 0; i < n; i++) {
            double slope = -stiffness - 0.3 * from[i] * from[i] - (i > 0) - (i < n - 1);
            d_x0[i] += d_force[i + 1] * slope + d_force[i] + d_force[i + 2];
        }
    }
    *d_stiffness = 0.0;
    for (long i = 0; i < n; i++)
        *d_stiffness += rate[i];
    free(x);
}
