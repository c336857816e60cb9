#include "arrays.h"

static inline double sigmoid(double x) { return 1.0 / (1.0 + exp(-x)); }

void k_means(long n, long m, const double *N points, long count, long m1, const double *N centres,
             double *N d_points, double *N d_centres)
{
    clear(count * m, d_centres);
    for (long i = 0; i < n; i++) {
        double best = INFINITY;
        long nearest = 0;
        for (long c = 0; c < count; c++) {
            double distance = 0.0;
            for (long d = 0; d < m; d++)
                distance += square(points[i * m + d] - centres[c * m + d]);
            if (distance < best) best = distance, nearest = c;
        }
        for (long d = 0; d < m; d++) {
            double g = 2.0 * (points[i * m + d] - centres[nearest * m + d]);
            d_points[i * m + d] = g;
            d_centres[nearest * m + d] -= g;
        }
    }
}

/* out = exp(x) / sum(exp(x)) */
static void softmax(long n, const double *x, double *out)
{
    double top = x[0], mass = 0.0;
    for (long j = 1; j < n; j++)
        if (x[j] > top) top = x[j];
    for (long j = 0; j < n; j++)
        mass += out[j] = exp(x[j] - top);
    mass = 1.0 / mass;
    for (long j = 0; j < n; j++)
        out[j] *= mass;
}

void log_sum_exp(long n, long m, const double *N x, double *N d_x)
{
    for (long i = 0; i < n; i++)
        softmax(m, x + i * m, d_x + i * m);
}

void softmax_regression(long n, long m, const double *N features, long n1, const long *N labels,
                        long classes, long m1, const double *N weights, long classes1,
                        const double *N bias, double *N d_weights, double *N d_bias)
{
    double score[classes], share = 1.0 / n;
    clear(classes * m, d_weights), clear(classes, d_bias);
    for (long i = 0; i < n; i++) {
        for (long c = 0; c < classes; c++)
            score[c] = bias[c] + dot(m, features + i * m, weights + c * m);
        softmax(classes, score, score);
        score[labels[i]] -= 1.0;
        for (long c = 0; c < classes; c++) {
            d_bias[c] += share * score[c];
            add(m, share * score[c], features + i * m, d_weights + c * m);
        }
    }
}

/* saved: gates, cells and outputs of each step; the gates are replaced by their adjoints */
void lstm(long length, long width, const double *N inputs, long four, long width1, const double *N w,
          long four1, long cells, const double *N u, long four2, const double *N b,
          double *N d_inputs, double *N d_w, double *N d_u, double *N d_b)
{
    double *gates = array(length * four), *bound = array(length * cells);
    double *cell = zeros((length + 1) * cells), *h = zeros((length + 1) * cells);
    double *across_w = array(four * width), *across_u = array(four * cells);
    double d_h[cells], d_c[cells];
    transpose(four, width, w, across_w);
    transpose(four, cells, u, across_u);
    for (long t = 0; t < length; t++) {
        double *gate = gates + t * four, *now = cell + (t + 1) * cells;
        memcpy(gate, b, four * sizeof(double));
        for (long k = 0; k < width; k++)
            add(four, inputs[t * width + k], across_w + k * four, gate);
        for (long k = 0; k < cells; k++)
            add(four, h[t * cells + k], across_u + k * four, gate);
        for (long k = 0; k < cells; k++) {
            gate[k] = sigmoid(gate[k]);
            gate[cells + k] = sigmoid(gate[cells + k]);
            gate[2 * cells + k] = tanh(gate[2 * cells + k]);
            gate[3 * cells + k] = sigmoid(gate[3 * cells + k]);
            now[k] = gate[k] * cell[t * cells + k] + gate[cells + k] * gate[2 * cells + k];
            bound[t * cells + k] = tanh(now[k]);
            h[(t + 1) * cells + k] = gate[3 * cells + k] * bound[t * cells + k];
        }
    }
    clear(cells, d_c), clear(four * width, d_w), clear(four * cells, d_u), clear(four, d_b);
    clear(length * width, d_inputs);
    for (long k = 0; k < cells; k++)
        d_h[k] = 2.0 * h[length * cells + k];
    for (long t = length - 1; t >= 0; t--) {
        double *gate = gates + t * four;
        for (long k = 0; k < cells; k++) {
            double keep = gate[k], in = gate[cells + k], new = gate[2 * cells + k];
            double out = gate[3 * cells + k], top = bound[t * cells + k];
            double d_cell = d_c[k] + d_h[k] * out * (1.0 - top * top);
            gate[k] = d_cell * cell[t * cells + k] * keep * (1.0 - keep);
            gate[cells + k] = d_cell * new * in * (1.0 - in);
            gate[2 * cells + k] = d_cell * in * (1.0 - new * new);
            gate[3 * cells + k] = d_h[k] * top * out * (1.0 - out);
            d_c[k] = d_cell * keep;
        }
        clear(cells, d_h);
        for (long g = 0; g < four; g++) {
            d_b[g] += gate[g];
            add(width, gate[g], inputs + t * width, d_w + g * width);
            add(width, gate[g], w + g * width, d_inputs + t * width);
            add(cells, gate[g], h + t * cells, d_u + g * cells);
            add(cells, gate[g], u + g * cells, d_h);
        }
    }
    free(gates), free(bound), free(cell), free(h), free(across_w), free(across_u);
}

/* image by image; kept of the filtered image: where it is positive */
void cnn(long n, long rows, long columns, const double *N images, long n1, const long *N labels,
         long count, long three, long three1, const double *N filters, long classes, long count1,
         long high, long wide, const double *N weights, double *N d_filters, double *N d_weights)
{
    long across = columns - 2, size = count * high * wide;
    double *value = array(count * 2 * high * across), *pooled = array(size), *d_pooled = array(size);
    double score[classes], g[across];
    clear(count * 9, d_filters), clear(classes * size, d_weights);
    for (long s = 0; s < n; s++) {
        const double *image = images + s * rows * columns;
        clear(size, pooled), clear(size, d_pooled), clear(count * 2 * high * across, value);
        for (long f = 0; f < count; f++)
            for (long p = 0; p < 2 * high; p++) {
                double *row = value + (f * 2 * high + p) * across;
                double *means = pooled + (f * high + p / 2) * wide;
                for (int k = 0; k < 9; k++)
                    add(across, filters[f * 9 + k], image + (p + k / 3) * columns + k % 3, row);
                for (long q = 0; q < 2 * wide; q++)
                    means[q / 2] += row[q] > 0.0 ? 0.25 * row[q] : 0.0;
            }
        for (long c = 0; c < classes; c++)
            score[c] = dot(size, weights + c * size, pooled);
        softmax(classes, score, score);
        score[labels[s]] -= 1.0;
        for (long c = 0; c < classes; c++) {
            add(size, score[c], pooled, d_weights + c * size);
            add(size, score[c], weights + c * size, d_pooled);
        }
        for (long f = 0; f < count; f++)
            for (long p = 0; p < 2 * high; p++) {
                const double *row = value + (f * 2 * high + p) * across;
                const double *d_means = d_pooled + (f * high + p / 2) * wide;
                for (long q = 0; q < 2 * wide; q++)
                    g[q] = row[q] > 0.0 ? 0.25 * d_means[q / 2] : 0.0;
                for (int k = 0; k < 9; k++)
                    d_filters[f * 9 + k] +=
                        dot(2 * wide, g, image + (p + k / 3) * columns + k % 3);
            }
    }
    free(value), free(pooled), free(d_pooled);
}
