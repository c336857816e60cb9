"""The normal distribution of scipy.stats, written with functions that have derivatives."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from srcdiff import runtime
from srcdiff.library.kinds import double
from srcdiff.library.table import stands_for

SQRT_2PI = math.sqrt(2.0 * math.pi)
LOG_SQRT_2PI = math.log(SQRT_2PI)


def proper(scale: Any) -> Any:
    """Return widths, nan for those that are not positive, as SciPy has them."""
    if np.ndim(scale) == 0:
        return scale if scale > 0 else np.nan
    return np.where(scale > 0, scale, np.nan)


@stands_for("scipy.stats.norm.pdf")
def pdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Return densities: norm.pdf.

    >>> round(float(pdf(0.0)), 12)
    0.398942280401
    """
    width = proper(scale)
    z = (double(x) - loc) / width
    return np.exp(-0.5 * z * z) / (width * SQRT_2PI)


@stands_for("scipy.stats.norm.logpdf")
def logpdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Return logarithms of densities: norm.logpdf.

    >>> round(float(logpdf(0.0)), 12)
    -0.918938533205
    """
    width = proper(scale)
    z = (double(x) - loc) / width
    return -0.5 * z * z - np.log(width) - LOG_SQRT_2PI


@stands_for("scipy.stats.norm.cdf")
def cdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Return probabilities of less: norm.cdf.

    >>> cdf(0.0)
    0.5
    """
    return runtime.ndtr((double(x) - loc) / proper(scale))


@stands_for("scipy.stats.norm.logcdf")
def logcdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Return logarithms of probabilities of less: norm.logcdf.

    >>> round(logcdf(0.0), 12)
    -0.69314718056
    """
    return runtime.log_ndtr((double(x) - loc) / proper(scale))


@stands_for("scipy.stats.norm.sf")
def sf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Return probabilities of more: norm.sf.

    >>> sf(0.0)
    0.5
    """
    return runtime.ndtr((loc - double(x)) / proper(scale))


@stands_for("scipy.stats.norm.logsf")
def logsf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Return logarithms of probabilities of more: norm.logsf.

    >>> round(logsf(0.0), 12)
    -0.69314718056
    """
    return runtime.log_ndtr((loc - double(x)) / proper(scale))


@stands_for("scipy.stats.norm.ppf")
def ppf(q: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Return quantiles: norm.ppf.

    >>> ppf(0.5)
    0.0
    """
    return loc + proper(scale) * runtime.ndtri(double(q))


@stands_for("scipy.stats.norm.isf")
def isf(q: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Return quantiles from above: norm.isf.

    >>> isf(0.5)
    0.0
    """
    return loc - proper(scale) * runtime.ndtri(double(q))
