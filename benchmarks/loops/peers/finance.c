#include "arrays.h"

static inline double normal_cdf(double x) { return 0.5 * erfc(-x * M_SQRT1_2); }
static inline double normal_pdf(double x)
{
    return 0.5 * M_2_SQRTPI * M_SQRT1_2 * exp(-0.5 * x * x);
}

void black_scholes(long n, const double *N spot, long n1, const double *N strike, long n2,
                   const double *N time, long n3, const double *N volatility, double rate,
                   double *N d_spot, double *N d_strike, double *N d_time, double *N d_volatility,
                   double *N d_rate)
{
    double sum = 0.0;
    for (long i = 0; i < n; i++) {
        double root = sqrt(time[i]), spread = volatility[i] * root, inverse = 1.0 / spread;
        double whole = (log(spot[i] / strike[i]) + rate * time[i]) * inverse;
        double up = whole + 0.5 * spread, down = up - spread;
        double discount = exp(-rate * time[i]), discounted = strike[i] * discount;
        double above = normal_cdf(up), below = normal_cdf(down);
        double d_down = -discounted * normal_pdf(down), d_up = spot[i] * normal_pdf(up) + d_down;
        double d_discounted = -below, d_whole = d_up * inverse;
        double d_spread = 0.5 * d_up - d_down - whole * d_whole;
        double d_exponent = -discounted * d_discounted + d_whole; /* of rate * time */
        d_spot[i] = above + d_whole / spot[i];
        d_strike[i] = d_discounted * discount - d_whole / strike[i];
        d_time[i] = d_exponent * rate + 0.5 * d_spread * volatility[i] / root;
        d_volatility[i] = d_spread * root;
        sum += d_exponent * time[i];
    }
    *d_rate = sum;
}

/* saved: the values of the tree; the powers of `up` are a table */
void binomial_tree(double spot, double strike, double rate, double volatility, long steps,
                   double *N d_spot, double *N d_strike, double *N d_rate, double *N d_volatility)
{
    double step = 1.0 / steps, root = sqrt(step), up = exp(volatility * root), down = 1.0 / up;
    double discount = exp(-rate * step), grown = exp(rate * step), width = 1.0 / (up - down);
    double chance = (grown - down) * width, high = discount * chance;
    double low = discount * (1.0 - chance);
    double *powers = array(2 * steps + 1), *power = powers + steps, *d_power = zeros(2 * steps + 1);
    double *tree = array((steps + 1) * (steps + 2) / 2), *d = zeros(steps + 2);
    for (long k = -steps; k <= steps; k++)
        power[k] = spot * pow(up, k);
    for (long i = steps; i >= 0; i--) {
        double *N value = tree + i * (i + 1) / 2, *N next = value + i + 1;
        for (long j = 0; j <= i; j++) {
            double now = strike - power[2 * j - i];
            double hold = i < steps ? high * next[j + 1] + low * next[j] : 0.0;
            value[j] = hold > now ? hold : now;
        }
    }
    double d_high = 0.0, d_low = 0.0, d_struck = 0.0;
    d[0] = 1.0;
    for (long i = 0; i <= steps; i++) {
        const double *N value = tree + i * (i + 1) / 2, *N next = value + i + 1;
        double above = 0.0; /* what goes to element j from the one below */
        for (long j = 0; j <= i; j++) {
            double now = strike - power[2 * j - i], g = d[j], held = 0.0;
            if (i == steps ? now > 0.0 : value[j] == now) {
                d_struck += g;
                d_power[steps + 2 * j - i] -= g;
            } else if (i < steps) {
                held = g;
                d_high += g * next[j + 1];
                d_low += g * next[j];
            }
            d[j] = above + low * held;
            above = high * held;
        }
        d[i + 1] = above;
    }
    double d_chance = discount * (d_high - d_low), d_width = (grown - down) * d_chance;
    double d_discount = chance * d_high + (1.0 - chance) * d_low;
    double d_down = -width * d_chance + width * width * d_width;
    double d_up = -width * width * d_width - d_down * down * down, by_spot = 0.0;
    for (long k = -steps; k <= steps; k++) {
        by_spot += d_power[steps + k] * power[k] / spot;
        d_up += d_power[steps + k] * k * power[k] * down;
    }
    *d_spot = by_spot, *d_strike = d_struck;
    *d_rate = step * (width * grown * d_chance - discount * d_discount);
    *d_volatility = root * up * d_up;
    free(powers), free(d_power), free(tree), free(d);
}
