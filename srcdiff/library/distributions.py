"""The normal distribution of scipy.stats, written with functions that have derivatives."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from srcdiff import runtime

SQRT_2PI = math.sqrt(2.0 * math.pi)
LOG_SQRT_2PI = math.log(SQRT_2PI)


def pdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Return densities: norm.pdf.

    >>> round(float(pdf(0.0)), 12)
    0.398942280401
    """
    z = (x - loc) / scale
    return np.exp(-0.5 * z * z) / (scale * SQRT_2PI)


def logpdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Return logarithms of densities: norm.logpdf.

    >>> round(float(logpdf(0.0)), 12)
    -0.918938533205
    """
    z = (x - loc) / scale
    return -0.5 * z * z - np.log(scale) - LOG_SQRT_2PI


def cdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Return probabilities of less: norm.cdf.

    >>> cdf(0.0)
    0.5
    """
    return runtime.ndtr((x - loc) / scale)


def logcdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Return logarithms of probabilities of less: norm.logcdf.

    >>> round(logcdf(0.0), 12)
    -0.69314718056
    """
    return runtime.log_ndtr((x - loc) / scale)


def sf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Return probabilities of more: norm.sf.

    >>> sf(0.0)
    0.5
    """
    return runtime.ndtr((loc - x) / scale)


def logsf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Return logarithms of probabilities of more: norm.logsf.

    >>> round(logsf(0.0), 12)
    -0.69314718056
    """
    return runtime.log_ndtr((loc - x) / scale)


def ppf(q: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Return quantiles: norm.ppf.

    >>> ppf(0.5)
    0.0
    """
    return loc + scale * runtime.ndtri(q)


def isf(q: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Return quantiles from above: norm.isf.

    >>> isf(0.5)
    0.0
    """
    return loc - scale * runtime.ndtri(q)
