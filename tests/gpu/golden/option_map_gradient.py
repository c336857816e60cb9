import math

import numpy as np
from numba import cuda

real = np.float32


@cuda.jit(device=True)
def option_gradient(s, strike, years, volatility):
    """Gradient of option (devices.py:37) with respect to s, volatility."""
    # forward
    spread_sqrt = math.sqrt(years)
    spread = volatility * spread_sqrt
    d_quotient = s / strike
    d = (math.log(d_quotient) + 0.5 * spread * spread) / spread
    above_sqrt = math.sqrt(2.0)
    above_quotient = d / above_sqrt
    above = 0.5 * (1.0 + math.erf(above_quotient))
    result_quotient = (d - spread) / above_sqrt
    # backward
    above_sqrt_inverse = 1.0 / above_sqrt
    # return s * above - strike * 0.5 * (1.0 + math.erf((d - spread) / math.sqrt(2.0)))
    d_d = (
        -real(0.5)
        * strike
        * real(2.0 / math.sqrt(math.pi))
        * math.exp(-result_quotient * result_quotient)
        * above_sqrt_inverse
    )
    d_spread = -d_d
    d_s = above
    d_above = s
    # above = 0.5 * (1.0 + math.erf(d / math.sqrt(2.0)))
    d_d += (
        0.5
        * d_above
        * (2.0 / math.sqrt(math.pi))
        * math.exp(-above_quotient * above_quotient)
        * above_sqrt_inverse
    )
    # d = (math.log(s / strike) + 0.5 * spread * spread) / spread
    d_d_sum = d_d / spread
    d_spread -= d * d_d_sum
    d_spread += spread * d_d_sum
    d_s += d_d_sum / d_quotient / strike
    # spread = volatility * math.sqrt(years)
    d_volatility = spread_sqrt * d_spread
    return real(d_s), real(d_volatility)


@cuda.jit
def option_map_gradient(s, strike, years, volatility, d_s, d_volatility):
    """Gradient of option (devices.py:37) for each of many samples."""
    sample = cuda.grid(1)
    if sample < s.size:
        d_s[sample], d_volatility[sample] = option_gradient(
            s[sample], strike, years[sample], volatility
        )
