import math

from numba import njit

from srcdiff import runtime


@njit(error_model="numpy", cache=True)
def softplus_adjoint(x, d_x, out, d_out):
    """Adjoint of softplus (programs.py:114) with respect to x."""
    if (
        runtime.overlap(x, d_x)
        or runtime.overlap(x, out)
        or runtime.overlap(x, d_out)
        or runtime.overlap(d_x, out)
        or runtime.overlap(d_x, d_out)
        or runtime.overlap(out, d_out)
    ):
        raise runtime.AliasedArguments(
            "two of `x`, `d_x`, `out`, `d_out` share memory, "
            "and `softplus` writes to one of them: pass a copy"
        )
    if d_x.shape != x.shape or d_out.shape != out.shape:
        raise runtime.WrongShape(
            "an adjoint or cotangent has not the shape "
            "of what it belongs to: pass one that has"
        )
    # iterations are independent: forward and backward together, nothing saved
    for i in range(len(x)):
        if x[i] > 0.0:
            out_exp = math.exp(-x[i])
            # out[i] = x[i] + math.log(1.0 + math.exp(-x[i]))
            d_out_sum = d_out[i]
            d_out[i] = 0.0
            d_x[i] += d_out_sum - d_out_sum / (1.0 + out_exp) * out_exp
        else:
            out_exp = math.exp(x[i])
            # out[i] = math.log(1.0 + math.exp(x[i]))
            d_out_log = d_out[i]
            d_out[i] = 0.0
            d_x[i] += d_out_log / (1.0 + out_exp) * out_exp
