#include "arrays.h"

/* the kernel is read backward, so that all sums run upwards */
void causal_sums(long n, const double *N x, long n1, const double *N kernel, double *N d_x,
                 double *N d_kernel)
{
    double *y = array(n), *bound = array(n), *back = array(n), *d_back = zeros(n);
    for (long i = 0; i < n; i++)
        back[n - 1 - i] = kernel[i];
    for (long i = 0; i < n; i++) {
        bound[i] = tanh(dot(i, back + n - 1 - i, y));
        y[i] = x[i] + bound[i];
    }
    for (long i = 0; i < n; i++)
        d_x[i] = 2.0 * y[i];
    for (long i = n - 1; i >= 0; i--) {
        double d_before = d_x[i] * (1.0 - bound[i] * bound[i]);
        add(i, d_before, y, d_back + n - 1 - i);
        add(i, d_before, back + n - 1 - i, d_x);
    }
    for (long i = 0; i < n; i++)
        d_kernel[i] = d_back[n - 1 - i];
    free(y), free(bound), free(back), free(d_back);
}

void recurrence(double level, double inflow, double drain, long steps, double *N d_level,
                double *N d_inflow, double *N d_drain)
{
    double *root = array(steps), d = 0.0, sum = 0.0, rooted = 0.0, seed = 1.0 / steps;
    for (long s = 0; s < steps; s++) {
        root[s] = sqrt(level);
        level += 0.01 * (inflow - drain * root[s]);
    }
    for (long s = steps - 1; s >= 0; s--) {
        d += seed;
        sum += d;
        rooted += d * root[s];
        d -= d * (0.005 * drain / root[s]);
    }
    *d_level = d, *d_inflow = 0.01 * sum, *d_drain = -0.01 * rooted;
    free(root);
}

/* saved: the three shares of each smooth minimum */
void soft_dtw(long n, const double *N x, long m, const double *N y, double gamma, double *N d_x,
              double *N d_y)
{
    double *cost = array(2 * (m + 1)), *share = array(3 * n * m), *d = zeros(2 * (m + 2));
    double *above = cost, *row = cost + m + 1, scale = 1.0 / gamma;
    for (long j = 0; j <= m; j++)
        above[j] = j == 0 ? 0.0 : 1e10;
    for (long i = 0; i < n; i++) {
        row[0] = 1e10;
        for (long j = 0; j < m; j++) {
            double a = above[j + 1], b = row[j], c = above[j], *s = share + 3 * (i * m + j);
            double least = fmin(a, fmin(b, c));
            s[0] = exp((least - a) * scale);
            s[1] = exp((least - b) * scale);
            s[2] = exp((least - c) * scale);
            double total = s[0] + s[1] + s[2], inverse = 1.0 / total;
            s[0] *= inverse, s[1] *= inverse, s[2] *= inverse;
            row[j + 1] = square(x[i] - y[j]) + least - gamma * log(total);
        }
        double *held = above;
        above = row, row = held;
    }
    double *d_row = d, *d_above = d + m + 2;
    clear(m, d_y);
    d_row[m] = 1.0; /* d_row[j + 1] is the adjoint of element j */
    for (long i = n - 1; i >= 0; i--) {
        double sum = 0.0;
        clear(m + 2, d_above);
        for (long j = m - 1; j >= 0; j--) {
            const double *s = share + 3 * (i * m + j);
            double g = d_row[j + 1], d_step = 2.0 * (x[i] - y[j]) * g;
            sum += d_step;
            d_y[j] -= d_step;
            d_above[j + 1] += s[0] * g;
            d_row[j] += s[1] * g;
            d_above[j] += s[2] * g;
        }
        d_x[i] = sum;
        double *held = d_above;
        d_above = d_row, d_row = held;
    }
    free(cost), free(share), free(d);
}

