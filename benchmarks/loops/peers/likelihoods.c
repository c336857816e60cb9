#include "arrays.h"

void normal_likelihood(long n, const double *N x, double mean, double log_scale, double *N d_mean,
                       double *N d_log_scale)
{
    double lane[LANES] = {0.0}, squares[LANES] = {0.0}, inverse = exp(-log_scale);
    double sum = 0.0, square_sum = 0.0;
    long i = 0;
    for (; i + LANES <= n; i += LANES)
        for (int l = 0; l < LANES; l++) {
            double z = (x[i + l] - mean) * inverse;
            lane[l] += z;
            squares[l] += z * z;
        }
    for (; i < n; i++) {
        double z = (x[i] - mean) * inverse;
        sum += z;
        square_sum += z * z;
    }
    for (int l = 0; l < LANES; l++)
        sum += lane[l], square_sum += squares[l];
    *d_mean = sum * inverse;
    *d_log_scale = square_sum - n;
}

void logistic_likelihood(long n, long m, const double *N features, long n1, const long *N answers,
                         long m1, const double *N weights, double bias, double *N d_weights,
                         double *N d_bias)
{
    double sum = 0.0;
    clear(m, d_weights);
    for (long i = 0; i < n; i++) {
        double score = bias + dot(m, weights, features + i * m);
        double sign = answers[i] == 1 ? 1.0 : -1.0;
        double odds = exp(-sign * score), d_score = sign * odds / (1.0 + odds);
        add(m, d_score, features + i * m, d_weights);
        sum += d_score;
    }
    *d_bias = sum;
}

void cox(long n, long m, const double *N features, long n1, const long *N events, long m1,
         const double *N weights, double *N d_weights)
{
    double *risk = array(n), *inverse = array(n), at_risk = 0.0, d_at_risk = 0.0;
    for (long i = 0; i < n; i++) {
        risk[i] = exp(dot(m, weights, features + i * m));
        at_risk += risk[i];
        inverse[i] = events[i] == 1 ? 1.0 / at_risk : 0.0;
    }
    clear(m, d_weights);
    for (long i = n - 1; i >= 0; i--) {
        d_at_risk -= inverse[i];
        double d_score = d_at_risk * risk[i] + (events[i] == 1);
        add(m, d_score, features + i * m, d_weights);
    }
    free(risk), free(inverse);
}

/* three derivatives of one number that is carried: forward, so nothing is saved */
void garch(long n, const double *N returns, double base, double shock, double memory,
           double *N d_base, double *N d_shock, double *N d_memory)
{
    double rest = 1.0 / (1.0 - shock - memory), variance = base * rest;
    double by_base = rest, by_shock = variance * rest, by_memory = by_shock;
    double sum_base = 0.0, sum_shock = 0.0, sum_memory = 0.0;
    for (long t = 0; t < n; t++) {
        double inverse = 1.0 / variance, seen = returns[t] * returns[t];
        double slope = 0.5 * inverse * (1.0 - seen * inverse);
        sum_base += slope * by_base;
        sum_shock += slope * by_shock;
        sum_memory += slope * by_memory;
        by_base = 1.0 + memory * by_base;
        by_shock = seen + memory * by_shock;
        by_memory = variance + memory * by_memory;
        variance = base + shock * seen + memory * variance;
    }
    *d_base = sum_base, *d_shock = sum_shock, *d_memory = sum_memory;
}