/* saved: beliefs, what arrives, and scales */
void hmm(long n, const double *N initial, long n1, long n2, const double *N transition, long n3,
         long symbols, const double *N emission, long length, const long *N observed,
         double *N d_initial, double *N d_transition, double *N d_emission)
{
    double *beliefs = array((length + 1) * n), *arrivals = array(length * n);
    double *scales = array(length), *by_symbol = array(n * symbols), *d_seen = zeros(n * symbols);
    transpose(n, symbols, emission, by_symbol);
    memcpy(beliefs, initial, n * sizeof(double));
    for (long t = 0; t < length; t++) {
        const double *belief = beliefs + t * n, *seen = by_symbol + observed[t] * n;
        double *arriving = arrivals + t * n, *following = beliefs + (t + 1) * n, scale = 0.0;
        clear(n, arriving);
        for (long i = 0; i < n; i++)
            add(n, belief[i], transition + i * n, arriving);
        for (long j = 0; j < n; j++)
            scale += following[j] = arriving[j] * seen[j];
        scales[t] = scale = 1.0 / scale;
        for (long j = 0; j < n; j++)
            following[j] *= scale;
    }
    double *d_belief = d_initial, d_arriving[n];
    clear(n, d_belief), clear(n * n, d_transition);
    for (long t = length - 1; t >= 0; t--) {
        const double *seen = by_symbol + observed[t] * n, *arriving = arrivals + t * n;
        double *d_row = d_seen + observed[t] * n;
        double shared = 1.0 - dot(n, d_belief, beliefs + (t + 1) * n);
        for (long j = 0; j < n; j++) {
            double d_following = (d_belief[j] + shared) * scales[t];
            d_row[j] += d_following * arriving[j];
            d_arriving[j] = d_following * seen[j];
        }
        for (long i = 0; i < n; i++) {
            d_belief[i] = dot(n, d_arriving, transition + i * n);
            add(n, beliefs[t * n + i], d_arriving, d_transition + i * n);
        }
    }
    transpose(symbols, n, d_seen, d_emission);
    free(beliefs), free(arrivals), free(scales), free(by_symbol), free(d_seen);
}

/* saved: the share of each state before, for each state and time */
void crf(long length, long n, const double *N scores, long n1, long n2, const double *N transition,
         long length1, const long *N labels, double *N d_scores, double *N d_transition)
{
    double *shares = array(length * n * n), *into = array(n * n), *d_into = zeros(n * n);
    double *alpha = array(n), *following = array(n), *d_alpha = array(n), total = 0.0;
    transpose(n, n, transition, into);
    memcpy(alpha, scores, n * sizeof(double));
    for (long t = 1; t < length; t++) {
        for (long j = 0; j < n; j++) {
            double *share = shares + (t * n + j) * n, top = -INFINITY, sum = 0.0;
            for (long i = 0; i < n; i++)
                if (alpha[i] + into[j * n + i] > top) top = alpha[i] + into[j * n + i];
            for (long i = 0; i < n; i++)
                sum += share[i] = exp(alpha[i] + into[j * n + i] - top);
            double inverse = 1.0 / sum;
            for (long i = 0; i < n; i++)
                share[i] *= inverse;
            following[j] = scores[t * n + j] + top + log(sum);
        }
        memcpy(alpha, following, n * sizeof(double));
    }
    double top = -INFINITY;
    for (long j = 0; j < n; j++)
        top = fmax(top, alpha[j]);
    for (long j = 0; j < n; j++)
        total += d_alpha[j] = exp(alpha[j] - top);
    for (long j = 0; j < n; j++)
        d_alpha[j] /= total;
    for (long t = length - 1; t > 0; t--) {
        clear(n, following);
        for (long j = 0; j < n; j++) {
            const double *share = shares + (t * n + j) * n;
            d_scores[t * n + j] = d_alpha[j];
            add(n, d_alpha[j], share, following);
            add(n, d_alpha[j], share, d_into + j * n);
        }
        memcpy(d_alpha, following, n * sizeof(double));
    }
    memcpy(d_scores, d_alpha, n * sizeof(double));
    transpose(n, n, d_into, d_transition);
    for (long t = 0; t < length; t++)
        d_scores[t * n + labels[t]] -= 1.0;
    for (long t = 1; t < length; t++)
        d_transition[labels[t - 1] * n + labels[t]] -= 1.0;
    free(shares), free(into), free(d_into), free(alpha), free(following), free(d_alpha);
}
